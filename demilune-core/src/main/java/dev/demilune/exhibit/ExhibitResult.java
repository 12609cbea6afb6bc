// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.audit.AuditResult;
import dev.demilune.audit.EpsilonAudit;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * The result of an exhibit.
 *
 * @param claim of both algorithms
 * @param adjacency by which the tables are neighbors
 * @param tables the two tables, in words
 * @param trials runs of each algorithm on each table
 * @param confidence of both lower bounds together
 * @param published the audit of the published algorithm
 * @param repaired the audit of the repaired algorithm
 * @param why the published proof fails
 */
public record ExhibitResult(
    String name,
    Guarantee claim,
    Adjacency adjacency,
    List<String> tables,
    int trials,
    double confidence,
    Side published,
    Side repaired,
    String why) {

  public ExhibitResult {
    tables = List.copyOf(tables);
  }

  /**
   * One of the two algorithms.
   *
   * @param algorithm its name
   * @param refuted whether the lower bound exceeds the claim
   * @param points false positive and false negative rates of several thresholds, for a plot
   */
  public record Side(
      String algorithm,
      EpsilonAudit.Finding finding,
      boolean refuted,
      List<AuditResult.Point> points) {

    public Side {
      points = List.copyOf(points);
    }

    /** Returns the counts of guesses as text. */
    public String counts() {
      return String.format(
          Locale.ROOT,
          "guessed right %d of %d times with the row, wrong %d of %d times without",
          finding.truePositives(),
          finding.counted(),
          finding.falsePositives(),
          finding.counted());
    }
  }

  /** Returns whether the published claim is refuted and the repaired one is not. */
  public boolean shown() {
    return published.refuted() && !repaired.refuted();
  }

  /** Returns the result in one sentence. */
  public String sentence() {
    return String.format(
        Locale.ROOT,
        "with %s %% confidence ε of the published algorithm is at least %.4f: its claim of %s %s;"
            + " for %s on the same tables it is at least %.4f, and the claim %s",
        confidencePercent(),
        published.finding().lowerBound(),
        claim.describe(),
        published.refuted() ? "is REFUTED" : "stands, for so few trials",
        repaired.algorithm(),
        repaired.finding().lowerBound(),
        repaired.refuted() ? "is REFUTED too" : "stands");
  }

  String confidencePercent() {
    return BigDecimal.valueOf(confidence).movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
