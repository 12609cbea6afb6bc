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

  /** Returns the standard error of the mean AUC. */
  double aucError() {
    double mean = auc() / 100;
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(run.auc().orElseThrow() - mean, 2)).sum();
    return 100 * Math.sqrt(squares / (runs.size() - 1) / runs.size());
  }
}
