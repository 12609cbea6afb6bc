// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.renyi;

import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.numeric.Rounding;

/**
 * Rényi divergences of releases that are ε-DP, each from the law of its loss L: the moment is the
 * mean of e^((α-1)L) under P.
 *
 * <p>Every logarithm is taken of e^(-(α-1)ε) times the moment, which lies between 0 and 1, and
 * {@link #divergence} adds a bound on its error.
 */
public final class PureCurves {

  private PureCurves() {}

  /**
   * Any ε-DP release: the worst is randomized response on two answers; 0 and infinity are allowed.
   */
  public static RenyiCurve pure(double epsilon) {
    return response(epsilon, 2);
  }

  public static RenyiCurve response(double epsilon, int categories) {
    if (epsilon == Double.POSITIVE_INFINITY) {
      return order -> epsilon;
    }
    return order -> {
      // P is as e^ε : k-2 : 1 at the losses ε, 0, -ε.
      double y = Math.exp(-epsilon);
      double x = (order - 1) * epsilon; // the moment times e^-x: every term is at most 1
      double sum = 1 + (categories - 2) * y * Math.exp(-x) + y * Math.exp(-2 * x);
      return divergence(order, epsilon, sum / (1 + (categories - 1) * y));
    };
  }

  /** Mironov 2017, Proposition 6, in another form. */
  public static RenyiCurve laplace(double epsilon) {
    return order -> {
      // may underflow to 0: far below the other term
      double end = Math.exp(-(2 * order - 1) * epsilon);
      // positive terms: nothing cancels
      return divergence(order, epsilon, (order + (order - 1) * end) / (2 * order - 1));
    };
  }

  /**
   * P(x) = (1-r)/(1+r) r^|x|, r = e^(-1/scale): mass 1/(1+r) at loss ε, r^s/(1+r) at -ε, and
   * between them a geometric sum of ratio e^(-(2α-1)/scale).
   */
  public static RenyiCurve discreteLaplace(double scale, long sensitivity) {
    double epsilon = RoundUp.divide(RoundUp.fromLong(sensitivity), scale);
    return order -> {
      double r = Math.exp(-1 / scale);
      double slope = (2 * order - 1) / scale;
      double inside =
          -Math.expm1(-1 / scale)
              * Math.exp(-slope)
              // s - 1 terms of a geometric sum
              * (Math.expm1(-slope * (sensitivity - 1)) / Math.expm1(-slope));
      double end = Math.exp(-slope * sensitivity);
      return divergence(order, epsilon, (1 + inside + end) / (1 + r));
    };
  }

  /**
   * Bounded range ε: the mean of e^((α-1)L) under the law of {@link
   * dev.demilune.accounting.pld.BoundedRangeLaw}, and αε²/8 (Cesar and Rogers 2021), whichever is
   * smaller.
   */
  public static RenyiCurve boundedRange(double epsilon) {
    return order -> {
      // Quotients of expm1: accurate for a small ε, where 1 - e^-ε cancels.
      double moment =
          Math.expm1(-(2 * order - 1) * epsilon) / Math.expm1(-epsilon) / (2 * order - 1);
      double concentrated =
          RoundUp.multiply(order / 8, RoundUp.multiply(epsilon, epsilon)) * Rounding.OPERAND_UP;
      return Math.min(divergence(order, epsilon, moment), concentrated);
    };
  }

  /**
   * From y, which is e^(-(α-1)ε) times the moment, correct to 32 u; at most ε, and αε²/2 (Bun and
   * Steinke 2016), which is the better one where rounding dominates.
   */
  private static double divergence(double order, double epsilon, double y) {
    double x = (order - 1) * epsilon;
    // 2^-47 = 64u covers the 32u of y and the sum
    double logMoment = x + Math.log(y) + 0x1p-47 * (1 + x);
    double concentrated =
        RoundUp.multiply(order / 2, RoundUp.multiply(epsilon, epsilon)) * Rounding.OPERAND_UP;
    double known = Math.min(epsilon, concentrated); // both hold for every ε-DP step
    return Math.min(known, RenyiCurve.ofMoment(order, logMoment));
  }
}
