// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Goal;
import dev.demilune.learn.HardMargin;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Whether the rows that {@code plan} expects to be enough are: errors with so many rows, over a
 * grid of features, margins, budgets and errors, on three distributions.
 */
final class RowsNeededBenchmark {

  private static final int[] FEATURES = {2, 50};
  private static final double[] MARGINS = {0.1, 0.25, 0.5};
  private static final double[] EPSILONS = {0.2, 1, 5};
  private static final double[] ERRORS = {0.02, 0.1, 0.3};
  private static final double DELTA = 1e-6;
  private static final int SEEDS = 5;
  private static final int FRESH = 500;
  private static final double MOST_NUMBERS = 1.5e6;

  /** What a learner without an estimate would have, were it the smallest of those there are. */
  private static final HardMargin SMALLEST = new HardMargin(2, 0);

  /** One point of the grid. */
  private record Point(int features, double margin, double epsilon, double error) {
    Goal goal() {
      return new Goal(margin, error, 0.1);
    }

    Guarantee guarantee() {
      return ApproximateDp.of(epsilon, DELTA);
    }

    Shape shape() {
      return new Shape(1, features, 2, Adjacency.ADD_OR_REMOVE_ONE);
    }
  }

  private RowsNeededBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Errors with the rows that `plan` expects to be enough, for features in %s, margins in"
                + " %s, ε in %s and errors in %s; δ = 1e-6, add or remove one, rows declared,"
                + " margin as the learner's setting. Points of"
                + " more than %.2g numbers are left out. For each distribution the largest error"
                + " over all points, each a mean over %d draws of data and noise, as a part of the"
                + " error that was asked for: up to 1 the estimate holds. Common direction is"
                + " `generate common-direction`, 40 %% negative.",
            Arrays.toString(FEATURES),
            Arrays.toString(MARGINS),
            Arrays.toString(EPSILONS),
            Arrays.toString(ERRORS),
            MOST_NUMBERS,
            SEEDS));
    lines.addAll(
        Markdown.table(
            "| learner | points | rows | isotropic | orthogonal | common direction | seconds |"));
    for (String name :
        List.of(
            "noisy-descent", "private-svm", "batch-perceptron", "projected-sgd", "margin-erm")) {
      lines.add(line(name, false));
    }
    lines.add("");
    lines.add(
        "What has no estimate, with as many rows as noisy-descent: larger numbers are the reason.");
    lines.addAll(
        Markdown.table(
            "| learner | points | rows | isotropic | orthogonal | common direction | seconds |"));
    for (String name : List.of("objective-perturbation", "output-perturbation", "class-means")) {
      lines.add(line(name, true));
    }
    return lines;
  }

  private static String line(String name, boolean unknown) {
    long start = System.nanoTime();
    Map<MarginDistribution, Double> worst = new EnumMap<>(MarginDistribution.class);
    int points = 0;
    double fewest = Double.POSITIVE_INFINITY;
    double most = 0;
    for (Point point : grid()) {
      Learner learner = learner(name, point.margin);
      OptionalDouble expected =
          unknown
              ? SMALLEST.expectedRows(point.shape(), point.guarantee(), point.goal(), 0)
              : learner.rowsNeeded(point.shape(), point.guarantee(), point.goal()).expected();
      if (expected.isEmpty() || expected.getAsDouble() * point.features > MOST_NUMBERS) {
        continue;
      }
      points++;
      fewest = Math.min(fewest, expected.getAsDouble());
      most = Math.max(most, expected.getAsDouble());
      for (MarginDistribution kind : MarginDistribution.values()) {
        double error = meanError(learner, point, kind, (int) expected.getAsDouble());
        worst.merge(kind, error / point.error, Math::max);
      }
    }
    return Markdown.row(
        "`" + name + "`",
        Integer.toString(points),
        String.format(Locale.ROOT, "%,.0f to %,.0f", fewest, most),
        part(worst.getOrDefault(MarginDistribution.ISOTROPIC, 0.0)),
        part(worst.getOrDefault(MarginDistribution.ORTHOGONAL, 0.0)),
        part(worst.getOrDefault(MarginDistribution.COMMON, 0.0)),
        String.format(Locale.ROOT, "%.0f", (System.nanoTime() - start) * 1e-9));
  }

  private static String part(double worst) {
    return String.format(Locale.ROOT, "%.2f", worst);
  }

  private static List<Point> grid() {
    List<Point> grid = new ArrayList<>();
    for (int features : FEATURES) {
      for (double margin : MARGINS) {
        for (double epsilon : EPSILONS) {
          for (double error : ERRORS) {
            grid.add(new Point(features, margin, epsilon, error));
          }
        }
      }
    }
    return grid;
  }

  private static Learner learner(String name, double margin) {
    Learner learner = Learners.named(name);
    return learner.has("margin") ? learner.with("margin", Double.toString(margin)) : learner;
  }

  private static double meanError(Learner learner, Point point, MarginDistribution kind, int rows) {
    double sum = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      InstanceRows drawn = kind.draw(point.features, point.margin, rows, FRESH, seed);
      sum +=
          drawn.error(
              SeededRuns.fit(
                  learner,
                  drawn.training(Adjacency.ADD_OR_REMOVE_ONE),
                  point.guarantee(),
                  seed + 1L));
    }
    return sum / SEEDS;
  }
}
