// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Demilune;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
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
    lines.addAll(Markdown.table("| data | δ | ε = 0.1 | 0.5 | 1 | 3 |"));
    add(lines, "a9a", SeededRuns.SEEDS, AccuracyBenchmark.once(PublicData.a9a()));
    add(
        lines,
        "MNIST, 3 against 8",
        SeededRuns.SEEDS,
        AccuracyBenchmark.once(PublicData.threeAgainstEight()));
    add(lines, "breast cancer, 455 rows", SPLITS, PublicData::breastCancer);
    add(lines, "USPS", SeededRuns.SEEDS, AccuracyBenchmark.once(PublicData.usps()));
    add(lines, "MNIST, 10 classes", SeededRuns.SEEDS, AccuracyBenchmark.once(PublicData.mnist()));
    return lines;
  }

  private static void add(
      List<String> lines, String name, int trials, IntFunction<PublicData> dataOf) {
    List<Task> tasks = AccuracyBenchmark.tasks(trials, dataOf);
    Shape shape = Shape.of(tasks.get(0).rows());
    lines.add(
        Markdown.row(
            name + " | 0",
            EPSILONS,
            epsilon -> {
              PureDp pure = PureDp.of(epsilon);
              return AccuracyBenchmark.mean(Demilune.classifier(), pure, tasks)
                  + " `"
                  + SeededRuns.chosen(shape, pure)
                  + '`';
            }));
    // The name stands in the row above.
    String approximate =
        Markdown.row(
            "1e-5",
            EPSILONS,
            epsilon ->
                AccuracyBenchmark.mean(
                    NoisyDescent.withDefaults(), ApproximateDp.of(epsilon, 1e-5), tasks));
    lines.add("| " + approximate);
  }
}
