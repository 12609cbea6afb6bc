// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import dev.demilune.rows.BoundedDataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Errors on the large-margin distribution: x = y c w + √(1 - c²) u with c uniform from the margin
 * to twice the margin and u a random direction orthogonal to w. That is what {@code generate
 * large-margin} writes, drawn here without a file.
 */
final class MarginBenchmark {

  private static final double DELTA = 1e-5;
  private static final int TEST_ROWS = 2_000;
  private static final int SEEDS = 5;

  private MarginBenchmark() {}

  /** One task: rows, features, margin, budget. */
  private record Task(int rows, int features, double margin, double epsilon) {}

  /** One curve's family: how tasks follow from a number on the horizontal axis. */
  private record Family(
      String file, String title, String subtitle, Axis axis, List<Double> values) {

    Task task(double value) {
      return switch (file) {
        case "rows" -> new Task((int) value, 1_000, 0.1, 1);
        case "epsilon" -> new Task(5_000, 1_000, 0.1, value);
        case "margin" -> new Task(2_000, 1_000, value, 1);
        default -> new Task(1_000, (int) value, 0.2, 0.5);
      };
    }
  }

  private static final List<Family> FAMILIES =
      List.of(
          new Family(
              "rows",
              "Error against rows",
              "1,000 features, margin 0.1, ε = 1, δ = 1e-5",
              Axis.logarithmic("rows", 500, 20_000),
              List.of(500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0, 20_000.0)),
          new Family(
              "epsilon",
              "Error against ε",
              "5,000 rows, 1,000 features, margin 0.1, δ = 1e-5",
              Axis.logarithmic("ε", 0.1, 3),
              List.of(0.1, 0.2, 0.5, 1.0, 3.0)),
          new Family(
              "margin",
              "Error against the margin",
              "2,000 rows, 1,000 features, ε = 1, δ = 1e-5",
              Axis.logarithmic("margin", 0.05, 0.4),
              List.of(0.05, 0.1, 0.2, 0.4)),
          new Family(
              "features",
              "Error against the number of features",
              "1,000 rows, margin 0.2, ε = 0.5, δ = 1e-5",
              Axis.logarithmic("features", 100, 10_000),
              List.of(100.0, 300.0, 1_000.0, 3_000.0, 10_000.0)));

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Errors in per cent on 2,000 fresh points of the large-margin distribution, δ = 1e-5, add"
            + " or remove one, rows declared, margin as the learner's setting; mean and, in"
            + " brackets, standard deviation over "
            + SEEDS
            + " draws of data and noise.");
    for (Family family : FAMILIES) {
      lines.add("");
      lines.add(
          family.title
              + ": "
              + family.subtitle
              + " ([plot](plots/margin-"
              + family.file
              + ".svg)).");
      lines.addAll(table(family));
    }
    lines.add("");
    lines.addAll(MarginRuleBenchmark.markdown());
    return lines;
  }

  private static List<Learner> learners(Task task) {
    String margin = Double.toString(task.margin);
    return List.of(
        BatchPerceptron.withDefaults().with("margin", margin),
        ProjectedSgd.withDefaults().with("margin", margin),
        MarginErm.withDefaults().with("margin", margin),
        NoisyDescent.withDefaults());
  }

  private static List<String> table(Family family) {
    int learners = learners(family.task(family.values.get(0))).size();
    double[][][] errors = new double[learners][family.values.size()][SEEDS];
    for (int v = 0; v < family.values.size(); v++) {
      Task task = family.task(family.values.get(v));
      for (int seed = 0; seed < SEEDS; seed++) {
        MarginPoints points = new MarginPoints(task.rows, task.features, task.margin, seed);
        BoundedDataset rows = points.training();
        for (int l = 0; l < learners; l++) {
          Classifier model =
              SeededRuns.fit(
                  learners(task).get(l), rows, ApproximateDp.of(task.epsilon, DELTA), seed + 1);
          errors[l][v][seed] = points.error(model, TEST_ROWS);
        }
      }
    }
    String head =
        family.values.stream().map(MarginBenchmark::number).collect(Collectors.joining(" | "));
    List<String> lines =
        new ArrayList<>(Markdown.table("| " + family.axis.name() + " | " + head + " |"));
    Chart chart =
        Chart.of(
            family.title,
            family.subtitle,
            family.axis,
            Axis.logarithmic("error, per cent (0.01 and less at the bottom)", 0.01, 100));
    Chart.Stroke[] strokes = {
      Chart.Stroke.DASHED, Chart.Stroke.BOLD, Chart.Stroke.THIN, Chart.Stroke.DOTTED
    };
    double[] values = family.values.stream().mapToDouble(Double::doubleValue).toArray();
    for (int l = 0; l < learners; l++) {
      String name = learners(family.task(family.values.get(0))).get(l).name();
      StringBuilder line = new StringBuilder("| `" + name + "`");
      double[] means = new double[family.values.size()];
      for (int v = 0; v < means.length; v++) {
        line.append(" | ").append(SeededRuns.meanAndDeviation(errors[l][v]));
        means[v] = Math.max(0.01, Arrays.stream(errors[l][v]).average().orElseThrow());
      }
      lines.add(line.append(" |").toString());
      chart.line(name, strokes[l], values, means);
    }
    chart.write(Path.of("docs", "plots", "margin-" + family.file + ".svg"));
    return lines;
  }

  private static String number(double value) {
    return value >= 100 ? String.format(Locale.ROOT, "%,d", (long) value) : Double.toString(value);
  }
}
