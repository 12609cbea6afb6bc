// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.explain.Explanation;
import java.util.List;

/** The section on what a model does with each column. */
final class ExplanationSection {

  /** A page of a wide table shows the most important columns only. */
  static final int MOST_CHARTS = 40;

  private ExplanationSection() {}

  static String html(Explanation explanation) {
    StringBuilder section = new StringBuilder();
    if (explanation.effects().isEmpty()) {
      paragraphs(section, explanation);
      return section.toString();
    }
    paragraph(
        section,
        "What each value of a column adds to the "
            + explanation.measure()
            + ", the most important column first.");
    paragraphs(section, explanation);
    paragraph(section, explanation.importanceBasis());
    section
        .append("<div class=\"effects\">\n<figure>\n" + EffectChart.importance(explanation))
        .append(Html.details("Importance as a table", importance(explanation)) + "</figure>\n");
    explanation.effects().stream()
        .limit(MOST_CHARTS)
        .forEach(
            effect ->
                section
                    .append("<figure>\n" + EffectChart.svg(explanation, effect))
                    .append(EffectTable.html(explanation, effect) + "</figure>\n"));
    section.append("</div>\n");
    int more = explanation.effects().size() - MOST_CHARTS;
    if (more > 0) {
      paragraph(
          section,
          more + " less important columns are not drawn; `demilune explain` writes all of them.");
    }
    return section.toString();
  }

  private static String importance(Explanation explanation) {
    return Html.table(
        List.of("column", "importance"),
        explanation.effects().stream()
            .map(effect -> List.of(effect.name(), Html.decimal(effect.importance(), 3)))
            .toList());
  }

  private static void paragraphs(StringBuilder section, Explanation explanation) {
    explanation.remarks().forEach(remark -> paragraph(section, remark));
  }

  private static void paragraph(StringBuilder section, String text) {
    section.append(Html.paragraph(text));
  }
}
