// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

/**
 * A number that was computed from public rows, with the interval in which the number of the
 * population lies that the rows were drawn from, in 95 of 100 cases.
 *
 * @param value of these rows
 * @param low end of the interval
 * @param high end of the interval
 */
public record Measured(double value, double low, double high) {

  static final double FAILURE = 0.05;
  private static final double NORMAL = 1.959964; // both tails of a normal law leave out FAILURE

  /** A share of rows; the interval is exact (Clopper and Pearson 1934). */
  static Measured share(long hits, long rows) {
    ShareInterval interval = ShareInterval.of(hits, rows - hits, FAILURE);
    return new Measured((double) hits / rows, interval.low(), interval.high());
  }

  /** A mean of numbers that are not negative, by normal approximation. */
  static Measured mean(double sum, double squares, long rows) {
    double mean = sum / rows;
    return around(mean, Math.max(0, squares / rows - mean * mean) / rows, Double.POSITIVE_INFINITY);
  }

  /**
   * An area under the ROC curve, by normal approximation with the largest variance that any two
   * distributions of this area have, A(1 - A) over the number of rows of the rarer class.
   */
  static Measured area(double area, long positives, long negatives) {
    return around(area, area * (1 - area) / Math.min(positives, negatives), 1);
  }

  private static Measured around(double value, double variance, double most) {
    double reach = NORMAL * Math.sqrt(variance);
    return new Measured(value, Math.max(0, value - reach), Math.min(most, value + reach));
  }
}
