// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.GroupAccuracy;
import dev.demilune.evaluate.Measured;

/** Accuracy by group, on public rows: a table whose rows carry their intervals as drawings. */
final class GroupSection {

  private static final int WIDTH = 160;

  private GroupSection() {}

  static String html(GroupAccuracy accuracy) {
    StringBuilder table = new StringBuilder("<table class=\"groups\">\n<thead><tr>");
    table.append("<th scope=\"col\">" + Html.escape(accuracy.column()) + "</th>");
    table.append("<th scope=\"col\">rows</th><th scope=\"col\">accuracy (95 % interval)</th>");
    table.append("<td>0 to 100 %</td></tr></thead>\n<tbody>\n");
    for (GroupAccuracy.Group group : accuracy.groups()) {
      String name = group.name().isEmpty() ? "(empty)" : group.name();
      table
          .append("<tr><th scope=\"row\">" + Html.escape(name) + "</th><td>")
          .append(Html.count(group.rows()) + "</td><td>")
          .append(ScoresSection.percents(group.accuracy()) + "</td><td>")
          .append(drawing(group.accuracy()) + "</td></tr>\n");
    }
    table.append("</tbody>\n</table>\n");
    return "<h3>"
        + Html.escape("Accuracy by '" + accuracy.column() + "'")
        + "</h3>\n"
        + Html.scrolling("Accuracy by group", table.toString())
        + Html.paragraph(
            "Each interval holds for itself, in 95 of 100 samples; among many groups some miss by"
                + " chance. A wide one says that the group has too few rows to tell.");
  }

  private static String drawing(Measured share) {
    return "<svg class=\"interval\" aria-hidden=\"true\" width=\""
        + WIDTH
        + "\" height=\"16\" viewBox=\"0 0 "
        + WIDTH
        + " 16\"><line class=\"axis\" x1=\"0\" y1=\"8\" x2=\""
        + WIDTH
        + "\" y2=\"8\"/><line class=\"stroke0\" stroke-width=\"9\" x1=\""
        + at(share.low())
        + "\" y1=\"8\" x2=\""
        + at(share.high())
        + "\" y2=\"8\"/><circle class=\"dot\" r=\"2\" cx=\""
        + at(share.value())
        + "\" cy=\"8\"/></svg>";
  }

  private static String at(double share) {
    return Html.decimal(4 + (WIDTH - 8) * share, 1); // room for half a dot at both ends
  }
}
