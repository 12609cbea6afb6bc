// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.budget.Ledger;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.Locale;

/** Repeated fits with fixed seeds: reproducible, and for that reason not private. */
final class SeededRuns {

  static final int SEEDS = 5;

  private SeededRuns() {}

  static BoundedDataset bound(PublicData data) {
    try (Table table = data.train().get()) {
      return BoundedDataset.of(data.schema(), table);
    }
  }

  static Classifier fit(
      Learner learner, BoundedDataset rows, double epsilon, double delta, long seed) {
    return fit(learner, rows, ApproximateDp.of(epsilon, delta), seed);
  }

  static Classifier fit(Learner learner, BoundedDataset rows, Guarantee guarantee, long seed) {
    Ledger ledger =
        Ledger.inMemory("benchmark", rows.adjacency(), guarantee, Randomness.reproducible(seed));
    return learner.fit(rows, ledger.spend(learner.name(), guarantee)).model();
  }

  /** Returns what a learner's plan says of one detail. */
  static String detail(
      Learner learner, BoundedDataset rows, double epsilon, double delta, String name) {
    return learner
        .plan(Shape.of(rows), ApproximateDp.of(epsilon, delta))
        .details()
        .getOrDefault(name, "");
  }

  static double accuracy(Classifier model, PublicData data) {
    try (Table table = data.test().get()) {
      return 100 * Evaluation.onPublic(model, table).accuracy();
    }
  }

  /** Returns the mean and, in brackets, the standard deviation over the trials. */
  static String meanAndDeviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    return String.format(Locale.ROOT, "%.2f (%.2f)", mean, Math.sqrt(variance));
  }
}
