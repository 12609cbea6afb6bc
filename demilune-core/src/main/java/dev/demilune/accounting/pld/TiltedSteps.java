// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;
import java.util.ArrayList;
import java.util.List;

/**
 * Discretized losses with masses multiplied by e^(λg - κ), rounded up for the upper law and down
 * for the lower one.
 *
 * @param logarithm Σ T κ; the composition is multiplied by e to it afterwards
 * @param logarithmError bound on the rounding error of that sum
 * @param infinite bound on the probability of an infinite loss
 */
record TiltedSteps(
    double spacing,
    double tilt,
    List<Kind> kinds,
    double logarithm,
    double logarithmError,
    double infinite) {

  private static final double U = Rounding.UNIT;

  /** One kind of step: what its loss may be, with tilted masses. */
  static final class Kind {

    final int[] knots;
    final double offset;
    final double[] upper;
    final double[] lower;
    final long times;

    private Kind(LossMasses loss, double[] upper, double[] lower, long times) {
      this.knots = loss.knots;
      this.offset = loss.offset;
      this.upper = upper;
      this.lower = lower;
      this.times = times;
    }
  }

  static TiltedSteps of(LossSteps steps, double tilt) {
    List<Kind> kinds = new ArrayList<>();
    double logarithm = 0;
    double size = 0;
    double infinite = 0;
    double inflation = 0;
    for (LossSteps.Kind kind : steps.kinds()) {
      // Any number would be right; with this one the tilted masses add up to 1.
      double kappa = steps.at(kind.loss(), tilt).logarithm();
      kinds.add(kind(kind.loss(), steps.spacing(), tilt, kappa, kind.times()));
      logarithm += kind.times() * kappa;
      size += Math.abs(kind.times() * kappa);
      double atInfinity = kind.loss().infiniteUpper;
      infinite += kind.times() * atInfinity;
      inflation += kind.times() * Math.max(0, LossMasses.total(kind.loss().upper) + atInfinity - 1);
    }
    return new TiltedSteps(
        steps.spacing(),
        tilt,
        kinds,
        logarithm,
        (2 + kinds.size()) * U * size, // u of each partial sum, and of each product
        infinite * Math.exp(inflation) * Rounding.SUM_UP); // as in ComposedLoss
  }

  private static Kind kind(LossMasses loss, double spacing, double tilt, double kappa, long times) {
    int count = loss.knots.length;
    double[] upper = new double[count];
    double[] lower = new double[count];
    double perKnot = tilt * spacing;
    for (int k = 0; k < count; k++) {
      double exponent = perKnot * (loss.knots[k] + loss.offset);
      double factor = Math.exp(exponent - kappa);
      // Three roundings of the exponent, one of the exponential, one of the product.
      double relative = (4 * Math.abs(exponent) + 2 * Math.abs(kappa) + 8) * U;
      upper[k] =
          loss.upper[k] == 0
              ? 0
              // not 0 by underflow
              : Math.max(Double.MIN_NORMAL, loss.upper[k] * factor * (1 + relative));
      double down = loss.lower[k] == 0 ? 0 : loss.lower[k] * factor * Math.max(0, 1 - relative);
      lower[k] = down >= Double.MIN_NORMAL ? down : 0; // a subnormal has no relative error bound
    }
    return new Kind(loss, upper, lower, times);
  }

  /**
   * An ε from Chernoff's bound alone: the mass above ε is at most e^-λε times the mean of e^(λ
   * sum). Infinity if there is no tilt, or if infinite losses alone are more than δ.
   */
  double chernoffEpsilon(double delta) {
    // Infinite losses take at most a quarter of δ, the tail a half: the rest covers roundings.
    if (!(tilt > 0 && infinite < delta / 4)) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(0, (logarithmOfMean() - Math.log(delta / 2)) / tilt) * Rounding.SUM_UP;
  }

  /** Logarithm of the mean of e^(λ sum) under the upper laws, rounded up. */
  double logarithmOfMean() {
    return logarithm + logarithmError + logarithmAt(0, true);
  }

  /** The lowest knot that the sum can have; below 2^53 exact. */
  double lowestKnot() {
    double sum = 0;
    for (Kind kind : kinds) {
      sum += (double) kind.times * kind.knots[0];
    }
    return sum;
  }

  /** The highest knot that the sum can have. */
  double highestKnot() {
    double sum = 0;
    for (Kind kind : kinds) {
      sum += (double) kind.times * kind.knots[kind.knots.length - 1];
    }
    return sum;
  }

  /** The sum of all offsets, in units of the spacing; exact for numbers up to 2^30. */
  double offset() {
    double sum = 0;
    for (Kind kind : kinds) {
      sum += kind.times * kind.offset;
    }
    return sum;
  }

  /** Logarithm of the mean of e^(θ sum) under one of the tilted laws, rounded up. */
  double logarithmAt(double theta, boolean ofUpper) {
    double total = 0;
    double slack = 0;
    for (Kind kind : kinds) {
      double[] masses = ofUpper ? kind.upper : kind.lower;
      int[] knots = kind.knots;
      double perKnot = theta * spacing;
      double shift = LossSteps.highestExponent(masses, knots, kind.offset, perKnot);
      if (shift == Double.NEGATIVE_INFINITY) {
        return Double.NEGATIVE_INFINITY; // no mass at all
      }
      double sum = 0;
      for (int k = 0; k < knots.length; k++) {
        if (masses[k] > 0) { // or 0 times an overflow might be NaN
          sum += masses[k] * Math.exp(perKnot * (knots[k] + kind.offset) - shift);
        }
      }
      double farthest = Math.max(-(double) knots[0], knots[knots.length - 1]);
      // |θg|, offset included: it is at most 1/2
      double largest = Math.abs(perKnot) * (1 + farthest);
      total += kind.times * (Math.log(sum) + shift);
      slack += kind.times * U * (2.0 * knots.length + 16 + 4 * largest + 2 * Math.abs(shift));
    }
    return total + slack + (2 + kinds.size()) * U * Math.abs(total); // rounded up
  }
}
