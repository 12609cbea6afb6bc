// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.Classifier;
import dev.demilune.model.LinearClassifier;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What δ = 0 costs: errors on the large-margin distribution of learners with pure privacy, beside
 * those that need a δ.
 */
final class PureBenchmark {

  private static final int[] FEATURES = {2, 3, 10, 500};
  private static final int ROWS = 5_000;
  private static final double MARGIN = 0.3;
  private static final double DELTA = 1e-5;
  private static final int TEST_ROWS = 5_000;

  private PureBenchmark() {}

  private static final String M = "margin=" + MARGIN;

  /** Any learner can be one more line; what its plan refuses stays empty. */
  private static final List<LearnerLine> PURE =
      List.of(
          LearnerLine.pure("auto"),
          LearnerLine.pure("net-choice", M),
          LearnerLine.pure("net-choice"),
          LearnerLine.pure("net-choice", M, "cover=refine", "projection=20"),
          LearnerLine.pure("net-choice", M, "cover=random", "projection=20"),
          LearnerLine.pure("net-choice", M, "cover=net", "projection=3", "intercept=off"),
          LearnerLine.pure("sphere-choice", M, "intercept=off"),
          LearnerLine.pure("sphere-choice", M, "intercept=off", "kept=0.1"),
          LearnerLine.pure("output-perturbation"),
          LearnerLine.pure("objective-perturbation"),
          LearnerLine.pure("class-means"));

  private static final List<LearnerLine> APPROXIMATE =
      List.of(
          LearnerLine.approximate(DELTA, "noisy-descent"),
          LearnerLine.approximate(DELTA, "projected-sgd", M),
          LearnerLine.approximate(DELTA, "margin-erm", M),
          LearnerLine.approximate(DELTA, "output-perturbation"),
          LearnerLine.approximate(DELTA, "objective-perturbation"));

  private static final List<LearnerLine> WITHOUT =
      List.of(
          LearnerLine.pure("net-choice", M),
          LearnerLine.pure("net-choice", M, "cover=refine", "projection=20"),
          LearnerLine.pure("net-choice", M, "cover=random", "projection=20"),
          LearnerLine.pure("net-choice", M, "cover=net", "projection=3", "intercept=off"));

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

  private static void section(
      List<String> lines, String title, List<LearnerLine> some, boolean guarded) {
    String features =
        Arrays.stream(FEATURES).mapToObj(d -> "d = " + d).collect(Collectors.joining(" | "));
    lines.addAll(Markdown.table("| " + title + " | " + features + " | seconds |"));
    for (LearnerLine line : some) {
      lines.add(row(line, guarded));
    }
  }

  private static String row(LearnerLine line, boolean guarded) {
    List<String> cells = new ArrayList<>(List.of(line.title()));
    double seconds = 0;
    for (int features : FEATURES) {
      double[] errors = new double[SeededRuns.SEEDS];
      long nanos = 0;
      boolean runs = true;
      for (int seed = 0; seed < SeededRuns.SEEDS && runs; seed++) {
        MarginPoints points = new MarginPoints(ROWS, features, MARGIN, seed);
        BoundedDataset rows = points.training();
        runs = !guarded || line.runs(rows);
        if (runs) {
          long start = System.nanoTime();
          Classifier model =
              guarded
                  ? SeededRuns.fit(line.learner(), rows, line.guarantee(), seed + 1)
                  : line.learner().fitWithoutPrivacy(rows).model();
          nanos += System.nanoTime() - start;
          errors[seed] = points.error(model, TEST_ROWS);
        }
      }
      cells.add(runs ? SeededRuns.meanAndDeviation(errors) : "");
      seconds = runs ? nanos * 1e-9 / SeededRuns.SEEDS : seconds;
    }
    cells.add(String.format(Locale.ROOT, "%.2g", seconds));
    return Markdown.row(cells.toArray(String[]::new));
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
    lines.add(
        "| the separating direction itself, projected to "
            + directions
            + " | ".repeat(FEATURES.length)
            + SeededRuns.meanAndDeviation(errors)
            + " | |");
  }
}
