// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.compare.LowerBounds;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Errors against rows, budget, margin and features on three distributions with a margin, of
 * learners with and without a δ, and the error that no learner can go below on one of them.
 */
final class MarginBenchmark {

  private static final double DELTA = 1e-6;
  private static final int FRESH = 1_000;
  private static final int SEEDS = 5;
  private static final double LEAST_DRAWN = 0.01;
  private static final Adjacency ADJACENCY = Adjacency.ADD_OR_REMOVE_ONE;
  private static final Chart.Stroke[] STROKES = {
    Chart.Stroke.BOLD, Chart.Stroke.DASHED, Chart.Stroke.THIN, Chart.Stroke.DOT_DASHED
  };

  private MarginBenchmark() {}

  /** With a δ and without: the learners that have a theorem for margins, and their rivals. */
  @SuppressWarnings("ImmutableEnumChecker") // a list of constants
  private enum Kind {
    APPROXIMATE("approximate", "projected-sgd", "margin-erm", "batch-perceptron", "noisy-descent"),
    PURE("pure", "net-choice", "objective-perturbation", "output-perturbation", "class-means");

    private final String title;
    private final List<String> learners;

    Kind(String title, String... learners) {
      this.title = title;
      this.learners = List.of(learners);
    }

    Guarantee guarantee(double epsilon) {
      return this == PURE ? PureDp.of(epsilon) : ApproximateDp.of(epsilon, DELTA);
    }
  }

  /** One task: rows, features, margin, budget. */
  private record Task(int rows, int features, double margin, double epsilon) {

    double error(String name, Kind kind, MarginDistribution distribution, int seed) {
      InstanceRows drawn = distribution.draw(features, margin, rows, FRESH, seed);
      Learner learner = Learners.named(name);
      Learner tuned =
          learner.has("margin") ? learner.with("margin", Double.toString(margin)) : learner;
      return 100
          * drawn.error(
              SeededRuns.fit(tuned, drawn.training(ADJACENCY), kind.guarantee(epsilon), seed + 1L));
    }

    double least(Kind kind) {
      int width = MarginDistribution.ORTHOGONAL.features(features, margin);
      Shape shape = new Shape(rows, width, 2, ADJACENCY);
      return 100 * LowerBounds.leastMeanError(shape, kind.guarantee(epsilon), margin);
    }
  }

  /** What is on the horizontal axis; everything else stays as it is. */
  @SuppressWarnings("ImmutableEnumChecker") // constants, which nothing writes to
  private enum Sweep {
    ROWS("rows", 100, 300, 1_000, 3_000, 10_000),
    EPSILON("ε", 0.03, 0.1, 0.3, 1, 3),
    MARGIN("margin", 0.05, 0.1, 0.2, 0.4),
    FEATURES("features", 30, 100, 300, 1_000);

    private final String title;
    private final double[] values;

    Sweep(String title, double... values) {
      this.title = title;
      this.values = values;
    }

    Task task(double value) {
      return switch (this) {
        case ROWS -> new Task((int) value, 50, 0.2, 1);
        case EPSILON -> new Task(1_000, 50, 0.2, value);
        case MARGIN -> new Task(1_000, 50, value, 1);
        case FEATURES -> new Task(1_000, (int) value, 0.2, 1);
      };
    }

    /** The numbers that stay, in words. */
    String others() {
      return switch (this) {
        case ROWS -> "50 features, margin 0.2, ε = 1";
        case EPSILON -> "1,000 rows, 50 features, margin 0.2";
        case MARGIN -> "1,000 rows, 50 features, ε = 1";
        case FEATURES -> "1,000 rows, margin 0.2, ε = 1";
      };
    }

    Axis axis() {
      return Axis.logarithmic(title, values[0], values[values.length - 1]);
    }

    String head() {
      return Arrays.stream(values)
          .mapToObj(v -> v >= 100 ? String.format(Locale.ROOT, "%,d", (long) v) : plain(v))
          .collect(Collectors.joining(" | "));
    }

