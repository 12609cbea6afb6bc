// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.explain.Effect;
import dev.demilune.explain.Explanation;

/** The section on what a model does with each column. */
final class ExplanationSection {

  /** A page of a wide table shows the most important columns only. */
  static final int MOST_CHARTS = 40;

  private ExplanationSection() {}

  static String html(Explanation explanation) {
    StringBuilder section =
        new StringBuilder("<section class=\"long\">\n<h2>What each column does</h2>\n");
    if (explanation.effects().isEmpty()) {
      paragraphs(section, explanation);
      return section.append("</section>\n").toString();
    }
    paragraph(
        section,
        "What each value of a column adds to the "
            + explanation.measure()
            + ", the most important column first.");
    paragraphs(section, explanation);
    paragraph(section, explanation.importanceBasis());
    section.append("<div class=\"effects\">\n").append(EffectChart.importance(explanation));
    explanation.effects().stream()
        .limit(MOST_CHARTS)
        .forEach((Effect effect) -> section.append(EffectChart.svg(explanation, effect)));
    section.append("</div>\n");
    int more = explanation.effects().size() - MOST_CHARTS;
    if (more > 0) {
      paragraph(
          section,
          more + " less important columns are not drawn; `demilune explain` writes all of them.");
    }
    return section.append("</section>\n").toString();
  }

  private static void paragraphs(StringBuilder section, Explanation explanation) {
    explanation.remarks().forEach(remark -> paragraph(section, remark));
  }

  private static void paragraph(StringBuilder section, String text) {
    section.append("<p>").append(Html.escape(text)).append("</p>\n");
  }
}
