// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.RootFinding;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;

/**
 * Inverts an accountant: which noise, how many steps, which sampling rate a guarantee allows.
 *
 * <pre>{@code
 * double noise =
 *     Calibration.smallestNoise(
 *         ApproximateDp.of(1, 1e-6),
 *         z -> new Repeated(new PoissonSampled(0.01, ADD_OR_REMOVE_ONE, new GaussianSum(z)), 1000));
 * }</pre>
 *
 * <p>The event must cost more with less noise, more steps or a larger rate. The value returned has
 * itself been tried with {@link Accountant#best} and meets the guarantee. A value at most a
 * millionth away (for steps: one more step) has been tried and does not. About ten events are
 * tried.
 */
public final class Calibration {

  private static final double LEAST_NOISE = 1e-3;
  private static final double MOST_NOISE = 1e12;
  private static final double LEAST_RATE = 1e-12;
  private static final long MOST_STEPS = 1L << 40;

  /** Relative distance at which the search for noise or a rate ends. */
  private static final double TOLERANCE = 1e-6;

  private Calibration() {}

  /**
   * Returns the smallest noise with which the event meets the guarantee, rounded up; at least
   * 0.001.
   *
   * @param event the event with a given noise, in any unit of noise
   * @throws DemiluneException if no noise up to 1e12 meets it, with the reason
   */
  public static double smallestNoise(ApproximateDp target, DoubleFunction<PrivacyEvent> event) {
    // ln of the noise falls as the cost rises, so the search runs over its negative.
    RootFinding search =
        new RootFinding(
            x -> excess(target, event.apply(Math.exp(-x))), TOLERANCE / 2, /* whole= */ false);
    double passing = search.largestPassing(-Math.log(MOST_NOISE), 0, -Math.log(LEAST_NOISE));
    if (Double.isNaN(passing)) {
      throw refused(target, event.apply(MOST_NOISE), "no noise up to 1e12");
    }
    return Math.exp(-passing); // the very number that was tried
  }

  /**
   * Returns the smallest noise, from the given one on, with which the event meets the guarantee:
   * the given one, unless the roundings of the cost exceed the target.
   */
  public static double smallestNoise(
      PureDp target, double from, DoubleFunction<PrivacyEvent> event) {
    double noise = from;
    while (Accountant.best(event.apply(noise)).epsilon(0) > target.epsilon()) {
      noise *= Rounding.STEP_UP; // a few doubles up: only roundings separate it from the target
    }
    return noise;
  }

  /**
   * Returns the largest number of steps for which the event meets the guarantee; at most 2^40.
   *
   * @param event the event with a given number of steps
   * @throws DemiluneException if one step is too many
   */
  public static long mostSteps(ApproximateDp target, LongFunction<PrivacyEvent> event) {
    RootFinding search =
        new RootFinding(
            x -> excess(target, event.apply(Math.round(Math.exp(x)))), 0, /* whole= */ true);
    // in ln of the steps, from one step on
    double passing = search.largestPassing(0, Math.log(16), Math.log(MOST_STEPS));
    if (Double.isNaN(passing)) {
      throw refused(target, event.apply(1), "not even one step");
    }
    return Math.round(Math.exp(passing));
  }

  /**
   * Returns the largest sampling rate with which the event meets the guarantee, rounded down; at
   * most 1. For a given noise and number of steps it is the best one: it averages over most rows.
   *
   * @param event the event with a given rate
   * @throws DemiluneException if no rate down to 1e-12 meets it
   */
  public static double largestRate(ApproximateDp target, DoubleFunction<PrivacyEvent> event) {
    RootFinding search =
        new RootFinding(
            x -> excess(target, event.apply(Math.exp(x))), TOLERANCE / 2, /* whole= */ false);
    // in ln of the rate
    double passing = search.largestPassing(Math.log(LEAST_RATE), Math.log(0.01), 0);
    if (Double.isNaN(passing)) {
      throw refused(target, event.apply(LEAST_RATE), "no sampling rate down to 1e-12");
    }
    return Math.exp(passing);
  }

  /** How far ln ε is above the target; at most 0 exactly if the event meets it. */
  private static double excess(ApproximateDp target, PrivacyEvent event) {
    double epsilon;
    try {
      epsilon = Accountant.best(event).epsilon(target.delta());
    } catch (DemiluneException costTooHigh) {
      return Double.POSITIVE_INFINITY; // too little noise for any accountant: fails by far
    }
    if (epsilon <= target.epsilon()) {
      // The sign is the comparison's, which is exact; the logarithm's rounding cannot flip it.
      return Math.min(0, Math.log(epsilon / target.epsilon()));
    }
    return Math.max(Double.MIN_VALUE, Math.log(epsilon / target.epsilon()));
  }

  private static DemiluneException refused(
      ApproximateDp target, PrivacyEvent cheapest, String what) {
    // If no accountant takes the event, its own reason is the better one: let it be thrown.
    double epsilon = Accountant.best(cheapest).epsilon(target.delta());
    return new DemiluneException(
        what
            + " meets "
            + target.describe()
            + ": the cheapest event costs ε = "
            + epsilon
            + "; ask for a larger ε or δ");
  }
}
