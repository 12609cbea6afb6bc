// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * The privacy loss of a Gaussian sum on a Poisson sample when one row is replaced (or relabeled): P
 * = (1-q) N(0, 1) + q N(m, 1) against Q = (1-q) N(0, 1) + q N(-m, 1).
 *
 * <p><b>Claim.</b> With m the length of one row's largest contribution in standard deviations of
 * the noise, this pair dominates both directions.
 *
 * <p><b>Proof.</b> Given the other sampled rows (joint convexity), the pair to compare with is
 * (1-q) N(0) + q N(a) against (1-q) N(0) + q N(b), with |a|, |b| ≤ m. For α ≥ 1 its divergence is
 * the mean over x ~ N(a) of (q - cX - αqY)₊, where c = (1-q)(α-1) ≥ 0 and X, Y are the likelihood
 * ratios of N(0) and N(b) to N(a): lognormal, of mean 1, of log-variances |a|² and |a-b|². The
 * function (q - s)₊ is convex in s = cX + αqY. Among joint laws with given marginals the comonotone
 * one gives the largest mean of a convex function of a sum; and there the mean of (s - d)₊ is the
 * least over d₁ + d₂ = d of the sum of the two marginals' (each in its own unit). So it grows with
 * each log-variance, by which lognormal laws of mean 1 are in convex order. The largest are m² and
 * 4m², both reached together, comonotone, by a = m, b = -m on a line. For α &lt; 1 exchange the two
 * laws, as in {@link MirroredLaw}; the pair is its own mirror image. ∎
 *
 * <p><b>Computing.</b> L grows with x. With r± = e^(±mx - m²/2), L &gt; t is x &gt; x(t) where m
 * x(t) = t/2 + arsinh((1-q) sinh(t/2)/(q e^(-m²/2))): solve the quadratic for e^(mx - t/2). And
 * with F_μ(y) = Φ(-y) - e^(μy + μ²/2) Φ(-y - μ), which {@link NormalPair} gives with its error,
 *
 * <pre>
 *   (1 - q + q r-) above(t) = q(1-q) (F_m(x - m) + r- F_m(x)) + q² r- F_2m(x - m),
 * </pre>
 *
 * a sum of terms that are not negative, so nothing cancels. (Write e^t as (1-q+q r+)/(1-q+q r-) and
 * expand; r+, 1/r- and r+/r- are the likelihood ratios at x of N(m) to N(0), N(0) to N(-m) and N(m)
 * to N(-m).) An error of x moves t by dL/dx times it, and above(t) by e^t Q(L &gt; t) times that.
 */
public record ReplacedGaussianLaw(double m, double rate) implements LossLaw {

  private static final double U = Rounding.UNIT;

  public ReplacedGaussianLaw {
    if (!(m > 0 && m <= GaussianProfile.LARGEST_MU / 2)) { // written so that NaN fails too
      throw new IllegalArgumentException("m must be in (0, 5,000], got " + m);
    }
    if (!(rate > 0 && rate <= 1)) {
      throw new IllegalArgumentException("rate must be above 0 and at most 1, got " + rate);
    }
  }

  /** x(t), t ≥ 0. */
  private double threshold(double t) {
    if (rate == 1) {
      return t / 2 / m; // two normal laws at distance 2m: L = 2mx
    }
    double ratio = (1 - rate) / rate;
    double exponent = m * m / 2;
    double half = t / 2;
    if (exponent + half > 300) { // sinh or e^(m²/2) might overflow; arsinh(y) = ln 2y + O(y^-2)
      double logarithm = Math.log(ratio) + exponent + half + Math.log(-Math.expm1(-t)); // of 2y
      return (half + (logarithm > 40 ? logarithm : arsinh(0.5 * Math.exp(logarithm)))) / m;
    }
    return (half + arsinh(ratio * Math.sinh(half) * Math.exp(exponent))) / m;
  }

  private static double arsinh(double y) {
    // y + √(1 + y²) - 1 without cancellation
    return Math.log1p(y + y * y / (1 + Math.sqrt(1 + y * y)));
  }

  /** Bound on the error of m x(t): the argument of arsinh relatively, and x relatively. */
  private double thresholdError(double t, double x) {
    double y = Math.min(1, Math.expm1(Math.min(1, m * x)));
    return U * ((40 + 2 * m * m + 2 * t + 2 * Math.abs(Math.log(rate))) * y + 12 * m * x);
  }

  @Override
  public double pAbove(double t) {
    double x = threshold(t);
    return (1 - rate) * NormalPair.tail(x) + rate * NormalPair.tail(x - m);
  }

  @Override
  public double qAbove(double t) {
    double x = threshold(t);
    // e^t inside each tail, so that neither factor overflows.
    return (1 - rate) * NormalPair.scaledTail(t, x) + rate * NormalPair.scaledTail(t, x + m);
  }

  @Override
  public double pUpTo(double t) {
    return Math.exp(t) * qAbove(-t); // the reflection x -> -x exchanges P and Q
  }

  @Override
  public double qUpTo(double t) {
    return Math.exp(t) * pAbove(-t);
  }

  @Override
  public double error(double t) {
    double x = threshold(Math.abs(t)) + m;
    return NormalPair.tailError(t, x) + 4 * U * (1 + x * m) + 16 * U;
  }

  @Override
  public Estimate above(double t) {
    double x = threshold(t);
    double right = rate * Math.exp(m * x - m * m / 2); // q r+, perhaps infinite
    double left = Math.exp(-m * x - m * m / 2); // r- ≤ 1
    // the divisor in the formula of above(t)
    double base = 1 - rate + rate * left;
    double xError = 2 * U * (x + m);
    Estimate up = NormalPair.above(m, x - m, xError);
    Estimate down = NormalPair.above(m, x, xError);
    Estimate both = NormalPair.above(2 * m, x - m, xError);
    double relative = (32 + 4 * m * x + 2 * m * m) * U; // of the exponentials and the factors
    Estimate first = up.times(rate * (1 - rate) / base, relative);
    Estimate second = down.times(rate * (1 - rate) * left / base, relative);
    Estimate third = both.times(rate * rate * left / base, relative);
    // dL/d(mx) ≤ 2
    double slope =
        Math.min(1, right / (1 - rate + Math.min(right, Double.MAX_VALUE))) + rate * left / base;
    double moved = 2 * qAbove(t) * Math.min(2, slope) * thresholdError(t, x);
    return new Estimate(
        first.value() + second.value() + third.value(),
        (first.error() + second.error() + third.error()) * Rounding.SECOND_ORDER_UP
            + 8 * U * (first.value() + second.value() + third.value())
            + moved);
  }

  @Override
  public Estimate below(double t) {
    return above(-t).times(Math.exp(t), 4 * U); // by the reflection
  }

  @Override
  public double atInfinity() {
    return 0;
  }

  @Override
  public double lowest() {
    return Double.NEGATIVE_INFINITY;
  }

  @Override
  public double highest() {
    return Double.POSITIVE_INFINITY;
  }
}
