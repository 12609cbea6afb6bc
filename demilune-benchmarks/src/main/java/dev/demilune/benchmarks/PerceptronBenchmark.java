// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The perceptron beside the figures of Ghazi, Kumar, Manurangsi and Nguyen (2021), with the whole
 * budget over all ten classes; and its certified accuracy beside that of private-svm.
 */
final class PerceptronBenchmark {

  private static final double[] EPSILONS = {0.5, 1, 2, 4};
  private static final double[] RADII = {0, 0.1, 0.25, 0.5, 0.75, 1.0};
  private static final double[] MARGINS = {0.02, 0.05, 0.1, 0.15};

  private PerceptronBenchmark() {}

  static List<String> markdown() {
    PublicData mnist = PublicData.mnist();
    BoundedDataset rows = SeededRuns.bound(mnist);
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy in per cent, ten classes under one budget, add or remove one, rows declared;"
            + " mean and, in brackets, standard deviation over 5 seeds. Published: Ghazi and others"
            + " (2021), whose ε may cover one class only.");
    lines.add("");
    lines.add("| `batch-perceptron` | ε = 0.5 | 1 | 2 | 4 |");
    lines.add("|---|---|---|---|---|");
    Learner joint = BatchPerceptron.withDefaults();
    Learner single = joint.with("classes", "one-vs-rest");
    lines.add("| MNIST, δ = 1e-5, published | 85.5 | 87.2 | 87.8 | 88.0 |");
    lines.add(line("MNIST, joint", joint, rows, mnist, 1e-5));
    lines.add(line("MNIST, one halfspace per class", single, rows, mnist, 1e-5));
    PublicData usps = PublicData.usps();
    BoundedDataset digits = SeededRuns.bound(usps);
    lines.add("| USPS, δ = 1e-4, published | 76.2 | 81.6 | 84.5 | 85.7 |");
    lines.add(line("USPS, joint", joint, digits, usps, 1e-4));
    lines.add(line("USPS, one halfspace per class", single, digits, usps, 1e-4));
    lines.add("");
    lines.add(
        "MNIST at ε = 1, δ = 1e-5: share of test images that are classified correctly and provably"
            + " stay so under every perturbation of that L2 length in pixels.");
    lines.add("");
    lines.add("| learner | radius 0 | 0.1 | 0.25 | 0.5 | 0.75 | 1.0 |");
    lines.add("|---|---|---|---|---|---|---|");
    lines.add(certified("`private-svm`", PrivateSvm.withDefaults(), rows, mnist));
    for (double margin : MARGINS) {
      lines.add(
          certified(
              "`batch-perceptron` margin=" + margin,
              joint.with("margin", Double.toString(margin)),
              rows,
              mnist));
    }
    return lines;
  }

  private static String line(
      String name, Learner learner, BoundedDataset rows, PublicData data, double delta) {
    StringBuilder line = new StringBuilder("| " + name);
    for (double epsilon : EPSILONS) {
      double[] accuracies = new double[SeededRuns.SEEDS];
      for (int trial = 0; trial < SeededRuns.SEEDS; trial++) {
        accuracies[trial] =
            SeededRuns.accuracy(SeededRuns.fit(learner, rows, epsilon, delta, trial + 1), data);
      }
      line.append(" | ").append(SeededRuns.meanAndDeviation(accuracies));
    }
    return line.append(" |").toString();
  }

  private static String certified(
      String name, Learner learner, BoundedDataset rows, PublicData data) {
    double[][] shares = new double[RADII.length][SeededRuns.SEEDS];
    for (int trial = 0; trial < SeededRuns.SEEDS; trial++) {
      try (Table table = data.test().get()) {
        RobustAccuracy robust =
            RobustAccuracy.onPublic(SeededRuns.fit(learner, rows, 1, 1e-5, trial + 1), table);
        for (int r = 0; r < RADII.length; r++) {
          shares[r][trial] = 100 * (RADII[r] == 0 ? robust.accuracy() : robust.at(RADII[r]));
        }
      }
    }
    StringBuilder line = new StringBuilder("| " + name);
    Arrays.stream(shares)
        .forEach(share -> line.append(" | ").append(SeededRuns.meanAndDeviation(share)));
    return String.format(Locale.ROOT, "%s |", line);
  }
}
