// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import java.util.List;
import java.util.function.DoublePredicate;

/**
 * Several discretized losses on one grid, each a number of times, and the cumulants of their sum.
 *
 * <p>K(λ) is the logarithm of the sum's moment generating function under P, from the upper masses,
 * losses of infinity left out. It only chooses the tilt and the window; the bounds hold for every
 * choice.
 */
record LossSteps(double spacing, List<Kind> kinds) {

  /** A loss, and how many times it is incurred. */
  record Kind(LossMasses loss, long times) {}

  /** K, K' and K'' at a tilt. */
  record Cumulants(double logarithm, double mean, double variance) {

    /** Logarithm of Chernoff's bound on the mass above the mean of the tilted law. */
    double chernoff(double tilt) {
      return logarithm - tilt * mean;
    }
  }

  Cumulants at(double tilt) {
    double logarithm = 0;
    double mean = 0;
    double variance = 0;
    for (Kind kind : kinds) {
      Cumulants one = at(kind.loss, tilt);
      logarithm += kind.times * one.logarithm;
      mean += kind.times * one.mean;
      variance += kind.times * one.variance;
    }
    return new Cumulants(logarithm, mean, variance);
  }

  /** The cumulants of one step. */
  Cumulants at(LossMasses loss, double tilt) {
    int[] knots = loss.knots;
    // the largest term becomes 1: no overflow
    double shift = highestExponent(loss.upper, knots, loss.offset, tilt * spacing);
    double sum = 0;
    double first = 0;
    for (int k = 0; k < knots.length; k++) {
      double weight = weight(loss, k, tilt, shift);
      sum += weight;
      first += weight * knots[k];
    }
    // Two passes: Σwk² - (Σwk)²/Σw would cancel where the tilted law is narrow.
    double center = first / sum;
    double second = 0;
    for (int k = 0; k < knots.length; k++) {
      double weight = weight(loss, k, tilt, shift);
      second += weight * (knots[k] - center) * (knots[k] - center);
    }
    return new Cumulants(
        Math.log(sum) + shift, (center + loss.offset) * spacing, second / sum * spacing * spacing);
  }

  private double weight(LossMasses loss, int k, double tilt, double shift) {
    return loss.upper[k] == 0 // where the exponential may overflow
        ? 0
        : loss.upper[k] * Math.exp(tilt * spacing * (loss.knots[k] + loss.offset) - shift);
  }

  /**
   * Largest exponent among the nonzero masses; subtracting it keeps exponentials from overflowing.
   */
  static double highestExponent(double[] masses, int[] knots, double offset, double perKnot) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < knots.length; k++) {
      if (masses[k] > 0) {
        highest = Math.max(highest, Math.log(masses[k]) + perKnot * (knots[k] + offset));
      }
    }
    return highest;
  }

  /**
   * A tilt at which Chernoff's bound is about as small as asked, or the tilted law is nearly one
   * point.
   */
  double tiltForBound(double logarithmOfBound) {
    return search(tilt -> at(tilt).chernoff(tilt) <= logarithmOfBound);
  }

  /** A tilt whose mean is about as large as asked; 0 if even the mean without tilt is. */
  double tiltForMean(double mean) {
    if (at(0).mean >= mean) {
      return 0;
    }
    // Below e^-690 doubles underflow.
    return search(
        tilt -> {
          Cumulants cumulants = at(tilt);
          return cumulants.mean >= mean || cumulants.chernoff(tilt) < -690;
        });
  }

  private double search(DoublePredicate enough) {
    double scale = Math.sqrt(at(0).variance);
    if (!(scale > 0)) { // all mass at one knot, or NaN: no tilt helps
      return 0;
    }
    double high = 1 / scale; // the tilt that moves the mean by one standard deviation, roughly
    double low;
    if (enough.test(high)) {
      do {
        low = high / 2;
        if (!enough.test(low)) {
          break;
        }
        high = low;
      } while (high * scale > 1e-6); // a smaller tilt is as good as none
    } else {
      do {
        low = high;
        high *= 2;
        // A law that has shrunk to half a knot's spacing gains nothing from a larger tilt.
      } while (!enough.test(high) && at(high).variance > spacing * spacing / 4);
    }
    for (int i = 0; i < 5; i++) { // within 1/32: any tilt gives bounds
      double middle = (low + high) / 2;
      if (enough.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
