// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.internal.Check;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The largest distance between the distribution functions of a sample and of its law.
 *
 * <p><b>Claim.</b> Independent draws of a law, continuous or not, exceed {@link #limit} with at
 * most the given probability, for every sample size.
 *
 * <p><b>Source.</b> Dvoretzky, Kiefer and Wolfowitz (1956) with the constant of Massart (1990):
 * P(distance &gt; t) ≤ 2 exp(-2nt²).
 */
public final class KolmogorovSmirnov {

  private KolmogorovSmirnov() {}

  /** Returns the distance that n draws of the law exceed with at most the given probability. */
  public static double limit(int n, double falseAlarm) {
    Check.atLeastOne("n", n);
    if (!(falseAlarm > 0 && falseAlarm < 1)) {
      throw new IllegalArgumentException("falseAlarm must lie in (0, 1), got " + falseAlarm);
    }
    return Math.sqrt(Math.log(2 / falseAlarm) / (2.0 * n));
  }

  /**
   * Returns the distance of the sample from a continuous distribution function. For a law on a
   * grid, the jumps must be negligible.
   */
  public static double distance(double[] sample, DoubleUnaryOperator cdf) {
    Check.atLeastOne("sample size", sample.length);
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double n = sorted.length;
    double distance = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = cdf.applyAsDouble(sorted[i]);
      if (!(expected >= 0 && expected <= 1)) { // NaN fails too
        throw new IllegalArgumentException("cdf must lie in [0, 1], got " + expected);
      }
      distance = Math.max(distance, Math.max(expected - i / n, (i + 1) / n - expected));
    }
    return distance;
  }
}
