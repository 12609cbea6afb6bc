// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.TradeOff;
import dev.demilune.privacy.Guarantee;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import dev.demilune.report.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** The page about an audit: its result, and what was claimed and what was seen in one plot. */
public final class AuditReport {

  private static final int STEPS = 200;

  private AuditReport() {}

  /** Returns the page. */
  public static Page of(AuditResult result) {
    LearnerAudit audit = result.audit();
    return Page.titled("Audit of " + audit.learner().name())
        .banner(!result.refuted(), sentence(result.sentence()))
        .text(
            "An audit can refute a claim and never prove one: a bound below the claim says that"
                + " this attack, with so many trials, did not find more.")
        .chart(
            switch (audit.method()) {
              case RUNS -> tradeOff(result);
              case ONE_RUN ->
                  shares(
                      result,
                      "The share of right guesses, on average, that the claim allows but for δ, and"
                          + " the share of those that were right, if so many are guessed.",
                      "share of canaries that are guessed");
              case MANY_CANARIES ->
                  shares(
                      result,
                      "The share of right guesses, on average, that the claim allows but for δ, and"
                          + " the share that was seen up to each fit.",
                      "share of fits");
            })
        .section("What was done", pairs(result));
  }

  private static String sentence(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1) + ".";
  }

  private static Map<String, String> pairs(AuditResult result) {
    LearnerAudit audit = result.audit();
    Map<String, String> pairs = new LinkedHashMap<>();
    pairs.put("Learner", audit.learner().name());
    pairs.putAll(audit.learner().settings());
    pairs.put("Claim", audit.claim().describe() + ", " + audit.adjacency().phrase());
    pairs.put(
        "Trials",
        switch (audit.method()) {
          case RUNS -> audit.trials() + " fits on each of two tables";
          case ONE_RUN -> "one fit with " + audit.trials() + " canaries";
          case MANY_CANARIES -> "twice " + audit.trials() + " fits with many canaries each";
        });
    pairs.put("Guesses", result.counts());
    pairs.put("Tested", result.tested());
    pairs.put(
        "Lower bound on ε",
        String.format(
            Locale.ROOT,
            "%.4f with %s %% confidence",
            result.lowerBound(),
            audit.confidencePercent()));
    return pairs;
  }

  private static Chart tradeOff(AuditResult result) {
    LearnerAudit audit = result.audit();
    Chart chart = claimed("Claimed and seen", audit.claim());
    PrivacyEvent event = event(audit);
    if (AuditClaim.isGaussian(event)) {
      TradeOff curve = Accountant.best(event).tradeOff(grid(x -> x));
      chart.line(
          "claim of its Gaussian sums",
          Chart.Stroke.DASHED,
          grid(x -> x),
          curve.points().stream().mapToDouble(TradeOff.Point::falseNegativeLower).toArray());
    }
    return chart.points("seen", Chart.Stroke.THIN, xs(result.points()), ys(result.points()));
  }

  /** Returns a plot of what a claim allows, and of the error rates that were seen. */
  public static Chart tradeOff(String title, Guarantee claim, List<AuditResult.Point> seen) {
    return claimed(title, claim).points("seen", Chart.Stroke.THIN, xs(seen), ys(seen));
  }

  private static Chart claimed(String title, Guarantee guarantee) {
    AuditClaim claim = AuditClaim.of(guarantee);
    double grow = Math.exp(claim.epsilon());
    return Chart.of(
            title,
            "What an attacker must miss at least, for each rate of false alarms. Points below the"
                + " lines, by more than chance, refute the claim.",
            Axis.linear("false positive rate", 0, 1),
            Axis.linear("false negative rate", 0, 1))
        .line(
            "claim: " + guarantee.describe(),
            Chart.Stroke.BOLD,
            grid(x -> x),
            grid(
                x ->
                    Math.max(
                        0,
                        Math.max(1 - claim.delta() - grow * x, (1 - claim.delta() - x) / grow))));
  }

  private static PrivacyEvent event(LearnerAudit audit) {
    return audit.plan(WorstCase.of(audit.learner()).tables(audit.adjacency()).shape()).charged();
  }

  private static Chart shares(AuditResult result, String caption, String across) {
    double epsilon = AuditClaim.of(result.audit().claim()).epsilon();
    double most = 1 / (1 + Math.exp(-epsilon));
    return Chart.of(
            "Claimed and seen",
            caption,
            Axis.linear(across, 0, 1),
            Axis.linear("share of right guesses", 0, 1))
        .line(
            "claim: " + result.audit().claim().describe(),
            Chart.Stroke.BOLD,
            new double[] {0, 1},
            new double[] {most, most})
        .points("seen", Chart.Stroke.THIN, xs(result.points()), ys(result.points()));
  }

  private static double[] grid(DoubleUnaryOperator of) {
    return IntStream.rangeClosed(0, STEPS)
        .mapToDouble(i -> of.applyAsDouble((double) i / STEPS))
        .toArray();
  }

  private static double[] xs(List<AuditResult.Point> points) {
    return points.stream().mapToDouble(AuditResult.Point::x).toArray();
  }

  private static double[] ys(List<AuditResult.Point> points) {
    return points.stream().mapToDouble(AuditResult.Point::y).toArray();
  }
}
