// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.StandardLoss;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.schema.RowBound;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Test accuracy of {@code margin-erm} by its loss. */
final class LossBenchmark {

  private LossBenchmark() {}

  static List<String> markdown() {
    Map<String, PublicData> tasks = new LinkedHashMap<>();
    tasks.put("common direction, margin 0.1, 10,000 rows", commonDirection());
    tasks.put("a9a", PublicData.a9a());
    tasks.put("MNIST, 3 against 8", PublicData.threeAgainstEight());
    tasks.put("USPS", PublicData.usps());
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy, in per cent, of `margin-erm` with each loss, δ = 1e-5, add or remove one,"
            + " row count declared, margin 0.1 as by default; mean and standard deviation over 5"
            + " seeds. Rows of a common direction are (±0.1, √0.99), 40 % of them negative.");
    StringBuilder head = new StringBuilder("| data | ε |");
    for (StandardLoss loss : StandardLoss.values()) {
      head.append(" `").append(Setting.word(loss)).append("` |");
    }
    lines.addAll(Markdown.table(head.toString()));
    tasks.forEach(
        (name, data) -> {
          Task task = Task.of(data);
          for (double epsilon : new double[] {0.3, 1, 8}) {
            lines.add(row(name, task, epsilon));
          }
        });
    return lines;
  }

  private static String row(String name, Task task, double epsilon) {
    List<String> cells = new ArrayList<>(List.of(name, Double.toString(epsilon)));
    for (StandardLoss loss : StandardLoss.values()) {
      Learner learner = MarginErm.withDefaults().with(MarginErm.LOSS, loss);
      cells.add(task.accuracies(learner, ApproximateDp.of(epsilon, 1e-5)));
    }
    return Markdown.row(cells.toArray(String[]::new));
  }

  private static PublicData commonDirection() {
    return DrawnRows.of(
        10_000,
        RowBound.scale(),
        random -> new double[] {random.nextInt(5) < 2 ? -0.1 : 0.1, Math.sqrt(0.99)},
        row -> row[0] > 0 ? 1 : 0);
  }
}
