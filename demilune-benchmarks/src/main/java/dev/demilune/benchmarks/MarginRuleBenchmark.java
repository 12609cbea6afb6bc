// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.MarginChoice;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the rule for margins, and the private choice of one, lose against the best fixed margin. */
final class MarginRuleBenchmark {

  private static final ApproximateDp GUARANTEE = ApproximateDp.of(1, 1e-5);
  private static final List<String> FIXED = List.of("0.5", "0.25", "0.125", "0.0625", "0.03125");
  private static final int SEEDS = 3;

  private MarginRuleBenchmark() {}

  /** Test accuracy of a fit with a seed, in percent. */
  private interface Accuracy {
    double of(Learner learner, int seed);
  }

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Margins that nobody sets, ε = 1, δ = 1e-5: test accuracy in percent with `margin=auto`,"
            + " with `margin-choice`, and with the best of the margins 1/2, 1/4, ..., 1/32, which"
            + " nobody knows beforehand. Means over "
            + SEEDS
            + " seeds; the best of five means is a little too high by itself. `projected-sgd` takes"
            + " too long on MNIST for five margins.");
    lines.addAll(
        Markdown.table("| rows | learner | auto | margin-choice | best fixed | at margin |"));
    add(lines, "large margin 0.1, 100 features", points(2_000, 100, 0.1), all());
    add(lines, "large margin 0.05, 20 features", points(5_000, 20, 0.05), all());
    if (PublicData.isThere()) {
      add(lines, "banknote", task(PublicData.banknote()), all());
      add(lines, "skin_nonskin", task(PublicData.skin(Adjacency.ADD_OR_REMOVE_ONE)), all());
      add(lines, "a9a", task(PublicData.a9a()), all());
      add(lines, "USPS", task(PublicData.usps()), all());
      add(lines, "MNIST", task(PublicData.mnist()), quick());
    }
    return lines;
  }

  private static List<Learner> quick() {
    return List.of(BatchPerceptron.withDefaults(), MarginErm.withDefaults());
  }

  private static List<Learner> all() {
    List<Learner> learners = new ArrayList<>(quick());
    learners.add(ProjectedSgd.withDefaults());
    return learners;
  }

  private static Accuracy points(int rows, int features, double margin) {
    return (learner, seed) -> {
      MarginPoints points = new MarginPoints(rows, features, margin, seed);
      BoundedDataset training = points.training();
      return 100 - points.error(SeededRuns.fit(learner, training, GUARANTEE, seed), 2_000);
    };
  }

  private static Accuracy task(PublicData data) {
    Task task = Task.of(data);
    return (learner, seed) -> task.accuracy(learner, GUARANTEE, seed);
  }

  private static void add(
      List<String> lines, String rows, Accuracy accuracy, List<Learner> learners) {
    for (Learner learner : learners) {
      String best = FIXED.get(0);
      double most = 0;
      for (String margin : FIXED) {
        double mean = mean(accuracy, learner.with("margin", margin));
        best = mean > most ? margin : best;
        most = Math.max(most, mean);
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | `%s` | %.2f | %.2f | %.2f | %s |",
              rows,
              learner.name(),
              mean(accuracy, learner.with("margin", "auto")),
              mean(accuracy, MarginChoice.of(learner)),
              most,
              best));
      System.err.println(lines.get(lines.size() - 1));
    }
  }

  private static double mean(Accuracy accuracy, Learner learner) {
    double sum = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      sum += accuracy.of(learner, seed);
    }
    return sum / SEEDS;
  }
}
