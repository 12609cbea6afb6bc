// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Progress;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.DiscreteLaplace;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.Seeds;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Mechanisms with one famous fault each: the audit catches it, and does not object to the same
 * mechanism without the fault. One false alarm in a million seeds; a fault is overlooked for one
 * seed in ten thousand at most.
 */
class PositiveControlsTest {

  private static final ApproximateDp CLAIM = ApproximateDp.of(1, 1e-5);
  private static final double FALSE_ALARM = 1e-6;
  private static final int UNIT = 1_000; // a row of length one, in integers
  private static final int ROWS = 50;
  private static final int RUNS = 10_000;
  private static final NoisyIntegerSum SOUND =
      NoisyIntegerSum.of((long) UNIT * UNIT, GaussianCalibration.noiseMultiplier(CLAIM, 1));

  /** What somebody sees of a run on a table with the canary or without it, as one number. */
  private static double lowerBound(
      EpsilonAudit audit,
      ToDoubleFunction<Randomness> without,
      ToDoubleFunction<Randomness> with,
      int runs) {
    double[][] scores = new double[2][runs];
    Randomness ofWithout = Seeds.randomness("control without");
    Randomness ofWith = Seeds.randomness("control with");
    for (int i = 0; i < runs; i++) {
      scores[0][i] = without.applyAsDouble(ofWithout);
      scores[1][i] = with.applyAsDouble(ofWith);
    }
    return audit.of(runs / 5, scores[0], scores[1]).lowerBound();
  }

  private static double gaussian(
      ToDoubleFunction<Randomness> without, ToDoubleFunction<Randomness> with) {
    return lowerBound(EpsilonAudit.gaussian(CLAIM.delta(), FALSE_ALARM), without, with, RUNS);
  }

  private static double byEvents(
      double delta, ToDoubleFunction<Randomness> without, ToDoubleFunction<Randomness> with) {
    return lowerBound(EpsilonAudit.byEvents(delta, FALSE_ALARM), without, with, 1_000);
  }

  private static double release(NoisyIntegerSum noise, long sum, Randomness randomness) {
    long[] released = {sum};
    noise.release(released, randomness);
    return (double) released[0];
  }

  /** The noise of twice the μ that is claimed, in three hundred fits of a hundred canaries. */
  @Test
  void halfTheNoiseIsSeenByManyCanaries() {
    double half = 0.5 / GaussianCalibration.mu(CLAIM);
    double more = Accountant.best(new PrivacyEvent.GaussianSum(half)).epsilon(CLAIM.delta());

    assertThat(byManyCanaries(CLAIM)).isBetween(0.2, 1.0);
    assertThat(byManyCanaries(ApproximateDp.of(more, CLAIM.delta()))).isGreaterThan(1);
  }

  private static double byManyCanaries(ApproximateDp spent) {
    return new LearnerAudit(
            WorstCase.learner("batch-perceptron"),
            spent,
            Adjacency.ADD_OR_REMOVE_ONE,
            LearnerAudit.Method.MANY_CANARIES,
            /* trials= */ 150,
            1 - FALSE_ALARM)
        .run(Seeds.randomness("many canaries"), Progress.NONE)
        .lowerBound();
  }

  @Test
  void halfTheNoise() {
    NoisyIntegerSum half = NoisyIntegerSum.of((long) UNIT * UNIT, SOUND.noiseMultiplier() / 2);

    assertThat(gaussian(r -> release(half, 0, r), r -> release(half, UNIT, r)))
        .isGreaterThan(CLAIM.epsilon());
    assertThat(gaussian(r -> release(SOUND, 0, r), r -> release(SOUND, UNIT, r)))
        .isBetween(0.3, CLAIM.epsilon());
  }

  /** A row of length two enters as it is, where the noise is for rows of length one. */
  @Test
  void aForgottenClip() {
    double[] row = {2, 0};

    assertThat(
            gaussian(r -> release(SOUND, 0, r), r -> release(SOUND, Math.round(row[0] * UNIT), r)))
        .isGreaterThan(CLAIM.epsilon());
    double clipped = row[0] / Math.max(1, Math.hypot(row[0], row[1]));
    assertThat(
            gaussian(r -> release(SOUND, 0, r), r -> release(SOUND, Math.round(clipped * UNIT), r)))
        .isLessThan(CLAIM.epsilon());
  }

