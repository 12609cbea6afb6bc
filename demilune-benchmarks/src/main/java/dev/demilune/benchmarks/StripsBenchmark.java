// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.synthetic.HardInstance;
import dev.demilune.data.synthetic.StripInstance;
import dev.demilune.learn.Learner;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.rows.BoundedDataset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Halfspaces of many features without a margin, and the same learners on real rows. */
final class StripsBenchmark {

  private static final int DRAWS = 3;
  private static final int FRESH = 20_000;
  private static final int ROWS = 60_000;
  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-6);
  private static final List<LearnerLine> LINES =
      List.of(
          LearnerLine.approximate(1e-6, "rescaling-perceptron"),
          LearnerLine.approximate(1e-6, "rescaling-perceptron", "rescalings=1", "steps=32"),
          LearnerLine.approximate(1e-6, "noisy-descent"),
          LearnerLine.approximate(1e-6, "batch-perceptron"));

  private StripsBenchmark() {}

  /** Where rows come from. */
  private record Source(String title, InstanceRows.Generator generator, int features, int rows) {

    static Source of(String title, HardInstance instance, int rows) {
      return new Source(title, instance::write, instance.features(), rows);
    }

    InstanceRows draw(int trial) {
      return new InstanceRows(generator, features, rows, FRESH, 3_300 + trial);
    }
  }

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Errors in per cent on %,d fresh rows, mean and deviation over %d draws of rows and"
                + " noise; %s, add or remove one, rows declared. *Strip* is `generate strips`, all"
                + " rows in a strip of width 0.01; *partly*, 40 %% of them; *skewed*, uniform rows"
                + " whose features have scales from 1 to 0.001, all of the same weight in the"
                + " labels.",
            FRESH,
            DRAWS,
            GUARANTEE.describe()));
    List<Source> sources =
        List.of(
            Source.of("strip, 10 features", strip(10, 0.01, 1), ROWS),
            Source.of("strip, 20 features", strip(20, 0.01, 1), ROWS),
            Source.of("strip, 10 features, 5,000 rows", strip(10, 0.01, 1), 5_000),
            Source.of("partly, 20 features", strip(20, 0.01, 0.4), ROWS),
            new Source("skewed, 10 features", new Skewed(10)::write, 10, ROWS));
    List<String> head = new ArrayList<>(List.of("| learner"));
    sources.forEach(source -> head.add(source.title()));
    lines.addAll(Markdown.table(String.join(" | ", head) + " |"));
    List<List<String>> cells = new ArrayList<>();
    LINES.forEach(line -> cells.add(new ArrayList<>(List.of(line.title()))));
    for (Source source : sources) { // each draw of rows is made once, for all learners
      List<InstanceRows> draws = IntStream.range(0, DRAWS).mapToObj(source::draw).toList();
      for (int i = 0; i < LINES.size(); i++) {
        cells.get(i).add(errors(LINES.get(i).learner(), draws));
      }
    }
    cells.forEach(row -> lines.add(Markdown.row(row.toArray(String[]::new))));
    lines.add("");
    lines.addAll(onRealRows());
    return lines;
  }

  private static StripInstance strip(int features, double width, double share) {
    return new StripInstance(features, width, share);
  }

  private static String errors(Learner learner, List<InstanceRows> draws) {
    return SeededRuns.meanAndDeviation(
        DRAWS,
        trial -> {
          InstanceRows rows = draws.get(trial);
          BoundedDataset training = rows.training(Adjacency.ADD_OR_REMOVE_ONE);
          return 100 * rows.error(SeededRuns.fit(learner, training, GUARANTEE, trial + 1));
        });
  }

  private static List<String> onRealRows() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "Test accuracy, in per cent, mean and deviation over 5 seeds, ε = 1, δ = 1e-6."));
    lines.addAll(Markdown.table("| learner | a9a | skin | MAGIC |"));
    List<Task> tasks =
        List.of(
            Task.of(PublicData.a9a()),
            Task.of(PublicData.skin(Adjacency.ADD_OR_REMOVE_ONE)),
            Task.of(PublicData.magic()));
    for (String name : List.of("rescaling-perceptron", "noisy-descent", "batch-perceptron")) {
      LearnerLine line = LearnerLine.approximate(1e-6, name);
      List<String> cells = new ArrayList<>(List.of(line.title()));
      tasks.forEach(task -> cells.add(task.accuracies(line.learner(), GUARANTEE)));
      lines.add(Markdown.row(cells.toArray(String[]::new)));
    }
    return lines;
  }

  /**
   * Uniform rows of very different scales.
   *
   * @param features of scales from 1 to 0.001
   */
  private record Skewed(int features) {

    void write(Appendable to, long rows, LongSupplier uniformBits) throws IOException {
      SplittableRandom random = new SplittableRandom(uniformBits.getAsLong());
      double[] normal = random.doubles(features, -1, 1).toArray();
      for (long row = 0; row < rows; row++) {
        double[] point = random.doubles(features, -1, 1).toArray();
        double score = 0;
        StringBuilder line = new StringBuilder();
        for (int j = 0; j < features; j++) {
          score += normal[j] * point[j];
          double scaled = point[j] * Math.pow(10, -3.0 * j / (features - 1)) / 2;
          line.append(' ').append(j + 1).append(':').append((float) scaled);
        }
        to.append(score < 0 ? "-1" : "+1").append(line).append('\n');
      }
    }
  }
}
