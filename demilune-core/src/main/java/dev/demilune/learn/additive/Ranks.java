// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.schema.CellGrid;
import java.util.Arrays;

/**
 * The distribution of one number over its public cells, estimated from noisy counts of all dyadic
 * intervals. All of it is post-processing of {@link RankCounts} after their noise.
 *
 * <p>Bottom up, every count is merged with the sum of its two halves by inverse variance, which is
 * the least-squares estimate (Hay and others 2010). Top down, every interval is divided between its
 * halves by the estimated proportion, drawn toward one half where the noise is large beside the
 * rows in the interval. Where noise dominates, every cell of an interval thus gets an equal part of
 * it: the public grid.
 *
 * @param shares of the cells; not negative, and their sum is 1
 */
@SuppressWarnings("ArrayRecordComponent") // made here, and never written to
record Ranks(double[] shares) {

  private static final double SHRINKAGE = 6; // flat between 3 and 12 on folds

  /** Returns equal shares: nothing is known. */
  static Ranks unknown() {
    double[] shares = new double[CellGrid.CELLS];
    Arrays.fill(shares, 1.0 / CellGrid.CELLS);
    return new Ranks(shares);
  }

  /**
   * Estimates.
   *
   * @param counts of {@link RankCounts}, with noise
   * @param from where the counts of this number begin
   * @param rows that it is a number in; released or public
   * @param deviation of the noise of a count
   */
  static Ranks of(long[] counts, int from, double rows, double deviation) {
    double[][] levels = new double[RankCounts.LEVELS][];
    double[] variances = new double[RankCounts.LEVELS]; // in units of the noise of one count
    int at = from;
    for (int level = 0; level < levels.length; level++) {
      int cells = CellGrid.CELLS >> level;
      levels[level] = new double[cells];
      double halves = level == 0 ? 0 : 2 * variances[level - 1];
      variances[level] = level == 0 ? 1 : 1 / (1 + 1 / halves);
      for (int i = 0; i < cells; i++) {
        double count = counts[at++];
        levels[level][i] =
            level == 0
                ? count
                : variances[level]
                    * (count + (levels[level - 1][2 * i] + levels[level - 1][2 * i + 1]) / halves);
      }
    }
    double[] parents = {Math.max(1, rows)};
    for (int level = levels.length - 1; level >= 0; level--) {
      double[] children = new double[2 * parents.length];
      for (int i = 0; i < parents.length; i++) {
        double parent = Math.max(parents[i], 1e-9);
        double left = levels[level][2 * i];
        double right = levels[level][2 * i + 1];
        double noise = variances[level] * deviation * deviation / (parent * parent);
        double share = 0.5 + (left - right) / (2 * parent) / (1 + SHRINKAGE * noise);
        share = Math.max(0, Math.min(1, share));
        children[2 * i] = parents[i] * share;
        children[2 * i + 1] = parents[i] * (1 - share);
      }
      parents = children;
    }
    for (int i = 0; i < parents.length; i++) {
      parents[i] /= Math.max(1, rows);
    }
    return new Ranks(parents);
  }

  /**
   * Returns u at the edges of the cells: for the most part the share of rows below, and for the
   * rest the place among the cells, so that u increases everywhere.
   */
  double[] warp(double ranked) {
    double[] warp = new double[CellGrid.CELLS + 1];
    double below = 0;
    for (int i = 1; i < warp.length; i++) {
      below += shares[i - 1];
      warp[i] = ranked * Math.min(1, below) + (1 - ranked) * i / CellGrid.CELLS;
    }
    warp[CellGrid.CELLS] = 1; // up to rounding it is
    return warp;
  }
}
