// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.robust.RobustAccuracy;
import dev.demilune.rows.BoundedDataset;
import java.util.List;

/** A public data set whose training rows are bound already, for many fits. */
record Task(PublicData data, BoundedDataset rows) {

  static Task of(PublicData data) {
    try (Table table = data.train().get()) {
      return new Task(data, BoundedDataset.of(data.schema(), table));
    }
  }

  /** Returns the test accuracy of one fit, in percent. */
  double accuracy(Learner learner, Guarantee guarantee, long seed) {
    return accuracy(SeededRuns.fit(learner, rows, guarantee, seed));
  }

  double accuracy(Classifier model) {
    try (Table table = data.test().get()) {
      return 100 * Evaluation.onPublic(model, table).accuracy();
    }
  }

  double withoutPrivacy(Learner learner) {
    return accuracy(learner.fitWithoutPrivacy(rows).model());
  }

  /** Returns mean and deviation of the test accuracy. */
  String accuracies(Learner learner, Guarantee guarantee) {
    return SeededRuns.meanAndDeviation(
        SeededRuns.SEEDS, trial -> accuracy(learner, guarantee, trial + 1));
  }

  String accuracies(Learner learner, double epsilon, double delta) {
    return accuracies(learner, ApproximateDp.of(epsilon, delta));
  }

  /**
   * Returns which share of the test rows, in percent, is certified within each radius, for every
   * seed, at ε = 1 and δ = 1e-5.
   */
  List<double[]> certified(Learner learner, double[] radii) {
    return certified(learner, radii, SeededRuns.SEEDS);
  }

  List<double[]> certified(Learner learner, double[] radii, int seeds) {
    double[][] shares = new double[radii.length][seeds];
    for (int trial = 0; trial < seeds; trial++) {
      try (Table table = data.test().get()) {
        RobustAccuracy robust =
            RobustAccuracy.onPublic(
                SeededRuns.fit(learner, rows, ApproximateDp.of(1, 1e-5), trial + 1), table);
        for (int r = 0; r < radii.length; r++) {
          shares[r][trial] = 100 * (radii[r] == 0 ? robust.accuracy() : robust.at(radii[r]));
        }
      }
    }
    return List.of(shares);
  }
}
