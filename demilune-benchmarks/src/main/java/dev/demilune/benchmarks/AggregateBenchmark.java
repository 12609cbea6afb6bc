// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.grid.GridAggregate;
import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Blocks and interior points on a table of three integer features and many rows. */
final class AggregateBenchmark {

  private static final double[] EPSILONS = {0.1, 0.5, 1};
  private static final double DELTA = 1e-6;

  private AggregateBenchmark() {}

  static List<String> markdown() {
    Task task = Task.of(PublicData.skin(Adjacency.REPLACE_ONE));
    Learner blocks = GridAggregate.withDefaults();
    Learner descent = NoisyDescent.withDefaults();
    LinearClassifier start = blocks.fitWithoutPrivacy(task.rows()).model().linear();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Skin segmentation: three colours from 0 to 255, 245,057 pixels, a random split into"
                + " 196,046 and 49,011 rows; one row replaced. Test accuracy, in per cent; mean"
                + " and, in brackets, standard deviation over %d seeds. Without privacy"
                + " `grid-aggregate` has %.2f, `noisy-descent` %.2f, and the halfspace with fewest"
                + " mistakes on the training rows that a long search found %.2f.",
            SeededRuns.SEEDS,
            task.accuracy(start),
            task.withoutPrivacy(descent),
            BestHalfspace.near(start, task.data()).accuracy(task.data())));
    lines.addAll(Markdown.table("| learner | δ | ε = 0.1 | 0.5 | 1 |"));
    DoubleFunction<Guarantee> approximate = epsilon -> ApproximateDp.of(epsilon, DELTA);
    lines.add(row(blocks, "1e-6", approximate, task));
    lines.add(row(blocks, "0", PureDp::of, task));
    lines.add(row(descent, "1e-6", approximate, task));
    return lines;
  }

  private static String row(
      Learner learner, String delta, DoubleFunction<Guarantee> guarantee, Task task) {
    return Markdown.row(
        "`" + learner.name() + "` | " + delta,
        EPSILONS,
        epsilon -> task.accuracies(learner, guarantee.apply(epsilon)));
  }
}
