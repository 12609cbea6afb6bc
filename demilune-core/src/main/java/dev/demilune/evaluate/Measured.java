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
    double reach = NORMAL * Math.sqrt(Math.max(0, squares / rows - mean * mean) / rows);
    return new Measured(mean, Math.max(0, mean - reach), mean + reach);
  }

  /**
   * An area under the ROC curve, with the largest variance that any two distributions of an area A
   * have, A(1 - A) over the number of rows of the rarer class: that of a share of so many rows,
   * whose interval is Wilson's (1927), by normal approximation at its ends.
   */
  static Measured area(double area, long positives, long negatives) {
    double rows = Math.min(positives, negatives);
    double square = NORMAL * NORMAL / rows;
    double middle = area + square / 2;
    double reach = Math.sqrt(square * (area * (1 - area) + square / 4));
    return new Measured(area, (middle - reach) / (1 + square), (middle + reach) / (1 + square));
  }
}
