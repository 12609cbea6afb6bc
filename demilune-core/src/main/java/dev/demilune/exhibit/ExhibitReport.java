// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.audit.AuditReport;
import dev.demilune.report.Page;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The page about an exhibit: the claim, and the trade-off plots of both algorithms. */
public final class ExhibitReport {

  private ExhibitReport() {}

  /** Returns the page. */
  public static Page of(ExhibitResult result) {
    String sentence = result.sentence();
    return Page.titled("Exhibit: " + result.name())
        .banner(
            false, sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + ".")
        .text(result.why())
        .text(
            "An audit can refute a claim and never prove one: the repaired algorithm stands on its"
                + " proof.")
        .chart(AuditReport.tradeOff("As published", result.claim(), result.published().points()))
        .chart(
            AuditReport.tradeOff(
                "Repaired: " + result.repaired().algorithm(),
                result.claim(),
                result.repaired().points()))
        .section("What was done", pairs(result));
  }

  private static Map<String, String> pairs(ExhibitResult result) {
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("Smaller table", result.tables().get(0));
    pairs.put("Larger table", result.tables().get(1));
    pairs.put("Claim", result.claim().describe() + ", " + result.adjacency().phrase());
    pairs.put("Trials", result.trials() + " runs of each algorithm on each table");
    pairs.put("Published", result.published().counts());
    pairs.put("Repaired", result.repaired().counts());
    pairs.put("Lower bound on ε, published", bound(result, result.published()));
    pairs.put("Lower bound on ε, repaired", bound(result, result.repaired()));
    return pairs;
  }

  private static String bound(ExhibitResult result, ExhibitResult.Side side) {
    return String.format(
        Locale.ROOT,
        "%.4f with %s %% confidence",
        side.finding().lowerBound(),
        result.confidencePercent());
  }
}
