// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Shape;
import dev.demilune.learn.calibrate.ScoreOptions;
import dev.demilune.learn.gradient.ReleasePlan;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.RoundedGaussian;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import dev.demilune.schema.Part;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the budget of an additive model is spread over its releases, fixed before any row is seen.
 *
 * <p>All are Gaussian sums, so that μ² is what is divided: shares of it add up to one.
 *
 * @param mu of the guarantee
 * @param count of rows, where it is not known
 * @param ranks the dyadic counts of all numbers, where ranks are private
 * @param mean the sum of all rows
 * @param moment the second moment, where rows are whitened
 * @param momentRadius of the second moment's grid
 * @param steps of the descent
 */
record AdditivePlan(
    double mu,
    Optional<NoisyIntegerSum> count,
    Optional<NoisyIntegerSum> ranks,
    NoisyIntegerSum mean,
    Optional<NoisyIntegerSum> moment,
    long momentRadius,
    ReleasePlan steps) {

  private static final double COUNT_SHARE = 0.01;
  private static final double RANKS_SHARE = 0.03;
  private static final double MEAN_SHARE = 0.03;
  private static final double MOMENT_SHARE = 0.08;

  // Larger noise is drawn more slowly, and under noise of this size a coarser grid loses nothing.
  private static final double LARGEST_NOISE = 0x1p36;
  private static final double MOST_NOISE = 0.999 * RoundedGaussian.LARGEST_SIGMA;
  private static final long LEAST_RADIUS = 512;

  /**
   * Returns the plan.
   *
   * @throws DemiluneException if Gaussian noise cannot meet the guarantee or cannot be drawn
   */
  static AdditivePlan of(
      Shape shape,
      Guarantee guarantee,
      boolean privateRanks,
      boolean whitened,
      int steps,
      ScoreOptions options) {
    double mu = GaussianCalibration.mu(guarantee);
    int changed = shape.adjacency().contributionsChanged();
    // A public count is never bought, not even that of a table without rows.
    boolean bought = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    int numbers = (int) shape.parts().stream().filter(Part.Number.class::isInstance).count();
    double left = 1;
    Optional<NoisyIntegerSum> count = Optional.empty();
    if (bought) {
      left -= COUNT_SHARE;
      count = Optional.of(release(BigInteger.ONE, COUNT_SHARE, mu));
    }
    Optional<NoisyIntegerSum> ranks = Optional.empty();
    if (privateRanks && numbers > 0) {
      left -= RANKS_SHARE;
      long squared = RankCounts.squaredSensitivity(numbers, shape.adjacency());
      ranks = Optional.of(release(BigInteger.valueOf(squared), RANKS_SHARE, mu));
    }
    left -= MEAN_SHARE;
    NoisyIntegerSum mean =
        release(
            square((long) BoundedDataset.GRID_RADIUS * changed * Shares.of(shape.adjacency())),
            MEAN_SHARE,
            mu);
    Optional<NoisyIntegerSum> moment = Optional.empty();
    long radius = 0;
    if (whitened) {
      left -= MOMENT_SHARE;
      double multiplier = 1 / (mu * Math.sqrt(MOMENT_SHARE));
      radius =
          (long)
              Math.max(
                  LEAST_RADIUS,
                  Math.min(
                      SecondMoment.LARGEST_RADIUS,
                      Math.sqrt(LARGEST_NOISE / (multiplier * changed * SecondMoment.bound(1)))));
      moment = Optional.of(release(square(SecondMoment.bound(radius) * changed), MOMENT_SHARE, mu));
    }
    if (!(mean.noiseStandardDeviation() < MOST_NOISE)
        || !(moment.map(NoisyIntegerSum::noiseStandardDeviation).orElse(0.0) < MOST_NOISE)) {
      throw new DemiluneException(
          "the noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
    return new AdditivePlan(
        mu,
        count,
        ranks,
        mean,
        moment,
        radius,
        ReleasePlan.ofSteps(shape, mu * Math.sqrt(left), steps, steps - steps / 2, options));
  }

  private static BigInteger square(long sensitivity) {
    return BigInteger.valueOf(sensitivity).pow(2);
  }

  private static NoisyIntegerSum release(BigInteger squaredSensitivity, double share, double mu) {
    // μ of this release is μ√share; rounded up, errs on the safe side.
    return new NoisyIntegerSum(squaredSensitivity, Rounding.NOISE_UP / (mu * Math.sqrt(share)));
  }

  /** Returns what the releases cost, from the mechanisms that make them. */
  PrivacyEvent event() {
    List<PrivacyEvent> events = new ArrayList<>();
    count.ifPresent(mechanism -> events.add(mechanism.event()));
    ranks.ifPresent(mechanism -> events.add(mechanism.event()));
    events.add(mean.event());
    moment.ifPresent(mechanism -> events.add(mechanism.event()));
    events.add(steps.event());
    return new PrivacyEvent.Composed(events);
  }
}
