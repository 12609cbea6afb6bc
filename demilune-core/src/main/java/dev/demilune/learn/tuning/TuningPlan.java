// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.tuning;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.Repetitions;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.GuaranteeShare;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.mechanism.NoisyCounts;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.LogarithmicNumber;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;

/**
 * How a private search spends its guarantee, fixed before any row is seen.
 *
 * @param perRun what a learner of one run may spend
 * @param plans of the learner in each configuration
 * @param score the noise of the count of correct predictions
 */
record TuningPlan(Guarantee perRun, List<TrainingPlan> plans, Score score, LogarithmicNumber runs) {

  /** The score's share of μ² of a run, or of ε where the guarantee is pure. */
  private static final double SCORE_SHARE = 0.05;

  private static final double PURE_SCORE_SHARE = 0.1;

  /** A noisy count, and what it costs. */
  interface Score {
    long of(long count, Randomness randomness);

    PrivacyEvent event();
  }

  /**
   * Returns the plan that spends the guarantee on the whole search.
   *
   * @throws DemiluneException if a configuration has no plan within it, with the reason
   */
  static TuningPlan of(
      List<Learner> configurations, LogarithmicNumber runs, Shape shape, Guarantee guarantee) {
    if (guarantee instanceof ApproximateDp target) {
      double noise =
          Calibration.smallestNoise(
              target,
              some ->
                  of(configurations, runs, shape, GuaranteeShare.atNoise(target, some)).event());
      return of(configurations, runs, shape, GuaranteeShare.atNoise(target, noise));
    }
    // The best of a logarithmic number of ε-DP runs is 2ε-DP; a hair less for the roundings.
    double perRun = guarantee.epsilon() / 2 * Rounding.SUM_DOWN;
    PureDp ofLearner = PureDp.of(perRun * (1 - PURE_SCORE_SHARE));
    Score score = LaplaceScore.of(1 / (perRun * PURE_SCORE_SHARE));
    return of(configurations, runs, shape, ofLearner, score);
  }

  private static TuningPlan of(
      List<Learner> configurations, LogarithmicNumber runs, Shape shape, ApproximateDp perRun) {
    double multiplier = 1 / (GaussianCalibration.mu(perRun) * Math.sqrt(SCORE_SHARE));
    Score score = new GaussianScore(NoisyIntegerSum.of(1, multiplier));
    return of(configurations, runs, shape, perRun, score);
  }

  private static TuningPlan of(
      List<Learner> configurations,
      LogarithmicNumber runs,
      Shape shape,
      Guarantee perRun,
      Score score) {
    List<TrainingPlan> plans = new ArrayList<>();
    for (Learner configuration : configurations) {
      Plan plan = configuration.plan(shape, perRun);
      if (!plan.runnable()) {
        throw new DemiluneException(
            "a run of "
                + configuration.name()
                + " with "
                + configuration.settings()
                + " cannot be made: "
                + plan.reason());
      }
      plans.add(plan.orThrow());
    }
    return new TuningPlan(perRun, List.copyOf(plans), score, runs);
  }

  /** Returns what the whole search costs. */
  PrivacyEvent event() {
    List<PrivacyEvent> each =
        plans.stream()
            .map(TrainingPlan::charged)
            .distinct()
            .<PrivacyEvent>map(event -> PrivacyEvent.Composed.of(event, score.event()))
            .toList();
    // A run draws its configuration without the rows: it costs at most what the worst one does.
    PrivacyEvent run = each.size() == 1 ? each.get(0) : new PrivacyEvent.OneOf(each);
    return new PrivacyEvent.Selection(
        run, new Repetitions.NegativeBinomial(/* eta= */ 0, runs.gamma()));
  }

  private record GaussianScore(NoisyIntegerSum noise) implements Score {
    @Override
    public long of(long count, Randomness randomness) {
      long[] sums = {count};
      noise.release(sums, randomness);
      return sums[0];
    }

    @Override
    public PrivacyEvent event() {
      return noise.event();
    }
  }

  private record LaplaceScore(NoisyCounts noise) implements Score {

    static LaplaceScore of(double scale) {
      if (!(scale <= NoisyCounts.LARGEST_SCALE)) {
        throw new DemiluneException(
            "the noise of the scores is larger than can be drawn: use a larger ε");
      }
      double units = Math.ceil(scale * 0x1p20); // rounded up: more noise
      return new LaplaceScore(
          new NoisyCounts(Math.max(units * 0x1p-20, NoisyCounts.SMALLEST_SCALE), 1));
    }

    @Override
    public long of(long count, Randomness randomness) {
      long[] counts = {count};
      noise.release(counts, randomness);
      return counts[0];
    }

    @Override
    public PrivacyEvent event() {
      return noise.event();
    }
  }
}
