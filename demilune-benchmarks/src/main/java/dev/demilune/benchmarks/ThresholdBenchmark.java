// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Lines anywhere in a square, with a threshold: one exact choice, or one for each coordinate. */
final class ThresholdBenchmark {

  private static final int DRAWS = 21;
  private static final int FRESH = 20_000;

  private ThresholdBenchmark() {}

  /** A column of the table. */
  private record Column(int rows, Adjacency adjacency) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column(300, Adjacency.REPLACE_ONE),
          new Column(1_000, Adjacency.REPLACE_ONE),
          new Column(300, Adjacency.ADD_OR_REMOVE_ONE),
          new Column(1_000, Adjacency.ADD_OR_REMOVE_ONE),
          new Column(3_000, Adjacency.ADD_OR_REMOVE_ONE));

  /**
   * A learner, and how many rows it is tried on.
   *
   * @param most rows that take seconds
   */
  private record Line(LearnerLine learner, int most) {}

  private static final List<Line> LINES =
      List.of(
          new Line(LearnerLine.pure("plane-choice"), 3_000),
          new Line(LearnerLine.pure("grid-halfspace"), 300),
          new Line(LearnerLine.pure("net-choice"), 3_000),
          new Line(LearnerLine.approximate(1e-6, "noisy-descent"), 3_000));

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "With a threshold: the border goes through a random point of the square, at a random"
                + " angle. Errors in per cent on %,d fresh points, median of %d draws and in"
                + " brackets the ninth decile; seconds of the clock for one fit. ε = 1, δ = 1e-6"
                + " for `noisy-descent` and 0 for the others.",
            FRESH,
            DRAWS));
    List<String> head = new ArrayList<>(List.of("| learner"));
    for (Column column : COLUMNS) {
      head.add(String.format(Locale.ROOT, "%,d rows, %s", column.rows, column.adjacency.phrase()));
    }
    head.add("seconds, most rows");
    lines.addAll(Markdown.table(String.join(" | ", head) + " |"));
    for (Line line : LINES) {
      List<String> cells = new ArrayList<>(List.of(line.learner.title()));
      double seconds = 0;
      for (Column column : COLUMNS) {
        if (column.rows > line.most) {
          cells.add("");
          continue;
        }
        long start = System.nanoTime();
        cells.add(cell(line.learner, column));
        seconds = (System.nanoTime() - start) / 1e9 / DRAWS;
      }
      cells.add(String.format(Locale.ROOT, "%.2f", seconds));
      lines.add(Markdown.row(cells.toArray(String[]::new)));
    }
    return lines;
  }

  private static String cell(LearnerLine line, Column column) {
    double[] errors = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      Border border = new Border(draw);
      BoundedDataset data = border.training(column);
      errors[draw] = border.error(SeededRuns.fit(line.learner(), data, line.guarantee(), draw + 1));
    }
    Arrays.sort(errors);
    return String.format(Locale.ROOT, "%.2f (%.2f)", errors[DRAWS / 2], errors[DRAWS * 9 / 10]);
  }

  /** A line that crosses the square of side √2, and points of the square. */
  private static final class Border {

    private final SplittableRandom random;
    private final double across;
    private final double up;
    private final double threshold;

    Border(int seed) {
      this.random = new SplittableRandom(2_017L * seed + 17_005);
      double angle = 2 * Math.PI * random.nextDouble();
      this.across = Math.cos(angle);
      this.up = Math.sin(angle);
      double[] through = point();
      this.threshold = across * through[0] + up * through[1];
    }

    private double[] point() {
      return new double[] {
        (2 * random.nextDouble() - 1) * Math.sqrt(0.5),
        (2 * random.nextDouble() - 1) * Math.sqrt(0.5)
      };
    }

    private int label(double[] point) {
      return across * point[0] + up * point[1] > threshold ? 1 : 0;
    }

    BoundedDataset training(Column column) {
      double[][] points = new double[column.rows][];
      int[] labels = new int[column.rows];
      for (int i = 0; i < column.rows; i++) {
        points[i] = point();
        labels[i] = label(points[i]);
      }
      return BoundedDataset.of(
          Schema.vectors(2, LabelSet.numbered(2))
              .adjacency(column.adjacency)
              .rows(RowBound.clip(1))
              .expectedRows(column.rows)
              .build(),
          VectorTable.of(points, labels));
    }

    double error(Classifier model) {
      int wrong = 0;
      for (int i = 0; i < FRESH; i++) {
        double[] point = point();
        wrong += model.predict(point) == label(point) ? 0 : 1;
      }
      return 100.0 * wrong / FRESH;
    }
  }
}
