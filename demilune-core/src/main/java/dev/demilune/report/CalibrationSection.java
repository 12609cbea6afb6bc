// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.evaluate.ScoreCurves;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** How often what the model calls probable happens, on public rows. */
final class CalibrationSection {

  private CalibrationSection() {}

  /** Returns nothing for a model that is not calibrated. */
  static String html(Evaluation evaluation) {
    List<ScoreCurves.Point> points = evaluation.calibrationCurve();
    if (points.isEmpty()) {
      return "";
    }
    boolean two = evaluation.labels().size() == 2;
    String said = two ? "'" + evaluation.labels().name(1) + "'" : "the predicted class";
    Chart chart =
        Chart.of(
                "Calibration",
                "",
                Axis.linear("predicted probability (%)", 0, 100),
                Axis.linear("observed share (%)", 0, 100))
            .line("as predicted", Chart.Stroke.DOTTED, new double[] {0, 100}, new double[] {0, 100})
            .intervals(
                "observed, with 95 % intervals",
                Chart.Stroke.BOLD,
                percents(points, ScoreCurves.Point::predicted),
                percents(points, ScoreCurves.Point::observed),
                percents(points, point -> point.interval().low()),
                percents(points, point -> point.interval().high()));
    return "<h3>Calibration</h3>\n"
        + Html.figure(
            chart.figure(),
            "Rows by their predicted probability of "
                + said
                + (two ? ", and the share of rows that are." : ", and the share predicted right.")
                + " Where the line of predictions crosses an interval, the rows do not contradict"
                + " it.")
        + Html.details("The numbers as a table", table(points));
  }

  private static double[] percents(
      List<ScoreCurves.Point> points, ToDoubleFunction<ScoreCurves.Point> of) {
    return points.stream().mapToDouble(point -> 100 * of.applyAsDouble(point)).toArray();
  }

  private static String table(List<ScoreCurves.Point> points) {
    return Html.table(
        List.of("probability", "rows", "predicted", "observed", "95 % interval"),
        points.stream()
            .map(
                point ->
                    List.of(
                        Math.round(100 * point.from())
                            + " to "
                            + Math.round(100 * point.to())
                            + " %",
                        Html.count(point.rows()),
                        Html.percent(point.predicted()),
                        Html.percent(point.observed()),
                        Html.decimal(100 * point.interval().low(), 1)
                            + " to "
                            + Html.decimal(100 * point.interval().high(), 1)))
            .toList());
  }
}
