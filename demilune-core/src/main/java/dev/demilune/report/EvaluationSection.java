// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.schema.LabelSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The section on accuracy: a row of numbers and the confusion matrix. */
final class EvaluationSection {

  private static final int LARGEST_MATRIX = 20;
  private static final int MOST_MISTAKES = 20;

  private EvaluationSection() {}

  static String html(Evaluation evaluation) {
    StringBuilder section = new StringBuilder("<section>\n<h2>On public rows</h2>\n");
    section.append("<div class=\"tiles\">\n");
    tile(section, "accuracy", Html.percent(evaluation.accuracy()));
    tile(section, "balanced accuracy", Html.percent(evaluation.balancedAccuracy()));
    evaluation.auc().ifPresent(auc -> tile(section, "AUC", Html.decimal(auc, 4)));
    tile(section, "log loss", Html.decimal(evaluation.logLoss(), 4));
    evaluation
        .brierScore()
        .ifPresent(score -> tile(section, "Brier score", Html.decimal(score, 4)));
    tile(section, "rows", Html.count(evaluation.rows()));
    section.append("</div>\n");
    section.append(
        evaluation.labels().size() <= LARGEST_MATRIX ? matrix(evaluation) : mistakes(evaluation));
    return section.append("</section>\n").toString();
  }

  private static void tile(StringBuilder section, String name, String value) {
    section
        .append("<div class=\"tile\"><b>")
        .append(Html.escape(value))
        .append("</b><span>")
        .append(Html.escape(name))
        .append("</span></div>\n");
  }

  private static String matrix(Evaluation evaluation) {
    LabelSet labels = evaluation.labels();
    StringBuilder table = new StringBuilder("<h3>Confusion matrix</h3>\n<div class=\"wide\">\n");
    table.append("<table class=\"matrix\">\n<tr><th>actual \\ predicted</th>");
    for (String name : labels.names()) {
      table.append("<th scope=\"col\">").append(Html.escape(name)).append("</th>");
    }
    table.append("<th scope=\"col\">right</th></tr>\n");
    for (int actual = 0; actual < labels.size(); actual++) {
      table.append("<tr><th scope=\"row\">").append(Html.escape(labels.name(actual)));
      table.append("</th>");
      long ofClass = evaluation.rowsOf(actual);
      for (int predicted = 0; predicted < labels.size(); predicted++) {
        long count = evaluation.confusion(actual, predicted);
        double share = ofClass == 0 ? 0 : (double) count / ofClass;
        table
            .append("<td style=\"background:")
            .append(actual == predicted ? "rgba(33,110,82," : "rgba(178,58,42,")
            .append(Html.decimal(0.75 * Math.sqrt(share), 3))
            .append(")\">")
            .append(Html.count(count))
            .append("</td>");
      }
      long right = evaluation.confusion(actual, actual);
      table
          .append("<td class=\"right\">")
          .append(ofClass == 0 ? "–" : Html.percent((double) right / ofClass))
          .append("</td></tr>\n");
    }
    return table.append("</table>\n</div>\n").toString();
  }

  private record Mistake(int actual, int predicted, long count) {}

  private static String mistakes(Evaluation evaluation) {
    LabelSet labels = evaluation.labels();
    List<Mistake> mistakes = new ArrayList<>();
    for (int actual = 0; actual < labels.size(); actual++) {
      for (int predicted = 0; predicted < labels.size(); predicted++) {
        long count = evaluation.confusion(actual, predicted);
        if (actual != predicted && count > 0) {
          mistakes.add(new Mistake(actual, predicted, count));
        }
      }
    }
    mistakes.sort(Comparator.comparingLong(Mistake::count).reversed());
    StringBuilder table = new StringBuilder("<h3>Most frequent mistakes</h3>\n<table>\n");
    table.append("<tr><th>actual</th><th>predicted</th><th>rows</th></tr>\n");
    for (Mistake mistake : mistakes.subList(0, Math.min(MOST_MISTAKES, mistakes.size()))) {
      table
          .append("<tr><td>")
          .append(Html.escape(labels.name(mistake.actual)))
          .append("</td><td>")
          .append(Html.escape(labels.name(mistake.predicted)))
          .append("</td><td>")
          .append(Html.count(mistake.count))
          .append("</td></tr>\n");
    }
    return table.append("</table>\n").toString();
  }
}
