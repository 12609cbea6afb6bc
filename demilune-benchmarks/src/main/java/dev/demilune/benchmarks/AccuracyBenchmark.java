// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
    lines.add("");
    lines.add("| test accuracy, % | ε = 0.1 | 0.5 | 1 | 3 | no privacy |");
    lines.add("|---|---|---|---|---|---|");
    lines.add(
        row(
            "MNIST, 10 classes",
            NoisyDescent.withDefaults(),
            SeededRuns.SEEDS,
            once(PublicData.mnist())));
    lines.add(row("a9a", NoisyDescent.withDefaults(), SeededRuns.SEEDS, once(PublicData.a9a())));
    lines.add(row("USPS", NoisyDescent.withDefaults(), SeededRuns.SEEDS, once(PublicData.usps())));
    lines.add(
        row("USPS, 100 seeds", NoisyDescent.withDefaults(), USPS_SEEDS, once(PublicData.usps())));
    lines.add(
        row(
            "MNIST, 3 against 8",
            NoisyDescent.withDefaults(),
            SeededRuns.SEEDS,
            once(PublicData.threeAgainstEight())));
    lines.add(
        row("breast cancer, 455 rows", NoisyDescent.withDefaults(), 10, PublicData::breastCancer));
    lines.add(
        row(
            "USPS, softmax loss",
            NoisyDescent.withDefaults().with("loss", "softmax"),
            SeededRuns.SEEDS,
            once(PublicData.usps())));
    lines.add(
        row(
            "USPS, not centred",
            NoisyDescent.withDefaults().with("centering", "off"),
            SeededRuns.SEEDS,
            once(PublicData.usps())));
    lines.add("");
    lines.add("`batch-perceptron`, default margin 0.15, ε = 1:");
    lines.add("");
    lines.add("| test accuracy, % | δ | ε = 1 | no privacy |");
    lines.add("|---|---|---|---|");
    lines.add(perceptron("MNIST, 10 classes", PublicData.mnist(), 1e-5));
    lines.add(perceptron("USPS", PublicData.usps(), 1e-4));
    lines.add(perceptron("a9a", PublicData.a9a(), 1e-5));
    return lines;
  }

  static IntFunction<PublicData> once(PublicData data) {
    return trial -> data;
  }

  static String row(String name, Learner learner, int trials, IntFunction<PublicData> dataOf) {
    Map<Double, double[]> accuracies = new TreeMap<>();
    for (double epsilon : EPSILONS) {
      accuracies.put(epsilon, new double[trials]);
    }
    double[] withoutPrivacy = new double[trials];
    PublicData last = null;
    BoundedDataset rows = null;
    for (int trial = 0; trial < trials; trial++) {
      PublicData data = dataOf.apply(trial);
      boolean sameAsBefore = data.equals(last);
      rows = sameAsBefore ? rows : SeededRuns.bound(data);
      last = data;
      for (double epsilon : EPSILONS) {
        accuracies.get(epsilon)[trial] =
            SeededRuns.accuracy(SeededRuns.fit(learner, rows, epsilon, DELTA, trial + 1), data);
      }
      withoutPrivacy[trial] =
          sameAsBefore
              ? withoutPrivacy[trial - 1]
              : SeededRuns.accuracy(learner.fitWithoutPrivacy(rows).model(), data);
    }
    StringBuilder line = new StringBuilder("| ").append(name);
    accuracies
        .values()
        .forEach(values -> line.append(" | ").append(SeededRuns.meanAndDeviation(values)));
    return line.append(" | ")
        .append(SeededRuns.meanAndDeviation(withoutPrivacy))
        .append(" |")
        .toString();
  }

  private static String perceptron(String name, PublicData data, double delta) {
    Learner learner = BatchPerceptron.withDefaults();
    BoundedDataset rows = SeededRuns.bound(data);
    double[] accuracies = new double[SeededRuns.SEEDS];
    for (int trial = 0; trial < SeededRuns.SEEDS; trial++) {
      accuracies[trial] =
          SeededRuns.accuracy(SeededRuns.fit(learner, rows, 1, delta, trial + 1), data);
    }
    return String.format(
        Locale.ROOT,
        "| %s | %.0e | %s | %.2f |",
        name,
        delta,
        SeededRuns.meanAndDeviation(accuracies),
        SeededRuns.accuracy(learner.fitWithoutPrivacy(rows).model(), data));
  }
}
