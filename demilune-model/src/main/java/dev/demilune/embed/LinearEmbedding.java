// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;

/**
 * A linear map Φ followed by a clip to the unit ball.
 *
 * <p>The clip enforces the norm bound for every draw of Φ: a projection preserves norms only with
 * high probability, and privacy must not depend on that. A vector in the kernel of Φ becomes zero
 * and stays zero: nothing is divided by its norm.
 */
public interface LinearEmbedding extends Embedding {

  /**
   * Writes Φᵀw, the weights on the inputs that give Φx·w for every x: a linear model of the images
   * is a linear model of the rows (up to clipping).
   */
  void pullBack(double[] weights, double[] into);

  /** Returns the parameters from which a projection is drawn again. */
  static JsonObject json(String kind, LinearEmbedding projection, long draw) {
    JsonObject json = new JsonObject();
    json.addProperty("kind", kind);
    json.addProperty("inputs", projection.inputs());
    json.addProperty("outputs", projection.outputs());
    json.addProperty("draw", draw);
    return json;
  }

  /** Scales a vector to norm one if its norm is larger. */
  static void clip(double[] vector) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    if (squares > 1) { // never divides by 0: a vector in the kernel of Φ stays zero
      double factor = 1 / Math.sqrt(squares);
      for (int i = 0; i < vector.length; i++) {
        vector[i] *= factor; // may exceed 1 by roundings; the grid's integer bound is the proof
      }
    }
  }
}
