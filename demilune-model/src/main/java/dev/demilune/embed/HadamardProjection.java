// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.internal.Check;

/**
 * The subsampled randomized Hadamard transform: the Johnson-Lindenstrauss projection in O(n log n).
 *
 * <p>Φ = √(n/k)·R·H·D, where n is the number of inputs padded to a power of two, D a diagonal of
 * random signs, H the orthonormal Walsh-Hadamard matrix and R picks k of its n rows without
 * replacement. The mean of |Φx|² is |x|²; D spreads a vector over all coordinates, so few of them
 * suffice to estimate its norm (Ailon and Chazelle 2006; Tropp 2011).
 */
public final class HadamardProjection implements LinearEmbedding {

  static final String KIND = "hadamard-projection";
  private static final int MOST_INPUTS = 1 << 24;

  private final int inputs;
  private final long draw;
  private final int padded;
  private final double[] signs; // of the inputs; padding needs none
  private final int[] rows;

  private HadamardProjection(int inputs, int outputs, long draw) {
    this.inputs = inputs;
    this.draw = draw;
    // the transform needs a power of two; padding stays zero
    this.padded = Hadamard.paddedSize(inputs);
    PublicDraw numbers = new PublicDraw(draw, KIND);
    signs = numbers.signs(inputs);
    rows = numbers.withoutReplacement(outputs, padded);
  }

  /** Returns the projection drawn from a public number, to at most as many outputs as inputs. */
  public static HadamardProjection of(int inputs, int outputs, long draw) {
    Check.between("inputs", inputs, 1, MOST_INPUTS);
    Check.between("outputs", outputs, 1, inputs);
    return new HadamardProjection(inputs, outputs, draw);
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return rows.length;
  }

  @Override
  public void apply(double[] vector, double[] into) {
    double[] spread = new double[padded];
    for (int j = 0; j < inputs; j++) {
      spread[j] = signs[j] * vector[j]; // D: afterwards no coordinate of Hx is large for most draws
    }
    Hadamard.transform(spread);
    double scale = 1 / Math.sqrt(rows.length); // √(n/k) times the 1/√n of H
    for (int i = 0; i < rows.length; i++) {
      into[i] = scale * spread[rows[i]];
    }
    LinearEmbedding.clip(into); // privacy must not depend on the draw of Φ
  }

  @Override
  public void pullBack(double[] weights, double[] into) {
    double[] spread = new double[padded];
    double scale = 1 / Math.sqrt(rows.length);
    for (int i = 0; i < rows.length; i++) {
      spread[rows[i]] = scale * weights[i]; // Rᵀ: rows are distinct, so nothing is overwritten
    }
    Hadamard.transform(spread); // H is symmetric
    for (int j = 0; j < inputs; j++) {
      into[j] = signs[j] * spread[j];
    }
  }

  @Override
  public JsonObject toJson() {
    return LinearEmbedding.json(KIND, this, draw);
  }
}
