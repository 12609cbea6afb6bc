// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of an integer with discrete Gaussian noise and sensitivity s: P(x) proportional
 * to w(x) = e^(-x²/2σ²) against Q(x) = P(x - s).
 *
 * <p><b>Claim.</b> It dominates both directions of every release of sensitivity at most s.
 *
 * <p><b>Proof.</b> As for {@link LaplaceLaw}: L(x) = s(s - 2x)/2σ² falls with x, so the best sets
 * are {x ≤ k}, and F(k) - e^t F(k - s') grows with the shift s'. ∎
 *
 * <p><b>Computing.</b> Upper tails are w(n) R(n)/Z, with R(n) = Σ over j ≥ 0 of w(n+j)/w(n) = Σ
 * e^(-(2n+j)j/2σ²), which neither overflows nor underflows, and Z = 2R(0) - 1. L &gt; t is x ≤ k, k
 * the largest integer below s/2 - σ²t/s. Then e^t Q(L &gt; t) = e^(t - L(k)) w(k) R(s - k)/Z, and t
 * - L(k) is small. R is tabulated by R(n) = 1 + R(n+1) e^(-(2n+1)/2σ²) from far out, in sums of two
 * doubles, the multiplier as 1 + expm1. With y = (2n+1)/2σ², R(n+1) ≤ 1 + 1/y, so a step's error is
 * at most 3u y e^-y (1 + 1/y) ≤ 4u from the multiplier and u of what is added; it reaches R(n-j)
 * with the weight w(n)/w(n-j), and these weights add up to R(n-j). So 16 u, relatively, cover the
 * table.
 */
public final class DiscreteGaussianLaw implements SymmetricLaw {

  /** Above it the table is too large. */
  public static final double LARGEST_SIGMA = 20_000;

  private static final double U = Rounding.UNIT;

  private final double sigma;
  private final double sensitivity;
  private final double twice; // 2σ²
  private final double[] ratios; // R(n)
  private final double mass; // Z

  public DiscreteGaussianLaw(double sigma, long sensitivity) {
    if (!(sigma > 0 && sigma <= LARGEST_SIGMA)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "sigma must be above 0 and at most " + LARGEST_SIGMA + ", got " + sigma);
    }
    this.sigma = sigma;
    this.sensitivity = sensitivity;
    this.twice = 2 * sigma * sigma;
    if (!(twice >= Double.MIN_NORMAL)) {
      throw new DemiluneException(
          "noise of standard deviation " + sigma + " protects nobody: add more");
    }
    this.ratios = table((int) Math.ceil(40 * sigma) + 2); // beyond 40σ the weights are below e^-800
    this.mass = 2 * ratios[0] - 1;
  }

  private double[] table(int size) {
    double[] table = new double[size];
    double high = sum(size - 1); // about σ terms
    double low = 0;
    table[size - 1] = high;
    for (int n = size - 2; n >= 0; n--) {
      double less = Math.expm1(-(2.0 * n + 1) / twice); // R(n) = 1 + R(n+1) + R(n+1) less
      // fma: one rounding for product and sum
      double added = Math.fma(high, less, 1) + low * (1 + less);
      double next = high + added;
      low = added - (next - high); // |added| ≤ high or both below 2: the error of the sum, nearly
      high = next;
      table[n] = high;
    }
    return table;
  }

  /** R(n) by its sum, where it is short. */
  private double sum(double n) {
    double sum = 0;
    for (double j = 0; ; j++) {
      // What follows a term is at most the term times R(n): below 1e-18 of the sum at the end.
      double term = Math.exp(-(2 * n + j) * j / twice);
      sum += term;
      if (term < 1e-18) {
        return sum;
      }
    }
  }

  /** R(n), n ≥ 0. */
  private double ratio(double n) {
    return n < ratios.length ? ratios[(int) n] : sum(n);
  }

  private double weight(double x) {
    return Math.exp(-x * x / twice);
  }

  /** The largest x whose loss is above t ≥ 0. */
  private double last(double t) {
    // strictly below: an atom at t is not above it
    return Math.ceil(sensitivity / 2 - twice / 2 * t / sensitivity) - 1;
  }

  private double loss(double x) {
    return sensitivity * (sensitivity - 2 * x) / twice;
  }

  @Override
  public double pAbove(double t) {
    double last = last(t);
    return last < 0
        ? weight(last) * ratio(-last) / mass // the lower tail, mirrored
        : 1 - weight(last + 1) * ratio(last + 1) / mass; // at least about one half: nothing cancels
  }

  @Override
  public double qAbove(double t) {
    double last = last(t);
    // w(last - s) e^t = w(last) e^(t - L(last)), and t - L(last) is small.
    return Math.exp(t - loss(last)) * weight(last) * ratio(sensitivity - last) / mass;
  }

  @Override
  public Estimate above(double t) {
    Estimate difference = Estimate.difference(pAbove(t), qAbove(t), error(t));
    // An atom may be on the wrong side of t, by the rounding of last(t).
    double moved = qAbove(t) * 16 * U * (sensitivity * sensitivity / twice + t);
    return new Estimate(difference.value(), difference.error() + moved);
  }

  @Override
  public double error(double t) {
    double positive = Math.abs(t);
    double last = last(positive);
    double exponent = (last - 1) * (last - 1) / twice + Math.abs(loss(last)) + positive;
    // 16u for each of R and Z, and the exponents' roundings
    return (48 + 8 * exponent) * U;
  }

  @Override
  public double atZero() {
    // x = s/2 is an integer only for an even s
    return sensitivity % 2 == 0 ? weight(sensitivity / 2) / mass : 0;
  }

  @Override
  public double atInfinity() {
    return 0;
  }

  @Override
  public double highest() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public double lattice() {
    return (sensitivity % 2 == 0 ? 2 : 1) * sensitivity / twice; // (s - 2x) has the parity of s
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DiscreteGaussianLaw law
        && law.sigma == sigma
        && law.sensitivity == sensitivity;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(sigma) + Double.hashCode(sensitivity);
  }
}
