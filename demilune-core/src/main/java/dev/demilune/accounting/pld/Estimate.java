// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * A computed number ≥ 0 with a bound on its error.
 *
 * @param value the number computed
 * @param error bound on the absolute difference from the true number
 */
public record Estimate(double value, double error) {

  public static final Estimate ZERO = new Estimate(0, 0);

  public double upper() {
    return Math.nextUp(value + error); // the sum itself rounds once
  }

  public double lower() {
    return Math.max(0, Math.nextDown(value - error)); // the true number is not negative
  }

  /** The difference of two numbers with a relative error each, the first being the larger. */
  static Estimate difference(double larger, double smaller, double relativeError) {
    // One rounding of the difference, and MIN_NORMAL for what underflow took.
    double error = (relativeError + 0x1p-52) * (larger + smaller) + Double.MIN_NORMAL;
    return new Estimate(Math.max(0, larger - smaller), error); // below 0 by rounding only
  }

  /** The number times a factor that has a small relative error itself. */
  Estimate times(double factor, double relativeError) {
    double product = value * factor;
    return new Estimate(
        product,
        (error * factor + product * (relativeError + 0x1p-52)) * Rounding.SECOND_ORDER_UP
            + Double.MIN_NORMAL);
  }
}
