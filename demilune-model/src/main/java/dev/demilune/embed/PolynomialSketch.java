// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import com.google.gson.JsonObject;
import dev.demilune.internal.Check;

/**
 * An oblivious sketch of the polynomial kernel ((⟨x, y⟩ + c)/(1 + c))^p, which is at most one in
 * the unit ball.
 *
 * <p>Let x' be the row with its constant ({@link AugmentedRow}), padded to a power of two n, H the
 * Walsh-Hadamard matrix, and D_1, ..., D_p diagonals of random signs. Feature i of k is k^(-1/2)
 * times the product over q = 1, ..., p of (H D_q x')_r with an index r drawn uniformly for every i
 * and q.
 *
 * <p><b>Claim.</b> Before the clip, the mean of the inner product of two images over the draw is
 * the kernel, and its variance is at most 3^p/k.
 *
 * <p><b>Proof.</b> Given the signs, the mean over r of (H D_q x')_r (H D_q y')_r is ⟨H D_q x', H
 * D_q y'⟩/n = ⟨x', y'⟩, as H'H = n·I. Indices are independent, so the mean of the product over q is
 * ⟨x', y'⟩^p, and so is that of the average of k such products. Given the signs these are
 * independent, so the variance is at most the mean square of one over k. Over random signs s the
 * mean of ⟨s, x'⟩²⟨s, y'⟩² is |x'|²|y'|² + 2⟨x', y'⟩² - 2Σ x'_j² y'_j² ≤ 3, and the p signs are
 * independent. ∎
 *
 * <p>Images are longer than one about as often as shorter, by about (3^p/k)^(1/2): the clip
 * enforces the norm for every draw, and stored images are bounded in integers like all others.
 *
 * <p><b>Source.</b> Ahle, Kapralov, Knudsen, Pagh, Velingker, Woodruff and Zandieh (2020), the
 * tensor product of subsampled Hadamard transforms; Pham and Pagh (2013) for the idea. Hadamard
 * transforms instead of hashes and Fourier transforms need additions only, which are the same on
 * every machine.
 */
public final class PolynomialSketch implements Embedding {

  /** The largest degree: the variance grows as 3^p. */
  public static final int MOST_DEGREE = 8;

  static final String KIND = "polynomial-sketch";
  private static final int MOST_OUTPUTS = 1 << 21;

  private final int degree;
  private final AugmentedRow augmented;
  private final int inputs;
  private final long draw;
  private final double[][] signs; // of each factor
  private final int[][] indices; // of each factor, one for every output

  private PolynomialSketch(int degree, double offset, int inputs, int outputs, long draw) {
    this.degree = degree;
    this.augmented = new AugmentedRow(offset);
    this.inputs = inputs;
    this.draw = draw;
    int padded = Hadamard.paddedSize(inputs + 1);
    PublicDraw numbers = new PublicDraw(draw, KIND);
    signs = new double[degree][];
    indices = new int[degree][outputs];
    for (int q = 0; q < degree; q++) {
      signs[q] = numbers.signs(padded);
      for (int i = 0; i < outputs; i++) {
        indices[q][i] = numbers.below(padded);
      }
    }
  }

  /**
   * Returns the sketch drawn from a public number.
   *
   * @param degree p
   * @param offset c
   */
  public static PolynomialSketch of(int degree, double offset, int inputs, int outputs, long draw) {
    Check.between("degree", degree, 1, MOST_DEGREE);
    Check.between("inputs", inputs, 1, FourierFeatures.MOST_INPUTS);
    Check.between("outputs", outputs, 1, MOST_OUTPUTS);
    return new PolynomialSketch(degree, offset, inputs, outputs, draw);
  }

  /** Returns the kernel of two rows with this inner product. */
  public double kernel(double product) {
    return StrictMath.pow((product + augmented.offset()) / (1 + augmented.offset()), degree);
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int outputs() {
    return indices[0].length;
  }

  @Override
  public void apply(double[] vector, double[] into) {
    sketch(vector, into);
    LinearEmbedding.clip(into); // privacy must not depend on the draw
  }

  /** Writes the image without the clip; its norm may exceed one. */
  void sketch(double[] vector, double[] into) {
    double[] row = new double[signs[0].length];
    augmented.write(vector, row);
    double[] transformed = new double[row.length];
    java.util.Arrays.fill(into, 1 / Math.sqrt(into.length));
    for (int q = 0; q < degree; q++) {
      for (int j = 0; j < row.length; j++) {
        transformed[j] = signs[q][j] * row[j];
      }
      Hadamard.transform(transformed);
      for (int i = 0; i < into.length; i++) {
        into[i] *= transformed[indices[q][i]];
      }
    }
  }

  @Override
  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("kind", KIND);
    json.addProperty("degree", degree);
    json.addProperty("offset", augmented.offset());
    json.addProperty("inputs", inputs);
    json.addProperty("outputs", outputs());
    json.addProperty("draw", draw);
    return json;
  }
}
