// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of an integer with discrete Laplace noise of scale b and sensitivity s: P(x)
 * proportional to r^|x| against Q(x) = P(x - s), where r = e^(-1/b).
 *
 * <p><b>Claim.</b> It dominates both directions of every release of sensitivity at most s.
 *
 * <p><b>Proof.</b> As for {@link LaplaceLaw}: the loss falls with x, so the best sets are {x ≤ k},
 * and F(k) - e^t F(k - s') grows with the shift s'. ∎
 *
 * <p>L(x) = (s - 2x)/b for 0 ≤ x ≤ s, and ±s/b outside. So L &gt; t is x ≤ k with k the largest
 * integer below (s - bt)/2. For 0 ≤ k &lt; s, F(k) = 1 - r^(k+1)/(1+r) and F(k-s) = r^(s-k)/(1+r);
 * with d = s/b - t the divergence is, without cancellation,
 *
 * <pre>
 *   ((1 - e^(k/b - d)) + r (1 - e^(-k/b))) / (1 + r).
 * </pre>
 */
public record DiscreteLaplaceLaw(double scale, long sensitivity) implements SymmetricLaw {

  private static final double U = Rounding.UNIT;

  private double epsilon() {
    return sensitivity / scale;
  }

  /** The largest x whose loss is above t ≥ 0; negative if there is none. */
  private double last(double t) {
    return Math.ceil((sensitivity - scale * t) / 2) - 1;
  }

  @Override
  public double pAbove(double t) {
    double last = last(t);
    return last < 0 ? 0 : 1 - Math.exp(-(last + 1) / scale) / (1 + Math.exp(-1 / scale));
  }

  @Override
  public double qAbove(double t) {
    double last = last(t);
    // one exponent: e^t alone may overflow
    return last < 0 ? 0 : Math.exp(t - (sensitivity - last) / scale) / (1 + Math.exp(-1 / scale));
  }

  @Override
  public Estimate above(double t) {
    if (t >= highest()) {
      return Estimate.ZERO;
    }
    // Off by this much, an atom may be put on the wrong side of t, or s/b - t be wrong.
    double slip = 8 * U * (t + epsilon() + 1 / scale);
    double last = last(t);
    if (last < 0) {
      return new Estimate(0, slip);
    }
    // 1 - e^(k/b - d), accurate where it is small
    double first = -Math.expm1(last / scale - (epsilon() - t));
    double second = Math.exp(-1 / scale) * -Math.expm1(-last / scale);
    // both terms are at least 0, up to rounding
    double value = Math.max(0, (first + second) / (1 + Math.exp(-1 / scale)));
    return new Estimate(value, 8 * U * value + slip + Double.MIN_NORMAL);
  }

  @Override
  public double error(double t) {
    // The masses of an event {L > t'}, t' next to t; exponents are off by a few u of their terms.
    return 16 * U + 4 * U * (Math.abs(t) + epsilon() + 1 / scale);
  }

  @Override
  public double atZero() {
    if (sensitivity % 2 != 0) {
      return 0;
    }
    double r = Math.exp(-1 / scale);
    return -Math.expm1(-1 / scale) / (1 + r) * Math.exp(-(sensitivity / 2) / scale);
  }

  @Override
  public double atInfinity() {
    return 0;
  }

  @Override
  public double highest() {
    // rounds up: no loss may be above it
    return RoundUp.divide(RoundUp.fromLong(sensitivity), scale);
  }

  @Override
  public double lattice() {
    return (sensitivity % 2 == 0 ? 2 : 1) / scale; // (s - 2x) has the parity of s
  }
}
