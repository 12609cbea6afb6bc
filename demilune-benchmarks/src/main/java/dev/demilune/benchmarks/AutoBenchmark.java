// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What {@code auto} chooses, compared with the best of the single learners.
 *
 * <p>Its fit is that of the learner it chooses, bit by bit, so that it need not be run.
 */
final class AutoBenchmark {

  private static final double DELTA = 1e-5;
  private static final double[] EPSILONS = {0.1, 0.5, 1, 2, 3, 8};
  private static final int SEEDS = 5;
  private static final int SPLITS = 10;
  private static final int SPLIT_SEEDS = 200; // a fit takes milliseconds, and differs by points
  private static final int FEW_SEEDS = 2; // where kernels are a point or more ahead

  private AutoBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy, in per cent, of the learner that `auto` chooses, and by how many points the"
            + " best single learner is ahead of it, among `noisy-descent`, `batch-perceptron`,"
            + " `private-svm`, `kernel-margin` and, for two classes, `objective-perturbation`, all"
            + " by default. δ = 1e-5, add or remove one, row count declared; mean of "
            + SEEDS
            + " seeds, for breast cancer of "
            + SPLIT_SEEDS
            + " on each of "
            + SPLITS
            + " random splits, for MNIST of "
            + FEW_SEEDS
            + ", of ten digits one. The best of several means is a little too good by chance.");
    lines.addAll(Markdown.table("| data | ε = 0.1 | 0.5 | 1 | 2 | 3 | 8 |"));
    List<PublicData> splits =
        IntStream.range(0, SPLITS).mapToObj(PublicData::breastCancer).toList();
    lines.add(row("breast cancer, 455 rows", SPLITS * SPLIT_SEEDS, splits));
    lines.add(row("USPS", SEEDS, List.of(PublicData.usps())));
    lines.add(row("a9a", SEEDS, List.of(PublicData.a9a())));
    lines.add(row("MNIST, 3 against 8", FEW_SEEDS, List.of(PublicData.threeAgainstEight())));
    lines.add(row("MNIST, 10 classes", 1, List.of(PublicData.mnist())));
    return lines;
  }

  private static List<Learner> learners(int classes) {
    List<Learner> learners =
        new ArrayList<>(
            List.of(
                NoisyDescent.withDefaults(),
                BatchPerceptron.withDefaults(),
                PrivateSvm.withDefaults(),
                KernelMargin.withDefaults()));
    if (classes == 2) {
      learners.add(ObjectivePerturbation.withDefaults());
    }
    return learners;
  }

  private static String row(String name, int trials, List<PublicData> tables) {
    List<Task> tasks = tables.stream().map(Task::of).toList();
    return Markdown.row(name, EPSILONS, epsilon -> cell(epsilon, trials, tasks));
  }

  private static String cell(double epsilon, int trials, List<Task> tasks) {
    Shape shape = Shape.of(tasks.get(0).rows());
    ApproximateDp guarantee = ApproximateDp.of(epsilon, DELTA);
    Map<String, Double> means = new LinkedHashMap<>();
    for (Learner learner : learners(shape.classes())) {
      if ("none".equals(learner.plan(shape, guarantee).details().get("features"))) {
        continue; // a kernel without features is noisy-descent
      }
      double mean =
          IntStream.range(0, trials)
              .mapToDouble(i -> tasks.get(i % tasks.size()).accuracy(learner, guarantee, i + 1))
              .average()
              .orElseThrow();
      means.put(learner.name(), mean);
    }
    String chosen = SeededRuns.chosen(shape, guarantee);
    Map.Entry<String, Double> best =
        means.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    return best.getKey().equals(chosen)
        ? String.format(Locale.ROOT, "%.2f `%s`", best.getValue(), chosen)
        : String.format(
            Locale.ROOT,
            "%.2f `%s`, +%.2f `%s`",
            means.get(chosen),
            chosen,
            best.getValue() - means.get(chosen),
            best.getKey());
  }
}