  /**
   * One halfspace for each of four classes, each with the whole budget; a row is in all of them.
   */
  @Test
  void aBudgetReusedForEveryClass() {
    int classes = 4;
    NoisyIntegerSum joint =
        NoisyIntegerSum.of((long) classes * UNIT * UNIT, SOUND.noiseMultiplier());

    assertThat(gaussian(r -> ofClasses(SOUND, classes, 0, r), r -> ofClasses(SOUND, classes, 1, r)))
        .isGreaterThan(CLAIM.epsilon());
    assertThat(gaussian(r -> ofClasses(joint, classes, 0, r), r -> ofClasses(joint, classes, 1, r)))
        .isLessThan(CLAIM.epsilon());
  }

  private static double ofClasses(
      NoisyIntegerSum noise, int classes, int canaries, Randomness randomness) {
    double score = 0;
    for (int k = 0; k < classes; k++) {
      int sign = k == 0 ? 1 : -1; // its own class's halfspace, and the others'
      score += sign * release(noise, (long) sign * canaries * UNIT, randomness);
    }
    return score;
  }

  /** A noisy sum is divided by the true row count: the quotient tells what it was divided by. */
  @Test
  void theRowCountTakenFromTheData() {
    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> isMultiple(release(SOUND, 0, r) / ROWS),
                r -> isMultiple(release(SOUND, UNIT, r) / (ROWS + 1))))
        .isGreaterThan(CLAIM.epsilon());
    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> isMultiple(release(SOUND, 0, r) / ROWS),
                r -> isMultiple(release(SOUND, UNIT, r) / ROWS)))
        .isLessThan(CLAIM.epsilon());
  }

  private static double isMultiple(double mean) {
    return Math.abs(mean * ROWS - Math.rint(mean * ROWS)) < 1e-6 ? 1 : 0;
  }

  /** Whoever knows the seed draws the same noise and takes it off. */
  @Test
  void seededNoise() {
    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> withoutNoiseOfSeed(release(SOUND, 0, Randomness.reproducible(42))),
                r -> withoutNoiseOfSeed(release(SOUND, UNIT, Randomness.reproducible(42)))))
        .isGreaterThan(CLAIM.epsilon());
    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> withoutNoiseOfSeed(release(SOUND, 0, r)),
                r -> withoutNoiseOfSeed(release(SOUND, UNIT, r))))
        .isLessThan(CLAIM.epsilon());
  }

  private static double withoutNoiseOfSeed(double released) {
    return released - release(SOUND, 0, Randomness.reproducible(42));
  }

  /** Ten sums of all rows, at the price of ten sums of every tenth row. */
  @Test
  void amplificationClaimedWithoutSampling() {
    int steps = 10;
    double rate = 0.1;
    double multiplier =
        Calibration.smallestNoise(
            CLAIM,
            noise ->
                new PrivacyEvent.Repeated(
                    new PrivacyEvent.PoissonSampled(
                        rate, Adjacency.ADD_OR_REMOVE_ONE, new PrivacyEvent.GaussianSum(noise)),
                    steps));
    NoisyIntegerSum noise = NoisyIntegerSum.of((long) UNIT * UNIT, multiplier);

    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> ofSteps(noise, steps, 1, 0, r),
                r -> ofSteps(noise, steps, 1, UNIT, r)))
        .isGreaterThan(CLAIM.epsilon());
    assertThat(
            byEvents(
                CLAIM.delta(),
                r -> ofSteps(noise, steps, rate, 0, r),
                r -> ofSteps(noise, steps, rate, UNIT, r)))
        .isLessThan(CLAIM.epsilon());
  }

  private static double ofSteps(
      NoisyIntegerSum noise, int steps, double rate, long row, Randomness randomness) {
    double score = 0;
    for (int step = 0; step < steps; step++) {
      boolean taken = randomness.nextBits(53) < rate * 0x1p53;
      score += release(noise, taken ? row : 0, randomness);
    }
    return score;
  }

  /** Pure ε = 1 is claimed; the last bits of the result tell 0 from 1. */
  @Test
  void laplaceNoiseInFloatingPoint() {
    assertThat(
            byEvents(
                0,
                r ->
                    FloatingPointLaplace.canComeFrom(0, FloatingPointLaplace.release(0, r)) ? 0 : 1,
                r ->
                    FloatingPointLaplace.canComeFrom(0, FloatingPointLaplace.release(1, r))
                        ? 0
                        : 1))
        .isGreaterThan(2);
    // The same attack on integers finds that every result can come from both.
    assertThat(
            byEvents(
                0,
                r -> (double) DiscreteLaplace.of(1, 1).sample(r),
                r -> (double) (1 + DiscreteLaplace.of(1, 1).sample(r))))
        .isLessThan(1);
  }
}
