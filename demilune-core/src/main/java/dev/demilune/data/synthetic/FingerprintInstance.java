// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;

/**
 * Blocks of coordinates with secret biases: an accurate halfspace must know them all.
 *
 * <p>There are T² blocks of d' features, T = ⌊0.01/γ⌋, and each has biases q uniform in [0, 1]^d'.
 * A row lies in one block, uniformly; its coordinates are ±1/√d', plus with probability q_j, given
 * that its product with (2q - 1)/√d' is at least 0.01. Its label is always 1: the task is a
 * halfspace through the origin. The blocks' (2q - 1)/√d' over T together have margin 0.01/T ≥ γ.
 *
 * <p>Hard for: (ε, δ)-DP learners that return a halfspace of margin 0.9γ, by fingerprinting:
 * weights that agree with the rows of all blocks correlate with the training rows. The bound is of
 * order √features/γ; no constants are proved here, and {@code plan} does not print it.
 *
 * <p><b>Source.</b> Ghazi, Kumar, Manurangsi and Nguyen (2021), Theorem 3, with γ ≤ 0.001 and T²
 * blocks throughout, as its proof needs.
 */
public final class FingerprintInstance extends HardInstance {

  private static final double BLOCK_MARGIN = 0.01;
  private static final int ATTEMPTS = 1_000_000;

  private final int blockFeatures;

  /**
   * Creates rows for a margin of at most 0.001.
   *
   * @param blockFeatures d', the number of features of one block, at least 2
   */
  public FingerprintInstance(double margin, int blockFeatures) {
    super(features(margin, blockFeatures), margin);
    this.blockFeatures = blockFeatures;
  }

  private static int features(double margin, int blockFeatures) {
    checkMargin(margin, 0.001);
    Check.between("block features", blockFeatures, 2, 1_000_000);
    double side = side(margin);
    if (side * side * blockFeatures > 10_000_000) {
      throw new IllegalArgumentException(
          "margin must be larger or block features fewer: (0.01/margin)² blocks of them are "
              + side * side * blockFeatures
              + " features, and at most 10000000 are written");
    }
    return (int) (side * side * blockFeatures);
  }

  private static double side(double margin) {
    return Math.floor(BLOCK_MARGIN / margin * (1 + 1e-9)); // 0.01/0.001 is 10 for certain
  }

  @Override
  Rows start(Draws draws) {
    int blocks = features() / blockFeatures;
    double[][] biases = new double[blocks][blockFeatures];
    for (double[] block : biases) {
      java.util.Arrays.setAll(block, j -> draws.uniform());
    }
    double[] row = new double[blockFeatures];
    return into -> {
      int block = draws.below(blocks);
      draw(biases[block], row, draws);
      System.arraycopy(row, 0, into, block * blockFeatures, blockFeatures);
      return 1;
    };
  }

  /** About half of the attempts succeed or more, unless all biases of a block are close to 1/2. */
  private static void draw(double[] biases, double[] row, Draws draws) {
    double size = 1 / Math.sqrt(biases.length);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      double product = 0;
      for (int j = 0; j < row.length; j++) {
        row[j] = draws.uniform() < biases[j] ? size : -size;
        product += (2 * biases[j] - 1) * size * row[j];
      }
      if (product >= BLOCK_MARGIN) { // rejection: exactly the conditional law
        return;
      }
    }
    for (int j = 0; j < row.length; j++) { // after too many attempts: the row of largest product
      row[j] = biases[j] >= 0.5 ? size : -size;
    }
  }
}
