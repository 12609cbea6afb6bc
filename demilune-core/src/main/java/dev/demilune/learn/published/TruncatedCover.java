// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), Algorithm 5: a choice from a cover of truncated
 * scores on public rows, for label privacy. Margins are in units of Λr.
 */
public final class TruncatedCover {

  private static final double C = 17;

  private TruncatedCover() {}

  /**
   * Returns M = 1 + D·log2(2c²m)·log2(2cem/D) + ln(2/β) with c = 17, where D = (32Λr/ρ)² bounds the
   * dimension at which halfspaces shatter with margin ρ/32 (Bartlett and Shawe-Taylor 1999).
   */
  public static double complexity(double rows, double margin, double failure) {
    double dimension = 1024 / (margin * margin);
    return 1
        + dimension * log2(2 * C * C * rows) * log2(2 * C * Math.E * rows / dimension)
        + Math.log(2 / failure);
  }

  /**
   * Returns what Theorem E.1 says of the error, 2M/m + 64M·ln(2/β)/(εm), where some weights keep
   * the margin on all rows; a value of 1 or more says nothing. The constants are printed.
   */
  public static double error(double rows, double margin, double failure, double epsilon) {
    if (rows * margin * margin < 1024) {
      return Double.POSITIVE_INFINITY; // fewer rows than dimensions
    }
    double complexity = complexity(rows, margin, failure);
    return 2 * complexity / rows + 64 * complexity * Math.log(2 / failure) / (epsilon * rows);
  }

  /** Returns from how many rows on that is at most an error; empty if it never is. */
  public static OptionalDouble rows(double margin, double error, double failure, double epsilon) {
    return LeastRows.from(m -> error(m, margin, failure, epsilon) <= error);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }
}
