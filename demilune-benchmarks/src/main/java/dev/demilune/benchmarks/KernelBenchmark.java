// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Test accuracy of {@code kernel-margin} by its own rule, beside the linear default. */
final class KernelBenchmark {

  private static final double DELTA = 1e-5;

  private KernelBenchmark() {}

  /** USPS, where features pay for some budgets only. */
  static List<String> usps() {
    Task usps = Task.of(PublicData.usps());
    List<String> lines = new ArrayList<>(heading());
    rows(lines, "USPS", usps, 0.1, 0.5, 1, 3, 8);
    lines.add("");
    lines.add("The batch perceptron on features, δ = 1e-4, one budget for all ten classes:");
    lines.addAll(
        Markdown.table(
            "| data | ε | features | `base=batch-perceptron`, % | seconds | `batch-perceptron`,"
                + " % |"));
    KernelMargin perceptron = KernelMargin.withDefaults().with("base", "batch-perceptron");
    for (double epsilon : new double[] {1, 2}) {
      lines.add(row("USPS", usps, perceptron, perceptron.base(), ApproximateDp.of(epsilon, 1e-4)));
    }
    return lines;
  }

  /** MNIST: a quarter of an hour of processor time, so a section of its own. */
  static List<String> mnist() {
    List<String> lines = new ArrayList<>(heading());
    rows(lines, "MNIST, even against odd", Task.of(PublicData.evenAgainstOdd()), 1);
    rows(lines, "MNIST, 10 classes", Task.of(PublicData.mnist()), 1, 3, 8);
    return lines;
  }

  private static List<String> heading() {
    return List.of(
        "`kernel-margin` by its default rule beside `noisy-descent`, δ = 1e-5, add or remove one,"
            + " row count declared; mean and standard deviation over 5 seeds of the noise, one draw"
            + " of the frequencies. The constants for features were chosen on parts of the training"
            + " rows (docs/decisions/0009), those of `noisy-descent` on test rows (0006). Seconds"
            + " are of one fit, on a machine that did other work at the same time.",
        "",
        "| data | ε | features | `kernel-margin`, % | seconds | `noisy-descent`, % |",
        "|---|---|---|---|---|---|");
  }

  private static void rows(List<String> lines, String name, Task task, double... epsilons) {
    Learner kernel = KernelMargin.withDefaults();
    for (double epsilon : epsilons) {
      ApproximateDp guarantee = ApproximateDp.of(epsilon, DELTA);
      lines.add(row(name, task, kernel, NoisyDescent.withDefaults(), guarantee));
    }
  }

  private static String row(
      String name, Task task, Learner kernel, Learner linear, ApproximateDp guarantee) {
    long start = System.nanoTime();
    String accuracy = task.accuracies(kernel, guarantee);
    double seconds = (System.nanoTime() - start) / 1e9 / SeededRuns.SEEDS;
    return Markdown.row(
        name,
        Double.toString(guarantee.epsilon()),
        kernel.plan(Shape.of(task.rows()), guarantee).details().getOrDefault("features", ""),
        accuracy,
        String.format(Locale.ROOT, "%.0f", seconds),
        task.accuracies(linear, guarantee));
  }
}
