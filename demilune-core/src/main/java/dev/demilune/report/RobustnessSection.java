// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.robust.RobustAccuracy;
import java.util.Locale;

/** The section on robustness: a curve in SVG and a table of some of its points. */
final class RobustnessSection {

  private static final int LEFT = 52;
  private static final int RIGHT = 700;
  private static final int TOP = 14;
  private static final int BOTTOM = 284;
  private static final int SAMPLES = 240;

  private RobustnessSection() {}

  static String html(RobustAccuracy robust) {
    StringBuilder section = new StringBuilder("<section>\n<h2>Robustness</h2>\n");
    section
        .append("<p>The share of ")
        .append(Html.count(robust.rows()))
        .append(" public rows that are predicted right and stay so under every change of the ")
        .append("encoded row up to a length (Euclidean, before rows are clipped or scaled). ")
        .append("This is proved for each row, not estimated.</p>\n");
    double shown = robust.radiusKeeping(0.01);
    if (!(shown > 0)) {
      return section
          .append("<p>No row's prediction changes at a finite length above zero.</p>\n</section>\n")
          .toString();
    }
    double step = roundStep(shown / 10);
    int ticks = (int) Math.ceil(shown / step - 1e-9);
    section.append(curve(robust, step, ticks));
    section.append("<div class=\"wide\">\n<table>\n<tr><th>length</th>");
    for (int i = 0; i <= ticks; i++) {
      section.append("<td>").append(number(i * step)).append("</td>");
    }
    section.append("</tr>\n<tr><th>robust accuracy</th>");
    for (int i = 0; i <= ticks; i++) {
      section.append("<td>").append(Html.percent(robust.at(i * step))).append("</td>");
    }
    return section.append("</tr>\n</table>\n</div>\n</section>\n").toString();
  }

  private static String curve(RobustAccuracy robust, double step, int ticks) {
    double largest = step * ticks;
    StringBuilder svg = new StringBuilder(8192);
    svg.append("<svg viewBox=\"0 0 720 330\" role=\"img\" ")
        .append("aria-label=\"Robust accuracy against length of change\">\n");
    for (int i = 0; i <= 5; i++) {
      String y = coordinate(BOTTOM - (BOTTOM - TOP) * i / 5.0);
      line(svg, "grid", coordinate(LEFT), y, coordinate(RIGHT), y);
      text(svg, LEFT - 8, BOTTOM - (BOTTOM - TOP) * i / 5.0 + 4, "end", 20 * i + " %");
    }
    for (int i = 0; i <= ticks; i++) {
      double x = LEFT + (RIGHT - LEFT) * (double) i / ticks;
      String at = coordinate(x);
      line(svg, "grid", at, coordinate(TOP), at, coordinate(BOTTOM));
      text(svg, x, BOTTOM + 18, "middle", number(i * step));
    }
    text(svg, (LEFT + RIGHT) / 2.0, BOTTOM + 40, "middle", "length of change");
    StringBuilder points = new StringBuilder();
    for (int i = 0; i <= SAMPLES; i++) {
      double share = robust.at(largest * i / SAMPLES);
      points
          .append(coordinate(LEFT + (RIGHT - LEFT) * (double) i / SAMPLES))
          .append(',')
          .append(coordinate(BOTTOM - (BOTTOM - TOP) * share))
          .append(' ');
    }
    svg.append("<polygon class=\"area\" points=\"")
        .append(points)
        .append(RIGHT + "," + BOTTOM + " " + LEFT + "," + BOTTOM + "\"/>\n")
        .append("<polyline class=\"curve\" points=\"")
        .append(points)
        .append("\"/>\n");
    return svg.append("</svg>\n").toString();
  }

  private static void line(
      StringBuilder svg, String style, String x1, String y1, String x2, String y2) {
    svg.append("<line class=\"" + style + "\" x1=\"" + x1 + "\" y1=\"" + y1 + "\" x2=\"" + x2)
        .append("\" y2=\"" + y2 + "\"/>\n");
  }

  private static void text(StringBuilder svg, double x, double y, String anchor, String content) {
    svg.append("<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y))
        .append("\" text-anchor=\"" + anchor + "\">" + Html.escape(content) + "</text>\n");
  }

  /** Rounds up to 1, 2 or 5 times a power of ten. */
  static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (int factor : new int[] {1, 2, 5}) {
      if (factor * power >= least) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static String number(double value) {
    return value == 0 || (value >= 0.001 && value < 1e6)
        ? Html.decimal(value, 6).replaceAll("\\.?0+$", "")
        : String.format(Locale.ROOT, "%.1e", value);
  }

  private static String coordinate(double value) {
    return Html.decimal(value, 1);
  }
}
