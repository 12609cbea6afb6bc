// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.embed.RowTransforms;

/**
 * The hot loops of training, on rows of 16-bit integers: scores of rows, integer sums of rows times
 * coefficients, squared norms, and what maps of rows need.
 *
 * <p>Every implementation gives the same bits, in any order of additions. Scores are exact
 * integers, products with {@link ExactWeights} or with a center ({@link
 * CenteredLengths.Origin#dots}); sums are integers modulo 2^64.
 */
interface RowKernels extends RowTransforms {

  /** Returns its name, for certificates. */
  String name();

  /** Returns whether this processor runs them faster than plain loops. */
  default boolean isWorthIt() {
    return true;
  }

  /**
   * into[i · columns + k] = Σ_j value(rows[i], j) · weights[k · features + j].
   *
   * @param values row after row, all features of each
   * @param count how many of {@code rows} to take
   * @param weights of exact scores
   */
  void denseScores(
      short[] values,
      int features,
      int[] rows,
      int count,
      double[] weights,
      int outputs,
      double[] into,
      int columns);

  /** sums[k · features + j] += Σ_i coefficients[i · outputs + k] · value(rows[i], j). */
  void denseSums(
      short[] values,
      int features,
      int[] rows,
      int count,
      long[] coefficients,
      long[] sums,
      int outputs);

  /**
   * Continues the scores of a row, in the columns that begin at {@code into[at]}, by some of its
   * entries (see {@link SparseBlock}).
   *
   * @param page the first feature of the entries' page
   * @param weights of exact scores, a line of columns for each feature
   */
  void sparseScores(
      int[] entries,
      int from,
      int to,
      int page,
      double[] weights,
      int columns,
      int outputs,
      double[] into,
      int at);

  /** Returns the sum of the squares of some values. */
  default long squares(short[] values, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i] * values[i]; // an int product: at most 2^30
    }
    return sum;
  }

  @Override
  default void transform(int[][] values, int vectors, int[] negative) {
    RowTransforms.plain().transform(values, vectors, negative);
  }

  @Override
  default void scale(int[] values, int count, double by) {
    RowTransforms.plain().scale(values, count, by);
  }

  /** Returns whether {@link #sparseSums} is faster than adding one output after the other. */
  default boolean addsLanes(int columns) {
    return false;
  }

  /**
   * Adds some of a row's entries: partial[(page + feature) · columns + k] += coefficients[k] ·
   * value. For kernels whose {@link #addsLanes} says so.
   *
   * @param coefficients one for each column: integers
   * @param partial of {@link RowSums#partial}
   */
  default void sparseSums(
      int[] entries,
      int from,
      int to,
      int page,
      double[] coefficients,
      int columns,
      double[] partial) {
    throw new AssertionError("these kernels add no lanes");
  }
}
