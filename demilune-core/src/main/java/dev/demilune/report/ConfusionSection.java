// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.schema.LabelSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which classes were predicted as which others: a matrix, or the most frequent mistakes. */
final class ConfusionSection {

  private static final int LARGEST_MATRIX = 20;
  private static final int MOST_MISTAKES = 20;

  private ConfusionSection() {}

  static String html(Evaluation evaluation) {
    return evaluation.labels().size() <= LARGEST_MATRIX ? matrix(evaluation) : mistakes(evaluation);
  }

  private static String matrix(Evaluation evaluation) {
    LabelSet labels = evaluation.labels();
    StringBuilder table =
        new StringBuilder("<table class=\"matrix\">\n<tr><td>actual \\ predicted</td>");
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
            .append("<td class=\"" + (actual == predicted ? "hit" : "miss") + "\" style=\"--part:")
            .append(Html.decimal(0.6 * Math.sqrt(share), 3)) // more, and the number fades
            .append("\">")
            .append(Html.count(count))
            .append("</td>");
      }
      long right = evaluation.confusion(actual, actual);
      table
          .append("<td class=\"right\">")
          .append(ofClass == 0 ? "–" : Html.percent((double) right / ofClass))
          .append("</td></tr>\n");
    }
    return "<h3>Confusion matrix</h3>\n"
        + Html.scrolling("Confusion matrix", table.append("</table>\n").toString());
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
    List<List<String>> rows =
        mistakes.stream()
            .limit(MOST_MISTAKES)
            .map(
                mistake ->
                    List.of(
                        labels.name(mistake.actual),
                        labels.name(mistake.predicted),
                        Html.count(mistake.count)))
            .toList();
    return "<h3>Most frequent mistakes</h3>\n"
        + Html.scrolling(
            "Most frequent mistakes", Html.table(List.of("actual", "predicted", "rows"), rows));
  }
}
