// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.evaluate.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Metrics on public rows with their intervals, beside the majority class and a baseline. */
final class ScoresSection {

  private static final String NONE = "–";

  private ScoresSection() {}

  static String html(Evaluation model, Optional<Baseline> baseline) {
    List<String> headings = new ArrayList<>(List.of("", "this model", "majority class"));
    baseline.ifPresent(other -> headings.add(other.name()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row(
            "accuracy",
            Html.percent(model.majorityShare()),
            model,
            baseline,
            numbers -> percents(numbers.measuredAccuracy())));
    rows.add(
        row(
            "balanced accuracy",
            Html.percent(1.0 / occurring(model)),
            model,
            baseline,
            numbers -> Html.percent(numbers.balancedAccuracy())));
    if (model.auc().isPresent()) {
      rows.add(
          row(
              "AUC",
              "0.5000",
              model,
              baseline,
              numbers -> numbers.measuredAuc().map(ScoresSection::decimals).orElse(NONE)));
    }
    rows.add(
        row(
            "log loss",
            Html.decimal(model.logLossOfShares(), 4),
            model,
            baseline,
            numbers -> decimals(numbers.measuredLogLoss())));
    if (model.brierScore().isPresent()) {
      rows.add(
          row(
              "Brier score",
              NONE,
              model,
              baseline,
              numbers -> numbers.measuredBrierScore().map(ScoresSection::decimals).orElse(NONE)));
    }
    return Html.paragraph(
            "On "
                + Html.count(model.rows())
                + " rows that were declared public. The numbers depend on these rows and are not"
                + " private. In parentheses: 95 % intervals, for chance in which rows were drawn.")
        + Html.scrolling("Metrics", Html.table("scores", headings, rows))
        + (model.brierScore().isPresent()
            ? ""
            : Html.paragraph(
                "The model is not calibrated: its scores are no probabilities, so that log loss"
                    + " compares models of the same kind only, and there is no calibration curve."));
  }

  private static List<String> row(
      String name,
      String ofMajority,
      Evaluation model,
      Optional<Baseline> baseline,
      Function<Evaluation, String> number) {
    List<String> row = new ArrayList<>(List.of(name, number.apply(model), ofMajority));
    baseline.ifPresent(other -> row.add(number.apply(other.evaluation())));
    return row;
  }

  private static long occurring(Evaluation model) {
    return IntStream.range(0, model.labels().size()).filter(k -> model.rowsOf(k) > 0).count();
  }

  /** A share with its interval. */
  static String percents(Measured share) {
    return Html.percent(share.value())
        + interval(Html.decimal(100 * share.low(), 1), Html.decimal(100 * share.high(), 1));
  }

  private static String decimals(Measured number) {
    return Html.decimal(number.value(), 4)
        + interval(Html.decimal(number.low(), 4), Html.decimal(number.high(), 4));
  }

  /** Both ends on one line, also where a cell is narrow. */
  private static String interval(String low, String high) {
    return " (" + low + "\u00a0to\u00a0" + high + ")";
  }
}
