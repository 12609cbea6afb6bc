// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

/**
 * The privacy loss of a pair that is its own mirror image: -L under Q is distributed as L under P.
 *
 * <p>So the half at t ≥ 0 determines the rest: P(L &lt; t) = Q(L &gt; -t), and the same with P and
 * Q exchanged. Only an atom at loss 0, which has the same mass under P and Q, is given separately.
 * One such pair dominates both directions of a step.
 */
public interface SymmetricLaw extends LossLaw {

  /** P(L = 0), which is Q(L = 0) too. */
  double atZero();

  @Override
  default double pUpTo(double t) {
    // P(L ≤ t) = Q(L ≥ -t), unscaled by e^t
    return t == 0 ? qAbove(0) + atZero() : Math.exp(t) * qAbove(-t);
  }

  @Override
  default double qUpTo(double t) {
    return t == 0 ? pAbove(0) + atZero() : Math.exp(t) * pAbove(-t);
  }

  @Override
  default Estimate below(double t) {
    return above(-t).times(Math.exp(t), 0x1p-51); // covers the exponential's ulp, at most 2u
  }

  @Override
  default double lowest() {
    return canBeInfinite() ? Double.NEGATIVE_INFINITY : -highest();
  }

  /** The atom at 0 of any law that is its own mirror image. */
  static double atomAtZero(LossLaw law) {
    return Math.max(0, law.pUpTo(0) - law.qAbove(0)); // P(L ≤ 0) - P(L < 0), as P(L < 0) = Q(L > 0)
  }
}
