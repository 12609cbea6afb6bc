// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.Demilune;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** What δ = 0 costs on public data sets: the learner that auto takes, beside a small δ. */
final class RealPureBenchmark {

  private static final double[] EPSILONS = {0.1, 0.5, 1, 3};
  private static final int SPLITS = 10;

  private RealPureBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy, in per cent, of what `auto` takes at δ = 0 and of `noisy-descent` at δ ="
            + " 1e-5, add or remove one, row count declared. Mean and, in brackets, standard"
            + " deviation over "
            + SeededRuns.SEEDS
            + " seeds, for breast cancer over "
            + SPLITS
            + " random splits. Constants of the pure learners were chosen on parts of training rows"
            + " ([decision 12](decisions/0012-pure-privacy.md)).");
    lines.add("");
    lines.add("| data | δ | ε = 0.1 | 0.5 | 1 | 3 |");
    lines.add("|---|---|---|---|---|---|");
    add(lines, "a9a", SeededRuns.SEEDS, once(PublicData.a9a()));
    add(lines, "MNIST, 3 against 8", SeededRuns.SEEDS, once(PublicData.threeAgainstEight()));
    add(lines, "breast cancer, 455 rows", SPLITS, PublicData::breastCancer);
    add(lines, "USPS", SeededRuns.SEEDS, once(PublicData.usps()));
    add(lines, "MNIST, 10 classes", SeededRuns.SEEDS, once(PublicData.mnist()));
    return lines;
  }

  private static IntFunction<PublicData> once(PublicData data) {
    return trial -> data;
  }

  private static void add(
      List<String> lines, String name, int trials, IntFunction<PublicData> dataOf) {
    List<BoundedDataset> rows = new ArrayList<>();
    for (int trial = 0; trial < trials; trial++) {
      boolean same = trial > 0 && dataOf.apply(trial).equals(dataOf.apply(0));
      rows.add(same ? rows.get(0) : SeededRuns.bound(dataOf.apply(trial)));
    }
    StringBuilder pure = new StringBuilder("| ").append(name).append(" | 0");
    StringBuilder approximate = new StringBuilder("| | 1e-5");
    for (double epsilon : EPSILONS) {
      PureDp guarantee = PureDp.of(epsilon);
      String chosen =
          Demilune.classifier().plan(Shape.of(rows.get(0)), guarantee).details().get("chosen");
      pure.append(" | ")
          .append(mean(Demilune.classifier(), guarantee, rows, dataOf))
          .append(" `")
          .append(chosen)
          .append('`');
      approximate
          .append(" | ")
          .append(mean(NoisyDescent.withDefaults(), ApproximateDp.of(epsilon, 1e-5), rows, dataOf));
      System.err.println(pure);
    }
    lines.add(pure.append(" |").toString());
    lines.add(approximate.append(" |").toString());
  }

  private static String mean(
      Learner learner,
      Guarantee guarantee,
      List<BoundedDataset> rows,
      IntFunction<PublicData> dataOf) {
    double[] accuracies = new double[rows.size()];
    for (int trial = 0; trial < accuracies.length; trial++) {
      accuracies[trial] =
          SeededRuns.accuracy(
              SeededRuns.fit(learner, rows.get(trial), guarantee, trial + 1), dataOf.apply(trial));
    }
    return SeededRuns.meanAndDeviation(accuracies);
  }
}
