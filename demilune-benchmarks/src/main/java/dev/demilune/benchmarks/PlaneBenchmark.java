// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Halfspaces of the plane without a margin: points all over a square, and the same squeezed toward
 * the border, where a margin would have to be small. A grid learner does not see the difference.
 */
final class PlaneBenchmark {

  private static final int DRAWS = 21;
  private static final int FRESH = 20_000;
  private static final int[] ROWS = {300, 1_000, 10_000};
  private static final double[] WIDTHS = {1, 0.1, 0.01};

  private PlaneBenchmark() {}

  private static final List<LearnerLine> LINES =
      List.of(
          LearnerLine.pure("angle-halfspace"),
          LearnerLine.pure("angle-halfspace", "search=half-circles"),
          LearnerLine.pure("net-choice", "margin=0.1"),
          LearnerLine.pure("sphere-choice", "margin=0.1", "intercept=off"),
          LearnerLine.pure("output-perturbation"),
          LearnerLine.pure("class-means"),
          LearnerLine.approximate(1e-6, "noisy-descent"),
          LearnerLine.approximate(1e-6, "batch-perceptron"));

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Errors in per cent on %,d fresh points, median of %d draws of border, points and"
                + " noise; ε = 1, δ = 0 where nothing else is said, add or remove one, rows"
                + " declared. The border goes through the middle of a square of side √2; *width* is"
                + " the part of the square, on both sides of the border, that has points.",
            FRESH,
            DRAWS));
    List<String> head = new ArrayList<>(List.of("| learner"));
    for (int rows : ROWS) {
      for (double width : WIDTHS) {
        head.add(String.format(Locale.ROOT, "%,d rows, width %s", rows, width));
      }
    }
    lines.addAll(Markdown.table(String.join(" | ", head) + " |"));
    for (LearnerLine line : LINES) {
      String delta = line.guarantee() instanceof ApproximateDp ? ", δ = 1e-6" : "";
      List<String> cells = new ArrayList<>(List.of(line.title() + delta));
      for (int rows : ROWS) {
        for (double width : WIDTHS) {
          cells.add(cell(line, rows, width));
        }
      }
      lines.add(Markdown.row(cells.toArray(String[]::new)));
    }
    lines.addAll(ThresholdBenchmark.markdown());
    return lines;
  }

  private static String cell(LearnerLine line, int rows, double width) {
    double[] errors = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Points points = new Points(width, draw);
      BoundedDataset data = points.training(rows);
      if (!line.runs(data)) {
        return "";
      }
      errors[draw] = points.error(SeededRuns.fit(line.learner(), data, line.guarantee(), draw + 1));
    }
    Arrays.sort(errors);
    return String.format(Locale.ROOT, "%.2f", errors[DRAWS / 2]);
  }

  /** One border, and points on both sides of it. */
  private static final class Points {

    private final double width;
    private final SplittableRandom random;
    private final double angle;

    Points(double width, int seed) {
      this.width = width;
      this.random = new SplittableRandom(2_504L * seed + 19_001);
      this.angle = 2 * Math.PI * random.nextDouble();
    }

    /** A point at a height above the border, which goes through the origin. */
    private double[] point(double height) {
      double along = (2 * random.nextDouble() - 1) * Math.sqrt(0.5);
      double above = height * width * Math.sqrt(0.5);
      return new double[] {
        above * Math.cos(angle) - along * Math.sin(angle),
        above * Math.sin(angle) + along * Math.cos(angle)
      };
    }

    BoundedDataset training(int rows) {
      double[][] points = new double[rows][];
      int[] labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        double height = 2 * random.nextDouble() - 1;
        points[i] = point(height);
        labels[i] = height > 0 ? 1 : 0;
      }
      return BoundedDataset.of(
          Schema.vectors(2, LabelSet.numbered(2))
              .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
              .intercept(0)
              .expectedRows(rows)
              .build(),
          VectorTable.of(points, labels));
    }

    double error(Classifier model) {
      int wrong = 0;
      for (int i = 0; i < FRESH; i++) {
        double height = 2 * random.nextDouble() - 1;
        wrong += model.predict(point(height)) == (height > 0 ? 1 : 0) ? 0 : 1;
      }
      return 100.0 * wrong / FRESH;
    }
  }
}
