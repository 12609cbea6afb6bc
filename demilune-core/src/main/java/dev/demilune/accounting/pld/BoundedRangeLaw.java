// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of the worst mechanism of bounded range ε, such as the exponential mechanism.
 *
 * <p><b>Claim.</b> It dominates both directions of every mechanism whose log-likelihood ratios,
 * between two neighbors, lie in an interval of length ε that may depend on the neighbors.
 *
 * <p><b>Proof.</b> Say the losses lie in [u - ε, u]; as both laws have mass 1, 0 ≤ u ≤ ε. Given the
 * interval, moving all losses to its two ends, each in such parts that both laws keep their mass,
 * undoes a merging of outputs, so it cannot lower the divergence. The mass of P at u is then (1 -
 * e^(u-ε))/(1 - e^-ε), and the divergence at t is that times 1 - e^(t-u). Over u it is largest at u
 * = (t + ε)/2:
 *
 * <pre>
 *   H(t) = (1 - e^((t-ε)/2))² / (1 - e^-ε),   -ε ≤ t ≤ ε.
 * </pre>
 *
 * As a supremum of divergences it is convex in e^t, with H = 1 - e^t at -ε and 0 at ε, so it is the
 * divergence of one pair: e^t Q(L &gt; t) = -dH/dt and P(L &gt; t) = H + e^t Q(L &gt; t). It equals
 * its mirror image. ∎
 *
 * <p><b>Source.</b> Dong, Durfee and Rogers, ICML 2020. We depart from it in composing by the one
 * pair above, which holds for adaptive compositions too.
 */
public record BoundedRangeLaw(double epsilon) implements SymmetricLaw {

  private static final double U = Rounding.UNIT;

  @Override
  public double pAbove(double t) {
    // with y = e^((t-ε)/2): (1 - y)² + y(1 - y) = 1 - y
    return t < epsilon ? gap(t) / whole() : 0;
  }

  @Override
  public double qAbove(double t) {
    return t < epsilon ? Math.exp((t - epsilon) / 2) * gap(t) / whole() : 0; // -dH/dt
  }

  /** 1 - e^((t-ε)/2), accurate where t is near ε. */
  private double gap(double t) {
    return -Math.expm1((t - epsilon) / 2);
  }

  private double whole() {
    return -Math.expm1(-epsilon); // 1 - e^-ε, accurate for a small ε too
  }

  @Override
  public Estimate above(double t) {
    if (!(t < epsilon)) {
      return Estimate.ZERO;
    }
    // t - ε is rounded once, relatively; so is all that follows.
    double value = gap(t) / whole() * gap(t);
    return new Estimate(value, 16 * U * value + Double.MIN_NORMAL);
  }

  @Override
  public double error(double t) {
    return (16 + Math.abs(t) + epsilon) * U; // the exponent (t - ε)/2 is off by u of its terms
  }

  @Override
  public double atZero() {
    return 0;
  }

  @Override
  public double atInfinity() {
    return 0;
  }

  @Override
  public double highest() {
    return epsilon;
  }
}
