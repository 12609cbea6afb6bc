// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * The hot loops of training, on rows of 16-bit integers: scores of rows, and integer sums of rows
 * times coefficients.
 *
 * <p>Every implementation gives the same bits. Sums are integers modulo 2^64. Scores are doubles:
 * each output starts at +0 and adds one rounded product after the other, in increasing order of
 * features. Outputs and rows are independent of each other, so that they may be computed beside
 * each other; features may not.
 */
interface RowKernels {

  /** Returns its name, for certificates. */
  String name();

  /** Returns whether this processor runs them faster than plain loops. */
  default boolean isWorthIt() {
    return true;
  }

  /**
   * Returns the number of columns, at least as many as there are outputs, with which matrices are
   * fastest. The others are zero.
   */
  int columns(int outputs);

  /**
   * into[i · outputs + k] = Σ_j value(rows[i], j) · weights[j · outputs + k].
   *
   * @param values row after row, all features of each
   * @param count how many of {@code rows} to take
   */
  void denseScores(
      short[] values,
      int features,
      int[] rows,
      int count,
      double[] weights,
      int outputs,
      double[] into);

  /** sums[j · outputs + k] += Σ_i coefficients[i · outputs + k] · value(rows[i], j). */
  void denseSums(
      short[] values,
      int features,
      int[] rows,
      int count,
      long[] coefficients,
      long[] sums,
      int outputs);

  /**
   * Continues the scores of a row, at {@code into[at]}, by some of its entries (see {@link
   * SparseBlock}).
   *
   * @param page the first feature of the entries' page
   */
  void sparseScores(
      int[] entries,
      int from,
      int to,
      int page,
      double[] weights,
      int outputs,
      double[] into,
      int at);

  /** Adds some entries of a row, times the coefficients at {@code coefficients[at]}. */
  void sparseSums(
      int[] entries,
      int from,
      int to,
      int page,
      long[] coefficients,
      int at,
      long[] sums,
      int outputs);
}
