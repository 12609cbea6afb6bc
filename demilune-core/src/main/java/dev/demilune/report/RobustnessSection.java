// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.robust.RobustAccuracy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The section on robustness: a curve and a table of some of its points. */
final class RobustnessSection {

  private static final int SAMPLES = 240;

  private RobustnessSection() {}

  static String html(RobustAccuracy robust) {
    String what =
        Html.paragraph(
            "The share of "
                + Html.count(robust.rows())
                + " public rows that are predicted right and stay so under every change of the"
                + " encoded row up to a length (Euclidean, before rows are clipped or scaled). This"
                + " is proved for each row, not estimated.");
    double shown = robust.radiusKeeping(0.01);
    if (!(shown > 0)) {
      return what + Html.paragraph("No row's prediction changes at a finite length above zero.");
    }
    double step = Axis.roundStep(shown / 10);
    int steps = (int) Math.ceil(shown / step - 1e-9);
    Axis length = Axis.linear("length of change", 0, step * steps);
    double[] lengths =
        IntStream.rangeClosed(0, SAMPLES).mapToDouble(i -> step * steps * i / SAMPLES).toArray();
    Chart chart =
        Chart.of(
                "Robust accuracy against length of change",
                "",
                length,
                Axis.linear("robust accuracy (%)", 0, 100))
            .line(
                "predicted right, whatever the change",
                Chart.Stroke.BOLD,
                lengths,
                IntStream.rangeClosed(0, SAMPLES)
                    .mapToDouble(i -> 100 * robust.at(lengths[i]))
                    .toArray());
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      rows.add(List.of(length.label(i * step), Html.percent(robust.at(i * step))));
    }
    return what
        + Html.figure(chart.figure(), "At length 0 it is the plain accuracy.")
        + Html.details(
            "The numbers as a table",
            Html.table(List.of("length of change", "robust accuracy"), rows));
  }
}
