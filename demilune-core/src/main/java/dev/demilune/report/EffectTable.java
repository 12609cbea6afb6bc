// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.explain.Effect;
import dev.demilune.explain.Explanation;
import java.util.ArrayList;
import java.util.List;

/** The numbers of an {@link EffectChart}, for those who cannot see it or want them exactly. */
final class EffectTable {

  /** A curve with more points is told by some of them. */
  private static final int MOST_ROWS = 40;

  private EffectTable() {}

  static String html(Explanation explanation, Effect effect) {
    List<Integer> lines = EffectChart.lines(explanation, effect);
    List<String> headings = new ArrayList<>(List.of(effect.name()));
    lines.forEach(line -> headings.add(explanation.lines().get(line)));
    List<List<String>> rows = new ArrayList<>();
    int points = effect.points().size();
    int stride = (points + MOST_ROWS - 1) / MOST_ROWS;
    for (int i = 0; i < points; i++) {
      if (i % stride == 0 || i == points - 1) {
        rows.add(row(effect.points().get(i), lines));
      }
    }
    return Html.details(
        (stride == 1 ? "As a table: " : "Some points as a table: ") + effect.name(),
        Html.scrolling(effect.name(), Html.table(headings, rows)));
  }

  private static List<String> row(Effect.Point point, List<Integer> lines) {
    List<String> row = new ArrayList<>(List.of(point.label()));
    for (int line : lines) {
      double band = point.halfWidth(line);
      row.add(
          Html.decimal(point.values().get(line), 3)
              + (band > 0 ? " ± " + Html.decimal(band, 3) : ""));
    }
    return row;
  }
}
