// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

/**
 * Takes what all rows have in common out of directions: a function of a released sum of them.
 *
 * <p>Rows (x, c) with a constant are taken relative to their mean (μ, c), that is, as A(x, c) = (x
 * - cμ, c). The direction in which a loss of A-rows falls fastest, for a sum g of rows, is A·g, and
 * as a direction for the rows themselves Aᵀ·A·g. Without a constant halfspaces go through the
 * origin, and the mean cannot be taken off rows; then the direction of the sum of all rows is taken
 * out of directions.
 */
final class Centering {

  /** Standard deviations from which on the sum of the constants can be divided by. */
  private static final double CERTAIN = 3;

  private final double[] all;
  private final boolean constant;
  private final double[] mean; // μ, per unit of the constant

  /**
   * @param all the noisy sum of all rows
   * @param constant whether the last coordinate is one
   * @param deviation of the noise in each coordinate of the sum
   */
  Centering(double[] all, boolean constant, double deviation) {
    this.all = all;
    this.constant = constant;
    this.mean = constant ? mean(all, deviation) : new double[0];
  }

  /** Shrinks the mean by what is noise in its square, so that noise alone centers nothing. */
  private static double[] mean(double[] all, double deviation) {
    int features = all.length - 1;
    double[] mean = new double[features];
    double squares = 0;
    for (int j = 0; j < features; j++) {
      squares += all[j] * all[j];
    }
    double signal = squares - features * deviation * deviation;
    if (signal > 0 && all[features] > CERTAIN * deviation) {
      for (int j = 0; j < features; j++) {
        mean[j] = signal / squares * all[j] / all[features];
      }
    }
    return mean;
  }

  /** Returns the direction along which halfspaces shift without turning against what differs. */
  double[] shift() {
    if (!constant) {
      return all.clone();
    }
    double[] shift = new double[all.length];
    shift[mean.length] = 1;
    return shift;
  }

  /** Returns a sum of rows as a direction without what rows have in common. */
  double[] direction(double[] sum) {
    if (!constant) {
      return Plane.across(sum, all);
    }
    double[] direction = sum.clone();
    for (int j = 0; j < mean.length; j++) {
      direction[j] -= sum[mean.length] * mean[j];
      direction[mean.length] -= direction[j] * mean[j];
    }
    return direction;
  }
}
