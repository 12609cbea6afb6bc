// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Test accuracy of {@code kernel-margin} by its own rule, beside the linear default. */
final class KernelBenchmark {

  private static final double DELTA = 1e-5;

  private KernelBenchmark() {}

  /** USPS, where features pay for some budgets only. */
  static List<String> usps() {
    List<String> lines = new ArrayList<>(heading());
    rows(lines, "USPS", PublicData.usps(), 0.1, 0.5, 1, 3, 8);
    lines.add("");
    lines.add("The batch perceptron on features, δ = 1e-4, one budget for all ten classes:");
    lines.add("");
    lines.add(
        "| data | ε | features | `base=batch-perceptron`, % | seconds | `batch-perceptron`, % |");
    lines.add("|---|---|---|---|---|---|");
    KernelMargin perceptron = KernelMargin.withDefaults().with("base", "batch-perceptron");
    BoundedDataset rows = SeededRuns.bound(PublicData.usps());
    for (double epsilon : new double[] {1, 2}) {
      lines.add(row("USPS", PublicData.usps(), rows, perceptron, perceptron.base(), epsilon, 1e-4));
    }
    return lines;
  }

  /** MNIST: a quarter of an hour of processor time, so a section of its own. */
  static List<String> mnist() {
    List<String> lines = new ArrayList<>(heading());
    rows(lines, "MNIST, even against odd", PublicData.evenAgainstOdd(), 1);
    rows(lines, "MNIST, 10 classes", PublicData.mnist(), 1, 3, 8);
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

  private static void rows(List<String> lines, String name, PublicData data, double... epsilons) {
    BoundedDataset rows = SeededRuns.bound(data);
    for (double epsilon : epsilons) {
      lines.add(
          row(
              name,
              data,
              rows,
              KernelMargin.withDefaults(),
              NoisyDescent.withDefaults(),
              epsilon,
              DELTA));
    }
  }

  private static String row(
      String name,
      PublicData data,
      BoundedDataset rows,
      Learner kernel,
      Learner linear,
      double epsilon,
      double delta) {
    long start = System.nanoTime();
    String accuracy = accuracies(kernel, rows, data, epsilon, delta);
    double seconds = (System.nanoTime() - start) / 1e9 / SeededRuns.SEEDS;
    String line =
        String.format(
            Locale.ROOT,
            "| %s | %s | %s | %s | %.0f | %s |",
            name,
            epsilon,
            SeededRuns.detail(kernel, rows, epsilon, delta, "features"),
            accuracy,
            seconds,
            accuracies(linear, rows, data, epsilon, delta));
    System.err.println(line);
    return line;
  }

  private static String accuracies(
      Learner learner, BoundedDataset rows, PublicData data, double epsilon, double delta) {
    double[] values = new double[SeededRuns.SEEDS];
    for (int trial = 0; trial < values.length; trial++) {
      values[trial] =
          SeededRuns.accuracy(SeededRuns.fit(learner, rows, epsilon, delta, trial + 1), data);
    }
    return SeededRuns.meanAndDeviation(values);
  }
}
