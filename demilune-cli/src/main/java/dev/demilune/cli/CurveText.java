// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.evaluate.ScoreCurves;
import dev.demilune.schema.LabelSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code evaluate --private} says about noisy counts of scores. */
final class CurveText {

  private CurveText() {}

  /**
   * @param counted what is counted, rows or persons
   */
  static String of(ScoreCurves curves, LabelSet labels, String counted) {
    StringBuilder text = new StringBuilder("\n\n");
    line(text, "AUC", Optional.of(curves.auc()));
    line(text, "log loss", curves.logLoss());
    line(text, "Brier score", curves.brierScore());
    text.append(
        "\n(95 % intervals, for noise and sampling together, of scores rounded to "
            + ScoreCurves.CELLS
            + " cells;\n in brackets what rounding can change)\n");
    String second = labels.name(1);
    if (curves.calibrated()) {
      TextTable table =
          new TextTable(
              List.of("probability of " + second, counted, "predicted", "observed", "between"),
              1,
              2,
              3,
              4);
      for (ScoreCurves.Point point : curves.calibrationCurve()) {
        table.add(
            String.format(Locale.ROOT, "%.2f to %.2f", point.from(), point.to()),
            String.format(Locale.ROOT, "%,d", point.rows()),
            percent(point.predicted()),
            percent(point.observed()),
            percent(point.interval().low()) + " and " + percent(point.interval().high()));
      }
      text.append("\ncalibration\n").append(table).append('\n');
    } else {
      text.append(
          "\n(the model is not calibrated: it has no log loss, Brier score and calibration curve)\n");
    }
    TextTable table =
        new TextTable(
            List.of(
                curves.calibrated() ? "probability from" : "score from",
                counted,
                second + " found",
                "lift",
                "between"),
            1,
            2,
            3,
            4);
    for (ScoreCurves.Lift lift : curves.lift()) {
      table.add(
          String.format(Locale.ROOT, curves.calibrated() ? "%.2f" : "%.4g", lift.from()),
          percent(lift.rows()),
          percent(lift.found()),
          String.format(Locale.ROOT, "%.2f", lift.lift()),
          String.format(Locale.ROOT, "%.2f and %.2f", lift.low(), lift.high()));
    }
    return text.append("\nlift\n").append(table).toString();
  }

  private static void line(
      StringBuilder text, String what, Optional<ScoreCurves.Estimate> estimate) {
    estimate.ifPresent(
        some ->
            text.append(
                Double.isNaN(some.value())
                    ? String.format(Locale.ROOT, "%-18s not known%n", what)
                    : String.format(
                        Locale.ROOT,
                        "%-18s %.4f, between %.4f and %.4f (±%.4f)%n",
                        what,
                        some.value(),
                        some.low(),
                        some.high(),
                        some.rounding())));
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** Adds numbers to the result and their ends to its intervals. */
  static void add(ScoreCurves curves, JsonObject result, JsonObject intervals) {
    JsonObject rounding = new JsonObject();
    add(result, intervals, rounding, "auc", Optional.of(curves.auc()));
    add(result, intervals, rounding, "logLoss", curves.logLoss());
    add(result, intervals, rounding, "brierScore", curves.brierScore());
    Json.add(
        result,
        "rounding",
        rounding,
        "calibrationCurve",
        curves.calibrationCurve().stream()
            .map(
                point ->
                    Json.of(
                        "from", point.from(),
                        "to", point.to(),
                        "rows", point.rows(),
                        "predicted", known(point.predicted()),
                        "observed", known(point.observed()),
                        "interval", List.of(point.interval().low(), point.interval().high())))
            .toList(),
        "lift",
        curves.lift().stream()
            .map(
                lift ->
                    Json.of(
                        "from", lift.from(),
                        "rows", lift.rows(),
                        "found", lift.found(),
                        "lift", lift.lift(),
                        "low", lift.low(),
                        "high", known(lift.high())))
            .toList());
  }

  private static void add(
      JsonObject result,
      JsonObject intervals,
      JsonObject rounding,
      String name,
      Optional<ScoreCurves.Estimate> estimate) {
    estimate.ifPresent(
        some -> {
          Json.add(result, name, known(some.value()));
          Json.add(intervals, name, java.util.Arrays.asList(some.low(), known(some.high())));
          Json.add(rounding, name, some.rounding());
        });
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
