// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.Check;
import dev.demilune.random.PoissonSampling;
import java.util.ArrayList;
import java.util.List;

/**
 * How many steps there are, on how many rows each, how many of the last weights are averaged, and
 * how the steps share the budget.
 *
 * <p>The average of the last m of T weights is a sum of all pulls in which the pull of step t
 * counts c_t times its step size: once up to step T - m + 1, then less and less, down to 1/m for
 * the last. With noise of variance v_t in step t the average has noise Σ c_t² v_t, and the privacy
 * cost of all steps depends on Σ 1/v_t alone. By the inequality of Cauchy and Schwarz Σ c_t² v_t ·
 * Σ 1/v_t ≥ (Σ c_t)², and v_t in proportion to 1/c_t makes it an equality: steps that count less
 * should have more noise. {@link #matched} does so, in a few phases of equal noise, so that a
 * certificate stays short.
 *
 * @param rate the probability with which a step takes a row; 1 for all rows in every step
 * @param averaged how many of the last weights are averaged
 * @param phases in the order of the steps
 * @param leastNoise the least multiplier of a step of weight one, even if less would be enough
 */
record Schedule(double rate, int averaged, List<Phase> phases, double leastNoise) {

  /**
   * Steps that have the same noise.
   *
   * @param weight what one of the steps counts in the average; its share of μ² is in proportion
   */
  record Phase(int steps, double weight) {
    Phase {
      Check.atLeastOne("steps", steps);
      Check.positive("weight", weight);
    }
  }

  // More make no difference: with four the noise is within 1 % of what c_t itself would give.
  private static final int PHASES_WHILE_AVERAGING = 4;

  Schedule {
    rate = PoissonSampling.withRate(rate).rate(); // the rate that rows are really taken with
    phases = List.copyOf(phases);
  }

  /** The same noise in every step; the second half is averaged. */
  static Schedule even(int steps, double rate) {
    return new Schedule(rate, steps - steps / 2, List.of(new Phase(steps, 1)), 0);
  }

  /** The same noise in every step; all weights are averaged. */
  static Schedule all(int steps, double rate) {
    return new Schedule(rate, steps, List.of(new Phase(steps, 1)), 0);
  }

  /** At least this noise in every step; the last weights are the result. */
  static Schedule last(int steps, double rate, double leastNoise) {
    return new Schedule(rate, 1, List.of(new Phase(steps, 1)), leastNoise);
  }

  /**
   * Noise by what a step counts in the average.
   *
   * @param averaged how many of the last weights are averaged, at least one
   */
  static Schedule matched(int steps, int averaged, double rate) {
    int groups = Math.min(PHASES_WHILE_AVERAGING, averaged); // at least one step in each
    List<Phase> phases = new ArrayList<>();
    if (steps > averaged) {
      phases.add(new Phase(steps - averaged, 1)); // all averaged weights contain these steps
    }
    for (int group = 0; group < groups; group++) {
      // Cannot overflow: settings allow 10^5 steps. No group is empty, because groups ≤ averaged.
      int from = group * averaged / groups;
      int to = (group + 1) * averaged / groups;
      // The mean of (averaged - i) / averaged over i = from, ..., to - 1.
      phases.add(new Phase(to - from, 1 - (from + to - 1) / (2.0 * averaged)));
    }
    return new Schedule(rate, averaged, phases, 0);
  }

  int steps() {
    return phases.stream().mapToInt(Phase::steps).sum();
  }

  /** Returns what the weights after this step, counted from one, contribute to the average. */
  double share(int step) {
    return step > steps() - averaged ? 1.0 / averaged : 0;
  }

  /** Returns whether steps take a sample of the rows. */
  boolean sampled() {
    return rate < 1;
  }

  /** Returns Σ c_t over all steps. */
  double totalWeight() {
    return phases.stream().mapToDouble(phase -> phase.steps() * phase.weight()).sum();
  }
}
