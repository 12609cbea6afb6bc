// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import java.util.List;
import java.util.Locale;

/**
 * What an audit found.
 *
 * @param lowerBound on ε, with the confidence of the audit
 * @param tested what the bound rests on: that the runs are (ε, δ)-private, or Gaussian DP
 * @param refuted whether the lower bound exceeds the claim
 * @param counts the counted guesses, for people
 * @param points what was seen, for a plot: for many runs false positive and false negative rates of
 *     several thresholds, for one run numbers of guesses and shares of right ones
 */
public record AuditResult(
    LearnerAudit audit,
    double lowerBound,
    String tested,
    boolean refuted,
    String counts,
    List<Point> points) {

  /** A point of the plot. */
  public record Point(double x, double y) {}

  public AuditResult {
    points = List.copyOf(points);
  }

  /** Returns the result in one sentence. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        refuted
            ? "the claim of %s by %s is REFUTED: with %s %% confidence ε is at least %.4f"
            : "the claim of %s by %s stands: with %s %% confidence ε is at least %.4f",
        audit.claim().describe(),
        audit.learner().name(),
        audit.confidencePercent(),
        lowerBound);
  }
}
