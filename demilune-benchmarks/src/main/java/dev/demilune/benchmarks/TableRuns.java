// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Several fits of a learner on one table, each evaluated on the test rows. */
record TableRuns(List<Evaluation> runs) {

  static final double DELTA = 1e-5;
  static final double[] EPSILONS = {0.1, 0.5, 1, 3};

  static TableRuns of(Learner learner, Task task, double epsilon, int seeds) {
    List<Evaluation> runs = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      try (Table table = task.data().test().get()) {
        runs.add(
            Evaluation.onPublic(
                SeededRuns.fit(learner, task.rows(), ApproximateDp.of(epsilon, DELTA), seed),
                table));
      }
    }
    return new TableRuns(runs);
  }

  double mean(ToDoubleFunction<Evaluation> measure) {
    return runs.stream().mapToDouble(measure).average().orElseThrow();
  }

  double accuracy() {
    return 100 * mean(Evaluation::accuracy);
  }

  /** 0 for more than two classes. */
  double auc() {
    return 100 * mean(run -> run.auc().orElse(0));
  }

  double logLoss() {
    return mean(Evaluation::logLoss);
  }

  /** Returns the standard error of the mean AUC, of several runs. */
  double aucError() {
    return error(run -> 100 * run.auc().orElse(0));
  }

  /** Returns the standard error of the mean accuracy, of several runs. */
  double accuracyError() {
    return error(run -> 100 * run.accuracy());
  }

  private double error(ToDoubleFunction<Evaluation> measure) {
    double mean = mean(measure);
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(measure.applyAsDouble(run) - mean, 2)).sum();
    return Math.sqrt(squares / (runs.size() - 1) / runs.size());
  }
}
