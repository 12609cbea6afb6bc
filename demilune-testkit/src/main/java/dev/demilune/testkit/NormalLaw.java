// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import org.apache.commons.numbers.gamma.Erfc;

/** The normal law of mean 0 and variance 1, accurate in both tails. */
public final class NormalLaw {

  private static final double ROOT_HALF = Math.sqrt(0.5);

  private NormalLaw() {}

  /** Returns the probability of a value of at most x. */
  public static double cdf(double x) {
    return 0.5 * Erfc.value(-x * ROOT_HALF);
  }

  /** Returns the probability of a value above x. */
  public static double survival(double x) {
    return cdf(-x);
  }

  /** Returns the probability of an interval, without cancellation in the upper tail. */
  public static double between(double low, double high) {
    return low > 0 ? survival(low) - survival(high) : cdf(high) - cdf(low);
  }
}
