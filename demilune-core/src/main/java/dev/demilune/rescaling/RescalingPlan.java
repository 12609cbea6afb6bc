// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.RoundedGaussian;
import java.util.List;

/**
 * The releases of a rescaling perceptron and their noise, fixed before any row is seen.
 *
 * <p>Half of μ² goes to second moments and half to the sums of rows, in equal parts: Gaussian DP
 * composes by squares.
 *
 * @param schedule how many releases there are
 * @param adjacency what a neighboring table is
 * @param momentRadius of the grid on which second moments are summed
 * @param moment the noise of each second moment
 * @param pullRadius of the grid on which rows are summed
 * @param pull the noise of each sum of rows
 */
public record RescalingPlan(
    RescalingSchedule schedule,
    Adjacency adjacency,
    long momentRadius,
    NoisyIntegerSum moment,
    long pullRadius,
    NoisyIntegerSum pull) {

  // Of μ², for the second moments.
  private static final double MOMENT_SHARE = 0.5;

  // Larger noise is drawn more slowly, and under it a coarser grid loses nothing.
  private static final double LARGEST_NOISE = 0x1p36;

  // The coarsest grids, still fine beside the noise that forces them.
  private static final long LEAST_MOMENT_RADIUS = 1L << 8;
  private static final long LEAST_PULL_RADIUS = 1L << 15;

  // Eigenvalues below this part of the noise's typical size, σ√d, are taken for noise.
  private static final double FLOOR = 0.5;

  /**
   * Returns the plan that spends the guarantee.
   *
   * @throws DemiluneException if Gaussian noise cannot meet it, or cannot be drawn
   */
  public static RescalingPlan of(
      RescalingSchedule schedule, Adjacency adjacency, Guarantee guarantee) {
    double mu = GaussianCalibration.mu(guarantee);
    int changed = adjacency.contributionsChanged();
    // Releases of multiplier z cost 1/z² of μ² each; NOISE_UP covers the roundings.
    double moment = Math.sqrt(schedule.moments() / MOMENT_SHARE) / mu * Rounding.NOISE_UP;
    double pull = Math.sqrt(schedule.pulls() / (1 - MOMENT_SHARE)) / mu * Rounding.NOISE_UP;
    // As fine as the sampler's speed allows. Noise is relative to it: no effect on privacy.
    long momentRadius =
        within(
            LEAST_MOMENT_RADIUS,
            Math.sqrt(LARGEST_NOISE / (MomentTerm.bound(1) * changed * moment)),
            MomentTerm.LARGEST_RADIUS);
    long pullRadius = within(LEAST_PULL_RADIUS, LARGEST_NOISE / (changed * pull), UnitGrid.LARGEST);
    return new RescalingPlan(
        schedule,
        adjacency,
        momentRadius,
        sum(MomentTerm.bound(momentRadius) * changed, moment, guarantee),
        pullRadius,
        sum(pullRadius * changed, pull, guarantee));
  }

  private static long within(long least, double wanted, long most) {
    return (long) Math.max((double) least, Math.min(wanted, (double) most));
  }

  private static NoisyIntegerSum sum(long sensitivity, double multiplier, Guarantee guarantee) {
    // A little below what can be drawn, because noise is rounded up. Negated: NaN is refused too.
    if (!(multiplier * sensitivity < 0.999 * RoundedGaussian.LARGEST_SIGMA)) {
      throw new DemiluneException(
          "the noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
    // Exact: a wrapped square would be too small. It is at most (5 · 2^26 · 2)².
    return NoisyIntegerSum.of(Math.multiplyExact(sensitivity, sensitivity), multiplier);
  }

  /** Returns what the releases cost, from the mechanisms that make them. */
  public PrivacyEvent event() {
    return new PrivacyEvent.Composed(
        List.of(
            new PrivacyEvent.Repeated(moment.event(), schedule.moments()),
            new PrivacyEvent.Repeated(pull.event(), schedule.pulls())));
  }

  /** Returns the standard deviation of the noise of a moment's trace, in rows. */
  double countNoise(int dimension) {
    return momentNoise() * Math.sqrt(dimension);
  }

  /** Returns the eigenvalue, in rows, up to which a second moment is taken for noise. */
  public double floor(int dimension) {
    return FLOOR * momentNoise() * Math.sqrt(dimension);
  }

  private double momentNoise() {
    return moment.noiseStandardDeviation() / MomentTerm.bound(momentRadius);
  }
}
