// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.renyi;

import dev.demilune.accounting.numeric.Rounding;

/**
 * An upper bound on the Rényi divergence between the outputs of two neighbors, in both directions,
 * for every order.
 *
 * <p>D_α(P‖Q) = ln ∫ p^α q^(1-α) / (α-1). Divergences of adaptive steps add up (Mironov 2017).
 * Where a pair dominates in all hockey-stick divergences it dominates in this one too, since that
 * is an integral of those with positive weights.
 */
public interface RenyiCurve {

  /** For a real order above 1; infinity where nothing is known. Roundings are included. */
  double at(double order);

  /** The divergence of order α from the logarithm of its moment ∫ p^α q^(1-α). */
  static double ofMoment(double order, double logMoment) {
    // rounded up; a divergence is never negative
    return Math.max(0, logMoment) / (order - 1) * Rounding.CALL_UP;
  }

  /**
   * The step on a sample that contains the row in question with probability q, however drawn.
   *
   * <p><b>Proof.</b> The moment ∫ p^α r^(1-α) is jointly convex in (p, r), for α &gt; 1. Condition
   * on the other sampled rows. Replacing a row: (1-q)R + qA against (1-q)R + qB has moment at most
   * 1 - q + q m, m being that of (A, B). A row more or less: (1-q)B + qA against B, and B against
   * (1-q)B + qA, are the same mixtures of (B, B) with (A, B) or (B, A). ∎
   */
  static RenyiCurve sampled(RenyiCurve inner, double rate) {
    return order -> {
      double logInner = (order - 1) * inner.at(order);
      double exact =
          logInner > 30
              ? logInner + Math.log(rate) + Math.exp(-logInner) / rate // ln(1+x) ≤ x
              : Math.log1p(rate * Math.expm1(logInner));
      double rounding = (8 + 4 * logInner - Math.log(rate)) * 0x1p-52;
      // nothing is known
      double bound = Double.isNaN(exact) ? Double.POSITIVE_INFINITY : exact + rounding;
      return Math.min(inner.at(order), ofMoment(order, bound)); // sampling never costs more
    };
  }
}
