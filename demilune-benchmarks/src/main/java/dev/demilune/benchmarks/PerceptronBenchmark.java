// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.PrivateSvm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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
    Task mnist = Task.of(PublicData.mnist());
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy in per cent, ten classes under one budget, add or remove one, rows declared;"
            + " mean and, in brackets, standard deviation over 5 seeds. Published: Ghazi and others"
            + " (2021), whose ε may cover one class only.");
    lines.addAll(Markdown.table("| `batch-perceptron` | ε = 0.5 | 1 | 2 | 4 |"));
    Learner joint = BatchPerceptron.withDefaults();
    Learner single = joint.with("classes", "one-vs-rest");
    lines.add("| MNIST, δ = 1e-5, published | 85.5 | 87.2 | 87.8 | 88.0 |");
    lines.add(line("MNIST, joint", joint, mnist, 1e-5));
    lines.add(line("MNIST, one halfspace per class", single, mnist, 1e-5));
    Task usps = Task.of(PublicData.usps());
    lines.add("| USPS, δ = 1e-4, published | 76.2 | 81.6 | 84.5 | 85.7 |");
    lines.add(line("USPS, joint", joint, usps, 1e-4));
    lines.add(line("USPS, one halfspace per class", single, usps, 1e-4));
    lines.add("");
    lines.add(
        "MNIST at ε = 1, δ = 1e-5: share of test images that are classified correctly and provably"
            + " stay so under every perturbation of that L2 length in pixels.");
    lines.addAll(Markdown.table("| learner | radius 0 | 0.1 | 0.25 | 0.5 | 0.75 | 1.0 |"));
    lines.add(certified("`private-svm`", PrivateSvm.withDefaults(), mnist));
    for (double margin : MARGINS) {
      lines.add(
          certified(
              "`batch-perceptron` margin=" + margin,
              joint.with("margin", Double.toString(margin)),
              mnist));
    }
    return lines;
  }

  private static String line(String name, Learner learner, Task task, double delta) {
    return Markdown.row(name, EPSILONS, epsilon -> task.accuracies(learner, epsilon, delta));
  }

  private static String certified(String name, Learner learner, Task task) {
    return Markdown.row(
        Stream.concat(
                Stream.of(name),
                task.certified(learner, RADII).stream().map(SeededRuns::meanAndDeviation))
            .toArray(String[]::new));
  }
}
