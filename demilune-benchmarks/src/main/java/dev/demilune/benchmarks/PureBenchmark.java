// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.embed.SignProjection;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What δ = 0 costs: errors on the large-margin distribution of learners with pure privacy, beside
 * those that need a δ.
 */
final class PureBenchmark {

  private static final int[] FEATURES = {2, 3, 10, 500};
  private static final int ROWS = 5_000;
  private static final double MARGIN = 0.3;
  private static final double EPSILON = 1;
  private static final double DELTA = 1e-5;
  private static final int TEST_ROWS = 5_000;

  private PureBenchmark() {}

  /** One line: a name with settings, and the δ, or no privacy at all. */
  private record Line(String name, List<String> settings, Guarantee guarantee) {

    static Line pure(String name, String... settings) {
      return new Line(name, List.of(settings), PureDp.of(EPSILON));
    }

    static Line approximate(String name, String... settings) {
      return new Line(name, List.of(settings), ApproximateDp.of(EPSILON, DELTA));
    }

    Learner learner() {
      Learner learner = Learners.named(name);
      for (String setting : settings) {
        String[] parts = setting.split("=", 2);
        learner = learner.with(parts[0], parts[1]);
      }
      return learner;
    }

    String title() {
      return "`" + name + "`" + (settings.isEmpty() ? "" : ", " + String.join(", ", settings));
    }
  }

  private static final String M = "margin=" + MARGIN;

  /** Any learner can be one more line; what its plan refuses stays empty. */
  private static final List<Line> PURE =
      List.of(
          Line.pure("auto"),
          Line.pure("net-choice", M),
          Line.pure("net-choice"),
          Line.pure("net-choice", M, "cover=refine", "projection=20"),
          Line.pure("net-choice", M, "cover=random", "projection=20"),
          Line.pure("net-choice", M, "cover=net", "projection=3", "intercept=off"),
          Line.pure("sphere-choice", M, "intercept=off"),
          Line.pure("sphere-choice", M, "intercept=off", "kept=0.1"),
          Line.pure("output-perturbation"),
          Line.pure("objective-perturbation"),
          Line.pure("class-means"));

  private static final List<Line> APPROXIMATE =
      List.of(
          Line.approximate("noisy-descent"),
          Line.approximate("projected-sgd", M),
          Line.approximate("margin-erm", M),
          Line.approximate("output-perturbation"),
          Line.approximate("objective-perturbation"));

  private static final List<Line> WITHOUT =
      List.of(
          Line.pure("net-choice", M),
          Line.pure("net-choice", M, "cover=refine", "projection=20"),
          Line.pure("net-choice", M, "cover=random", "projection=20"),
          Line.pure("net-choice", M, "cover=net", "projection=3", "intercept=off"));

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Errors in per cent on %,d fresh points of the large-margin distribution, margin %s,"
                + " %,d rows, ε = 1, add or remove one, rows declared; mean and, in brackets,"
                + " standard deviation over %d draws of data and noise. Empty: the plan refuses,"
                + " and says why. Seconds are for 500 features, or for the most that it runs with.",
            TEST_ROWS,
            MARGIN,
            ROWS,
            SeededRuns.SEEDS));
    section(lines, "δ = 0", PURE, true);
    section(lines, "δ = 1e-5", APPROXIMATE, true);
    section(
        lines, "no privacy: what the list of candidates and the projection cost", WITHOUT, false);
    for (int directions : new int[] {3, 20, 89}) {
      projected(lines, directions);
    }
    return lines;
  }

  private static void section(List<String> lines, String title, List<Line> some, boolean guarded) {
    lines.add("");
    StringBuilder head = new StringBuilder("| " + title);
    StringBuilder rule = new StringBuilder("|---");
    for (int features : FEATURES) {
      head.append(" | d = ").append(features);
      rule.append("|---");
    }
    lines.add(head + " | seconds |");
    lines.add(rule + "|---|");
    for (Line line : some) {
      StringBuilder text = new StringBuilder("| " + line.title());
      double seconds = 0;
      for (int features : FEATURES) {
        double[] errors = new double[SeededRuns.SEEDS];
        long nanos = 0;
        boolean runs = true;
        for (int seed = 0; seed < SeededRuns.SEEDS && runs; seed++) {
          MarginPoints points = new MarginPoints(ROWS, features, MARGIN, seed);
          BoundedDataset rows = points.training();
          runs = !guarded || line.learner().plan(Shape.of(rows), line.guarantee).runnable();
          if (runs) {
            long start = System.nanoTime();
            Classifier model =
                guarded
                    ? SeededRuns.fit(line.learner(), rows, line.guarantee, seed + 1)
                    : line.learner().fitWithoutPrivacy(rows).model();
            nanos += System.nanoTime() - start;
            errors[seed] = points.error(model, TEST_ROWS);
          }
        }
        text.append(" | ").append(runs ? SeededRuns.meanAndDeviation(errors) : "");
        seconds = runs ? nanos * 1e-9 / SeededRuns.SEEDS : seconds;
      }
      lines.add(text.append(String.format(Locale.ROOT, " | %.2g |", seconds)).toString());
      System.err.println(lines.get(lines.size() - 1));
    }
  }

  /** The best direction there is, through the projection and back: no learner is in this line. */
  private static void projected(List<String> lines, int directions) {
    int features = FEATURES[FEATURES.length - 1];
    double[] errors = new double[SeededRuns.SEEDS];
    for (int seed = 0; seed < errors.length; seed++) {
      MarginPoints points = new MarginPoints(ROWS, features, MARGIN, seed);
      BoundedDataset rows = points.training();
      SignProjection map = SignProjection.of(features, directions, /* draw= */ 1);
      double[] image = new double[directions];
      map.apply(points.direction(), image);
      double[][] weights = new double[2][features];
      map.pullBack(image, weights[1]);
      errors[seed] =
          points.error(LinearClassifier.of(rows.schema(), weights, new double[2]), TEST_ROWS);
    }
    String[] cells = new String[FEATURES.length];
    Arrays.fill(cells, "");
    cells[cells.length - 1] = SeededRuns.meanAndDeviation(errors);
    lines.add(
        "| the separating direction itself, projected to "
            + directions
            + " | "
            + String.join(" | ", cells)
            + " | |");
  }
}
