// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.budget.Ledger;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Demilune;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Repeated fits with fixed seeds: reproducible, and for that reason not private. */
final class SeededRuns {

  static final int SEEDS = 5;

  private SeededRuns() {}

  static Classifier fit(Learner learner, BoundedDataset rows, Guarantee guarantee, long seed) {
    Ledger ledger =
        Ledger.inMemory("benchmark", rows.adjacency(), guarantee, Randomness.reproducible(seed));
    return learner.fit(rows, ledger.spend(learner.name(), guarantee)).model();
  }

  /** Returns the name of the learner that {@code auto} chooses. */
  static String chosen(Shape shape, Guarantee guarantee) {
    Plan plan = Demilune.classifier().plan(shape, guarantee);
    return plan.orThrow().outlook().choice().orElseThrow().learner();
  }

  /** Returns mean and deviation of what is measured for each trial, from 0. */
  static String meanAndDeviation(int trials, IntToDoubleFunction measured) {
    return meanAndDeviation(IntStream.range(0, trials).mapToDouble(measured).toArray());
  }

  /** Returns the mean and, in brackets, the standard deviation over the trials. */
  static String meanAndDeviation(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
    return String.format(Locale.ROOT, "%.2f (%.2f)", mean, Math.sqrt(variance));
  }
}