    private static String plain(double value) {
      return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
  }

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Errors in per cent on %,d fresh rows of three distributions with a margin (`generate"
                + " large-margin`, `coordinates` and `common-direction`, 40 %% negative), add or"
                + " remove one, rows declared, margin as the learner's setting; mean and, in"
                + " brackets, standard deviation over %d draws of data and noise. Approximate: δ ="
                + " 1e-6; pure: δ = 0. \"No learner below\" is proved for orthogonal rows, on"
                + " average over their signs; the others have easier directions. Orthogonal rows"
                + " have as many features as directions where those are more than the table"
                + " says.",
            FRESH,
            SEEDS));
    for (Sweep sweep : Sweep.values()) {
      for (Kind kind : Kind.values()) {
        lines.add("");
        lines.add(
            "Error against "
                + sweep.title
                + ", "
                + kind.title
                + ": "
                + sweep.others()
                + " (plots: "
                + Arrays.stream(MarginDistribution.values())
                    .map(d -> "[" + d.title() + "](plots/" + file(sweep, kind, d) + ")")
                    .collect(Collectors.joining(", "))
                + ").");
        lines.addAll(
            Markdown.table("| " + sweep.title + " | distribution | " + sweep.head() + " |"));
        for (MarginDistribution distribution : MarginDistribution.values()) {
          lines.addAll(curves(sweep, kind, distribution));
        }
      }
    }
    lines.add("");
    lines.addAll(MarginRuleBenchmark.markdown());
    return lines;
  }

  private static String file(Sweep sweep, Kind kind, MarginDistribution distribution) {
    return String.join(
            "-",
            "margin",
            sweep.name().toLowerCase(Locale.ROOT),
            distribution.name().toLowerCase(Locale.ROOT),
            kind.title)
        + ".svg";
  }

  private static List<String> curves(Sweep sweep, Kind kind, MarginDistribution distribution) {
    Chart chart =
        Chart.of(
            "Error against " + sweep.title + ", " + distribution.title() + " rows",
            sweep.others() + (kind == Kind.PURE ? ", δ = 0" : ", δ = 1e-6"),
            sweep.axis(),
            Axis.logarithmic("error, per cent (0.01 and less at the bottom)", LEAST_DRAWN, 100));
    List<String> lines = new ArrayList<>();
    for (int l = 0; l < kind.learners.size(); l++) {
      String name = kind.learners.get(l);
      List<String> cells = new ArrayList<>(List.of("`" + name + "`", distribution.title()));
      double[] means = new double[sweep.values.length];
      for (int v = 0; v < means.length; v++) {
        Task task = sweep.task(sweep.values[v]);
        double[] errors = new double[SEEDS];
        Arrays.setAll(errors, seed -> task.error(name, kind, distribution, seed));
        cells.add(SeededRuns.meanAndDeviation(errors));
        means[v] = Math.max(LEAST_DRAWN, Arrays.stream(errors).average().orElseThrow());
      }
      lines.add(Markdown.row(cells.toArray(String[]::new)));
      chart.line(name, STROKES[l], sweep.values, means);
    }
    if (distribution == MarginDistribution.ORTHOGONAL) {
      double[] least = Arrays.stream(sweep.values).map(v -> sweep.task(v).least(kind)).toArray();
      List<String> cells = new ArrayList<>(List.of("no learner below", distribution.title()));
      Arrays.stream(least).forEach(error -> cells.add(String.format(Locale.ROOT, "%.2f", error)));
      lines.add(Markdown.row(cells.toArray(String[]::new)));
      chart.line(
          "no learner below",
          Chart.Stroke.DOTTED,
          sweep.values,
          Arrays.stream(least).map(error -> Math.max(LEAST_DRAWN, error)).toArray());
    }
    chart.write(Path.of("docs", "plots", file(sweep, kind, distribution)));
    return lines;
  }
}
