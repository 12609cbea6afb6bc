// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/** Test accuracy of the learners' defaults against epsilon. */
final class AccuracyBenchmark {

  private static final double DELTA = 1e-5;
  private static final double[] EPSILONS = {0.1, 0.5, 1, 3};
  private static final int USPS_SEEDS = 100;

  private AccuracyBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`noisy-descent` by its default rule, δ = 1e-5, add or remove one, row count declared. Most"
            + " constants of the rule were chosen on the test accuracy of these data sets, so the"
            + " numbers are optimistic. Mean and, in brackets, standard deviation over 5 seeds, and"
            + " over 100 in a row of its own for USPS, whose means over 5 are uncertain by 0.1"
            + " points and more; breast cancer: 10 random splits.");
    lines.addAll(Markdown.table("| test accuracy, % | ε = 0.1 | 0.5 | 1 | 3 | no privacy |"));
    Learner descent = NoisyDescent.withDefaults();
    Learner softmax = descent.with("loss", "softmax");
    Learner asTheyAre = descent.with("centering", "off");
    int seeds = SeededRuns.SEEDS;
    lines.add(row("MNIST, 10 classes", descent, seeds, once(PublicData.mnist())));
    lines.add(row("a9a", descent, seeds, once(PublicData.a9a())));
    lines.add(row("USPS", descent, seeds, once(PublicData.usps())));
    lines.add(row("USPS, 100 seeds", descent, USPS_SEEDS, once(PublicData.usps())));
    lines.add(row("MNIST, 3 against 8", descent, seeds, once(PublicData.threeAgainstEight())));
    lines.add(row("breast cancer, 455 rows", descent, 10, PublicData::breastCancer));
    lines.add(row("USPS, softmax loss", softmax, seeds, once(PublicData.usps())));
    lines.add(row("USPS, not centred", asTheyAre, seeds, once(PublicData.usps())));
    lines.add("");
    lines.add("`batch-perceptron` with `margin=0.15`, ε = 1; its default is `auto`:");
    lines.addAll(Markdown.table("| test accuracy, % | δ | ε = 1 | no privacy |"));
    lines.add(perceptron("MNIST, 10 classes", PublicData.mnist(), 1e-5));
    lines.add(perceptron("USPS", PublicData.usps(), 1e-4));
    lines.add(perceptron("a9a", PublicData.a9a(), 1e-5));
    return lines;
  }

  static IntFunction<PublicData> once(PublicData data) {
    return trial -> data;
  }

  static String row(String name, Learner learner, int trials, IntFunction<PublicData> dataOf) {
    List<Task> tasks = tasks(trials, dataOf);
    List<String> cells = new ArrayList<>(List.of(name));
    for (double epsilon : EPSILONS) {
      cells.add(mean(learner, ApproximateDp.of(epsilon, DELTA), tasks));
    }
    Map<Task, Double> unprotected = new HashMap<>(); // one fit for each table
    cells.add(
        SeededRuns.meanAndDeviation(
            trials,
            trial ->
                unprotected.computeIfAbsent(tasks.get(trial), t -> t.withoutPrivacy(learner))));
    return Markdown.row(cells.toArray(String[]::new));
  }

  /** The task of each trial; equal tables are bound once. */
  static List<Task> tasks(int trials, IntFunction<PublicData> dataOf) {
    List<Task> tasks = new ArrayList<>();
    for (int trial = 0; trial < trials; trial++) {
      PublicData data = dataOf.apply(trial);
      boolean same = trial > 0 && data.equals(tasks.get(trial - 1).data());
      tasks.add(same ? tasks.get(trial - 1) : Task.of(data));
    }
    return tasks;
  }

  /** Mean and deviation of the accuracy, each trial on its task. */
  static String mean(Learner learner, Guarantee guarantee, List<Task> tasks) {
    return SeededRuns.meanAndDeviation(
        tasks.size(), trial -> tasks.get(trial).accuracy(learner, guarantee, trial + 1));
  }

  private static String perceptron(String name, PublicData data, double delta) {
    Learner learner = BatchPerceptron.withDefaults().with("margin", "0.15");
    Task task = Task.of(data);
    return Markdown.row(
        name,
        String.format(Locale.ROOT, "%.0e", delta),
        task.accuracies(learner, 1, delta),
        String.format(Locale.ROOT, "%.2f", task.withoutPrivacy(learner)));
  }
}
