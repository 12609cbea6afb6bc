// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import java.util.ArrayList;
import java.util.List;

/** Test accuracy of steps on Poisson samples of the rows, beside steps on all rows. */
final class SamplingBenchmark {

  private static final double DELTA = 1e-5;
  private static final double[] EPSILONS = {1, 3};

  private SamplingBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy in per cent, δ = 1e-5, add or remove one, row count declared, default"
            + " settings but for those named. Passes over the table are steps times rate, which is"
            + " what the time goes with. Mean and standard deviation over 5 seeds.");
    lines.addAll(Markdown.table("| learner | passes | MNIST, ε = 1 | 3 | USPS, ε = 1 | 3 |"));
    Task mnist = Task.of(PublicData.mnist());
    Task usps = Task.of(PublicData.usps());
    Learner descent = NoisyDescent.withDefaults();
    Learner perceptron = BatchPerceptron.withDefaults();
    lines.add(line("`noisy-descent`", descent, 120, mnist, usps));
    lines.add(line("`rate=0.3`", descent.with("rate", "0.3"), 36, mnist, usps));
    lines.add(line("`rate=0.1`", descent.with("rate", "0.1"), 12, mnist, usps));
    lines.add(
        line(
            "`rate=0.1 steps=600`",
            descent.with("rate", "0.1").with("steps", "600"),
            60,
            mnist,
            usps));
    lines.add(line("`batch-perceptron`", perceptron, 30, mnist, usps));
    lines.add(line("`rate=0.3`", perceptron.with("rate", "0.3"), 9, mnist, usps));
    lines.add(line("`rate=0.1`", perceptron.with("rate", "0.1"), 3, mnist, usps));
    lines.add(
        line(
            "`rate=0.1 rounds=150`",
            perceptron.with("rate", "0.1").with("rounds", "150"),
            15,
            mnist,
            usps));
    return lines;
  }

  private static String line(String name, Learner learner, int passes, Task... tasks) {
    List<String> cells = new ArrayList<>(List.of(name, Integer.toString(passes)));
    for (Task task : tasks) {
      for (double epsilon : EPSILONS) {
        cells.add(task.accuracies(learner, epsilon, DELTA));
      }
    }
    return Markdown.row(cells.toArray(String[]::new));
  }
}
