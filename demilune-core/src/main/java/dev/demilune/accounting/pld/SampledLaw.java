// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of a step on a Poisson sample, from the dataset with the person to the one
 * without (one row removed).
 *
 * <p><b>Claim.</b> If (A, B) dominates the step from "with the person" to "without", then (qA +
 * (1-q)B, B) dominates the step on a sample that contains each row with probability q.
 *
 * <p><b>Proof.</b> Given the other sampled rows, the person is in the sample with probability q;
 * then the output law is A' and otherwise B', with (A', B') dominated by (A, B). The divergence is
 * jointly convex, so averaging over the other rows does not raise it; and the divergence of (qA' +
 * (1-q)B', B') at e^t is q times that of (A', B') at e^s = (e^t - 1 + q)/q, if this is positive,
 * and 1 - e^t, the least possible, otherwise. ∎
 *
 * <p>With l = ln dA/dB the loss is L = ln(1 - q + q e^l), so L &gt; t is l &gt; s, and, in the
 * scaled masses of {@link LossLaw}, above(t) = q above(s), below(t) = q below(s). In floating point
 * s is log1p(expm1(t)/q); its error is bounded by {@link #thresholdError} and moves the values by
 * at most q e^s B(l &gt; s) times it.
 *
 * <p><b>Source.</b> Balle, Barthe and Gaboardi, NeurIPS 2018; Zhu, Dong and Wang, AISTATS 2022.
 */
public record SampledLaw(LossLaw inner, double rate) implements LossLaw {

  private static final double U = Rounding.UNIT;

  /** From here on expm1(t)/q might overflow, and 1 - q is nothing beside e^t. */
  private static final double LARGE = 500;

  public SampledLaw {
    if (!(rate > 0 && rate <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("rate must be above 0 and at most 1, got " + rate);
    }
  }

  /** The inner threshold s; minus infinity if no inner loss is as low. */
  private double threshold(double t) {
    // at -1, log1p gives minus infinity: no inner loss is as low
    return t > LARGE ? t - Math.log(rate) : Math.log1p(Math.max(-1, Math.expm1(t) / rate));
  }

  private double thresholdError(double t, double s) {
    if (t > LARGE) {
      return 4 * U * s;
    }
    double y = Math.expm1(t) / rate; // off by 3u relatively; log1p divides that by 1 + y
    return 4 * U * Math.abs(y) / (1 + y) + 2 * U * Math.abs(s);
  }

  /** e^(t - s), the ratio of Q's scaled masses outside and inside. */
  private double scale(double t) {
    return t >= 0
        // q/(q + (1-q)(1 - e^-t)): a sum of positive terms
        ? rate / (rate - (1 - rate) * Math.expm1(-t))
        : Math.exp(t) / (1 + Math.expm1(t) / rate);
  }

  /** Whether t ≤ 0 is, up to rounding, below every loss. */
  private boolean atTheBottom(double t) {
    return 1 + Math.expm1(t) / rate < 64 * U;
  }

  @Override
  public double pAbove(double t) {
    double s = threshold(t);
    // e^-s undoes the scaling of B
    return rate * inner.pAbove(s) + (1 - rate) * Math.exp(-s) * inner.qAbove(s);
  }

  @Override
  public double qAbove(double t) {
    return scale(t) * inner.qAbove(threshold(t));
  }

  @Override
  public double pUpTo(double t) {
    if (atTheBottom(t)) {
      return 0;
    }
    double s = threshold(t);
    return rate * inner.pUpTo(s) + (1 - rate) * Math.exp(-s) * inner.qUpTo(s);
  }

  @Override
  public double qUpTo(double t) {
    return atTheBottom(t) ? 0 : scale(t) * inner.qUpTo(threshold(t));
  }

  @Override
  public double error(double t) {
    if (t < 0 && atTheBottom(t)) {
      return 0;
    }
    double s = threshold(t);
    return inner.error(s) + 2 * thresholdError(t, s) + (16 + Math.abs(s)) * U;
  }

  @Override
  public Estimate above(double t) {
    double s = threshold(t);
    Estimate value = inner.above(s);
    double off = thresholdError(t, s);
    // A little further down, so that an atom next to s counts.
    double moved = inner.qAbove(Math.max(0, s - 2 * off)) * 2 * off * Rounding.CORRECTION_UP;
    return new Estimate(value.value(), value.error() + moved).times(rate, 0);
  }

  @Override
  public Estimate below(double t) {
    if (1 + Math.expm1(t) / rate < -16 * U) {
      return Estimate.ZERO; // below the lowest loss, rounding or not
    }
    if (atTheBottom(t)) {
      return new Estimate(0, 256 * U * rate); // q e^s B(l ≤ s) at most, and e^s < 128 u
    }
    double s = threshold(t);
    Estimate value = inner.below(s);
    double off = thresholdError(t, s);
    double moved = inner.qUpTo(Math.min(0, s + 2 * off)) * 2 * off * Rounding.CORRECTION_UP;
    return new Estimate(value.value(), value.error() + moved).times(rate, 0);
  }

  @Override
  public double atInfinity() {
    return Math.max(0, Math.nextDown(rate * inner.atInfinity())); // rounds down, as LossLaw asks
  }

  @Override
  public boolean canBeInfinite() {
    return inner.canBeInfinite();
  }

  @Override
  public double lowest() {
    // ln(1 - q), where l = -∞; log1p is within one ulp
    return Math.nextDown(Math.nextDown(Math.log1p(-rate)));
  }

  @Override
  public double highest() {
    double highest = inner.highest();
    if (highest == Double.POSITIVE_INFINITY) {
      return highest;
    }
    // ln(1 - q + q e^l) ≤ max(l, 0)
    return highest > LARGE ? highest : Math.log1p(rate * Math.expm1(highest)) + 0x1p-40;
  }
}
