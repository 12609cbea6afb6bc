// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.List;

/**
 * A table of texts as a section of a page; a narrow screen scrolls it.
 *
 * @param head one text for each column
 * @param rows the first text of each names the row
 */
public record TableSection(String heading, List<String> head, List<List<String>> rows) {

  public TableSection {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Adds the table to a page. */
  public void addTo(Page page) {
    StringBuilder html = new StringBuilder("<section>\n<h2>");
    html.append(Html.escape(heading)).append("</h2>\n<div class=\"wide\" tabindex=\"0\">\n");
    html.append("<table class=\"matrix\">\n<tr>");
    head.forEach(
        text -> html.append("<th scope=\"col\">").append(Html.escape(text)).append("</th>"));
    html.append("</tr>\n");
    for (List<String> row : rows) {
      html.append("<tr><th scope=\"row\">").append(Html.escape(row.get(0))).append("</th>");
      row.subList(1, row.size())
          .forEach(text -> html.append("<td>").append(Html.escape(text)).append("</td>"));
      html.append("</tr>\n");
    }
    page.section(html.append("</table>\n</div>\n</section>\n").toString());
  }
}
