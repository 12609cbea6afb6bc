// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of one number with Laplace noise: P = Lap(0, 1) against Q = Lap(e, 1), where e
 * is the sensitivity over the scale.
 *
 * <p><b>Claim.</b> It dominates both directions of every Laplace release of that sensitivity.
 *
 * <p><b>Proof.</b> L(x) = |x - e| - |x| falls from e to -e, so the best sets are half-lines, and
 * the divergence is max over x of F(x) - e^t F(x - s) for a shift of s: F increases, so it grows
 * with s and is largest at s = e. A shift the other way is a reflection. For 0 ≤ t &lt; e the
 * maximum is at x = (e - t)/2, where F(x) = 1 - y/2 and e^t F(x - e) = y/2 with y = e^((t-e)/2);
 * the divergence is 1 - y. ∎
 */
public record LaplaceLaw(double epsilon) implements SymmetricLaw {

  private static final double U = Rounding.UNIT;

  public static LaplaceLaw of(double noiseMultiplier) {
    return new LaplaceLaw(1 / noiseMultiplier); // nearest; the errors cover it
  }

  @Override
  public double pAbove(double t) {
    return t < epsilon ? 1 - qAbove(t) : 0; // 1 - y/2 is at least one half: nothing cancels
  }

  @Override
  public double qAbove(double t) {
    return t < epsilon ? Math.exp((t - epsilon) / 2) / 2 : 0;
  }

  @Override
  public Estimate above(double t) {
    if (t >= highest()) {
      return Estimate.ZERO;
    }
    double slip = U * (t + 2 * epsilon); // of t - ε, the rounding of ε included
    if (!(t < epsilon)) {
      return new Estimate(0, slip);
    }
    double value = -Math.expm1((t - epsilon) / 2); // 1 - y, accurate where t is near ε
    return new Estimate(value, 4 * U * value + slip + Double.MIN_NORMAL);
  }

  @Override
  public double error(double t) {
    return 8 * U + U * (Math.abs(t) + 2 * epsilon);
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
    return Math.nextUp(epsilon); // ε was rounded to nearest: not below the true one
  }
}
