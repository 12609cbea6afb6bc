// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

import java.util.function.DoublePredicate;

/**
 * Bisection over all doubles between two positive ends, down to neighboring doubles.
 *
 * <p>Positive doubles are ordered like their bit patterns, so halving the patterns takes at most 63
 * steps whatever the magnitude. The value returned has itself passed the test: it is safe even if
 * rounding makes the test not quite monotone.
 */
public final class Bisection {

  private Bisection() {}

  /** The smallest double that passes, if all above it pass; high must pass. */
  public static double smallest(double low, double high, DoublePredicate passes) {
    long failing = Double.doubleToLongBits(low) - 1; // below low: low itself may pass
    long passing = Double.doubleToLongBits(high);
    while (passing - failing > 1) {
      long middle = failing + (passing - failing) / 2; // of patterns of numbers ≥ 0: no overflow
      if (passes.test(Double.longBitsToDouble(middle))) {
        passing = middle;
      } else {
        failing = middle;
      }
    }
    return Double.longBitsToDouble(passing); // has passed, or is high
  }

  /** The largest double that passes, if all below it pass; low must pass. */
  public static double largest(double low, double high, DoublePredicate passes) {
    long passing = Double.doubleToLongBits(low);
    long failing = Double.doubleToLongBits(high) + 1; // above high: high itself may pass
    while (failing - passing > 1) {
      long middle = passing + (failing - passing) / 2;
      if (passes.test(Double.longBitsToDouble(middle))) {
        passing = middle;
      } else {
        failing = middle;
      }
    }
    return Double.longBitsToDouble(passing); // has passed, or is low
  }
}
