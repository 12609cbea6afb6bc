// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Whether rows and budget lower the error of a refined choice, where random directions did not. */
final class RefineBenchmark {

  private static final int DIRECTIONS = 25;
  private static final int[] ROWS = {500, 2_000, 5_000, 20_000};
  private static final double[] EPSILONS = {4, 16};

  private static final List<LearnerLine> LINES =
      List.of(
          LearnerLine.pure("net-choice"),
          LearnerLine.pure("net-choice", "margin=0.2"),
          LearnerLine.pure("objective-perturbation"),
          LearnerLine.pure("class-means"));

  private RefineBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Errors in per cent on rows along 25 orthogonal directions, each with a secret sign: margin"
            + " 0.2, δ = 0, rows declared; mean and, in brackets, standard deviation over "
            + SeededRuns.SEEDS
            + " draws of data and noise.");
    for (Adjacency adjacency : List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.REPLACE_ONE)) {
      lines.addAll(
          Markdown.table(
              "| "
                  + (adjacency == Adjacency.REPLACE_ONE ? "replace one" : "add or remove one")
                  + " | ε = 1, 500 rows | 2,000 | 5,000 | 20,000 | ε = 4, 2,000 rows | ε = 16 |"));
      for (LearnerLine line : LINES) {
        lines.add(coordinates(line, adjacency));
      }
    }
    lines.add("");
    lines.add(
        "Test accuracy, in per cent, at ε = 1 and δ = 0, add or remove one, row count"
            + " declared: mean and, in brackets, standard deviation over "
            + SeededRuns.SEEDS
            + " seeds.");
    lines.addAll(
        Markdown.table("| data | `net-choice` | `objective-perturbation` | `class-means` |"));
    real(lines, "a9a", PublicData.a9a());
    real(lines, "MNIST, 3 against 8", PublicData.threeAgainstEight());
    real(lines, "USPS", PublicData.usps());
    return lines;
  }

  private static String coordinates(LearnerLine line, Adjacency adjacency) {
    List<String> cells = new ArrayList<>(List.of(line.title()));
    for (int rows : ROWS) {
      cells.add(errors(line.learner(), rows, 1, adjacency));
    }
    for (double epsilon : EPSILONS) {
      cells.add(errors(line.learner(), ROWS[1], epsilon, adjacency));
    }
    return Markdown.row(cells.toArray(String[]::new));
  }

  private static String errors(Learner learner, int rows, double epsilon, Adjacency adjacency) {
    return SeededRuns.meanAndDeviation(
        SeededRuns.SEEDS,
        seed -> {
          int[] signs = new SplittableRandom(seed).ints(DIRECTIONS, 0, 2).toArray();
          BoundedDataset data = draw(signs, rows, adjacency, new SplittableRandom(100 + seed));
          return error(SeededRuns.fit(learner, data, PureDp.of(epsilon), seed + 1), signs);
        });
  }

  /** What {@code generate coordinates} writes, drawn here without a file. */
  private static BoundedDataset draw(
      int[] signs, int count, Adjacency adjacency, SplittableRandom random) {
    double[][] rows = new double[count][DIRECTIONS];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      int direction = random.nextInt(DIRECTIONS);
      int side = random.nextInt(2);
      rows[i][direction] = 2 * side - 1;
      labels[i] = side == signs[direction] ? 1 : 0;
    }
    return BoundedDataset.of(
        Schema.vectors(DIRECTIONS, LabelSet.numbered(2))
            .adjacency(adjacency)
            .expectedRows(count)
            .build(),
        VectorTable.of(rows, labels));
  }

  /** The error on new rows, exactly: there are fifty different ones, equally likely. */
  private static double error(Classifier model, int[] signs) {
    int wrong = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
      for (int side = 0; side < 2; side++) {
        double[] row = new double[DIRECTIONS];
        row[direction] = 2 * side - 1;
        int label = side == signs[direction] ? 1 : 0;
        wrong += model.predict(row) == label ? 0 : 1;
      }
    }
    return 100.0 * wrong / (2 * DIRECTIONS);
  }

  private static void real(List<String> lines, String name, PublicData data) {
    Task task = Task.of(data);
    List<String> cells = new ArrayList<>(List.of(name));
    for (String learner : List.of("net-choice", "objective-perturbation", "class-means")) {
      cells.add(task.accuracies(LearnerLine.pure(learner).learner(), PureDp.of(1)));
    }
    lines.add(Markdown.row(cells.toArray(String[]::new)));
  }
}
