// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Rows of a standard normal distribution. */
final class GaussianRows {

  private GaussianRows() {}

  static double[][] of(int count, int width, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][width];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    return rows;
  }

  static double[][] times(double[][] rows, double factor) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(entry -> factor * entry).toArray())
        .toArray(double[][]::new);
  }

  static double longest(double[][] rows) {
    return Math.sqrt(
        Arrays.stream(rows)
            .mapToDouble(row -> Arrays.stream(row).map(entry -> entry * entry).sum())
            .max()
            .orElseThrow());
  }
}
