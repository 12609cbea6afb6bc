// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * Sums of rows times integer coefficients, one vector for each output, modulo 2^64. For one thread.
 *
 * <p>Kernels may keep partial sums in doubles ({@link #partial}), which lie feature by feature, as
 * vector instructions want them. {@link #finish} adds them to the sums.
 *
 * <p><b>Claim.</b> Partial sums are exact.
 *
 * <p><b>Proof.</b> {@code size} bounds the sum of the absolute values of all products that were
 * added to any one of them since they were zero. It is at most 2^52, so every partial sum is an
 * integer that a double holds exactly, in any order of additions, fused with the products or not. ∎
 */
public final class RowSums {

  private static final long LARGEST = 1L << 52;

  private final long[] sums;
  private final int outputs;
  private final int features;
  private final int columns;
  private double[] partial; // made where a kernel wants it
  private long size;

  /**
   * Adds to sums that are there.
   *
   * @param sums all features of the first output, then of the second, and so on
   */
  public RowSums(long[] sums, int outputs) {
    this.sums = sums;
    this.outputs = outputs;
    this.features = sums.length / outputs;
    this.columns = ExactWeights.columns(outputs);
  }

  int outputs() {
    return outputs;
  }

  int features() {
    return features;
  }

  /** Returns the number of columns of a line of {@link #partial}. */
  int columns() {
    return columns;
  }

  /** Returns the sums, without those that {@link #finish} has still to add. */
  long[] sums() {
    return sums;
  }

  /**
   * Returns the partial sums, a line of columns for each feature, for adding one product at most to
   * each.
   *
   * @param largest no product is larger; at most 2^51
   */
  double[] partial(long largest) {
    if (partial == null) {
      partial = new double[Math.multiplyExact(features, columns)];
    } else if (size > LARGEST - largest) {
      finish();
    }
    size += largest;
    return partial;
  }

  /** Returns whether partial sums cost little beside so many products: they are read once more. */
  boolean areShort(long products) {
    return (long) features * columns <= products;
  }

  /** Adds partial sums to the sums. */
  public void finish() {
    if (size == 0) {
      return;
    }
    for (int j = 0; j < features; j++) {
      for (int k = 0; k < outputs; k++) {
        sums[k * features + j] += (long) partial[j * columns + k];
        partial[j * columns + k] = 0;
      }
    }
    size = 0;
  }
}
