// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** False positive and false negative rates for many thresholds: what a plot of an audit shows. */
public final class ErrorRates {

  private static final int POINTS = 60;

  private ErrorRates() {}

  /**
   * Returns the rates, for as many thresholds as a plot shows.
   *
   * @param above whether scores above a threshold say that the canary is there
   * @param pilots how many runs come first that are not counted
   */
  public static List<AuditResult.Point> of(
      boolean above, int pilots, double[] without, double[] with) {
    double[] negative = Arrays.copyOfRange(without, pilots, without.length);
    double[] positive = Arrays.copyOfRange(with, pilots, with.length);
    double[] sorted = negative.clone();
    Arrays.sort(sorted);
    List<AuditResult.Point> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      double threshold = sorted[(int) ((long) i * sorted.length / POINTS)];
      EpsilonAudit.Guess guess = new EpsilonAudit.Guess(threshold, above);
      points.add(
          new AuditResult.Point(
              (double) guess.count(negative) / negative.length,
              1 - (double) guess.count(positive) / positive.length));
    }
    return points;
  }
}
