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
import dev.demilune.rows.BoundedDataset;
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
    PublicData data = PublicData.skin(Adjacency.REPLACE_ONE);
    BoundedDataset rows = SeededRuns.bound(data);
    Learner blocks = GridAggregate.withDefaults();
    Learner descent = NoisyDescent.withDefaults();
    LinearClassifier start = blocks.fitWithoutPrivacy(rows).model().linear();
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
            SeededRuns.accuracy(start, data),
            SeededRuns.accuracy(descent.fitWithoutPrivacy(rows).model(), data),
            BestHalfspace.near(start, data).accuracy(data)));
    lines.add("");
    lines.add("| learner | δ | ε = 0.1 | 0.5 | 1 |");
    lines.add("|---|---|---|---|---|");
    DoubleFunction<Guarantee> approximate = epsilon -> ApproximateDp.of(epsilon, DELTA);
    add(lines, blocks, "1e-6", approximate, rows, data);
    add(lines, blocks, "0", PureDp::of, rows, data);
    add(lines, descent, "1e-6", approximate, rows, data);
    return lines;
  }

  private static void add(
      List<String> lines,
      Learner learner,
      String delta,
      DoubleFunction<Guarantee> guarantee,
      BoundedDataset rows,
      PublicData data) {
    StringBuilder line =
        new StringBuilder("| `").append(learner.name()).append("` | ").append(delta);
    for (double epsilon : EPSILONS) {
      double[] accuracies = new double[SeededRuns.SEEDS];
      for (int trial = 0; trial < accuracies.length; trial++) {
        accuracies[trial] =
            SeededRuns.accuracy(
                SeededRuns.fit(learner, rows, guarantee.apply(epsilon), trial + 1), data);
      }
      line.append(" | ").append(SeededRuns.meanAndDeviation(accuracies));
      System.err.println(line);
    }
    lines.add(line.append(" |").toString());
  }
}
