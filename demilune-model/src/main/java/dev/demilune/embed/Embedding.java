// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.schema.RowGrid;

/**
 * A public map of the unit ball into the unit ball, with any number of outputs.
 *
 * <p>Immutable, and defined by the numbers in {@link #toJson}: drawing it again from them gives the
 * same map, bit for bit.
 */
public interface Embedding {

  /** Returns the number of input features. */
  int inputs();

  /** Returns the number of output features. */
  int outputs();

  /** Writes the image, of norm at most one, of a vector of norm at most one. */
  void apply(double[] vector, double[] into);

  /** Returns the parameters from which {@link Embeddings#fromJson} draws the embedding again. */
  JsonObject toJson();

  /**
   * Returns the map of stored rows, for one thread.
   *
   * @param transforms to use where the map has any
   */
  default GridMap gridMap(RowTransforms transforms) {
    double[] vector = new double[inputs()];
    double[] image = new double[outputs()];
    // Rounding moves an image by at most √outputs/2; see the proof of schema.RowGrid.
    double scale = Math.max(0, RowGrid.RADIUS - Math.sqrt(outputs()) / 2);
    return (grid, into) -> {
      for (int j = 0; j < vector.length; j++) {
        vector[j] = (double) grid[j] / RowGrid.RADIUS; // grid units to the unit ball
      }
      apply(vector, image);
      for (int i = 0; i < image.length; i++) {
        // the scaled image leaves room for the rounding
        into[i] = (short) Math.rint(image[i] * scale);
      }
    };
  }
}
