// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.renyi;

import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.numeric.Rounding;

/**
 * The Rényi divergence of a Gaussian sum on a Poisson sample, at any real order.
 *
 * <p><b>Claim.</b> The value is an upper bound for both directions.
 *
 * <p><b>Proof.</b> One row more or less: the divergence of (1-q) N(0) + q N(μ) from N(0) is the
 * larger of the two directions (Mironov, Talwar and Zhang 2019), and its moment is ∫ f with f =
 * φ(x) (1 - q + q e^(μx - μ²/2))^α. One row replaced: with m = μ/2 the pair of {@link
 * dev.demilune.accounting.pld.ReplacedGaussianLaw} dominates, and f = φ(x) S(x)^α S(-x)^(1-α), S(x)
 * = 1 - q + q e^(mx - m²/2).
 *
 * <p>The integral is a sum at distance h. S has no zero and avoids the negative axis for |Im x|
 * &lt; π/m, so f is analytic in every narrower strip, and there |S(x + iy)| ≤ S(x), at least
 * cos(my/2) S(x), while |φ(x + iy)| = φ(x) e^(y²/2). So on the strip of half-width a the integral
 * of |f| exceeds that of f on the line by at most e^(a²/2) cos(ma/2)^-(α-1) (without the cosine
 * where one row is added), and the sum's relative error is at most twice that over e^(2πa/h) - 1
 * (the trapezoidal rule on a strip; Trefethen and Weideman 2014, Theorem 5.1). h makes it e^{@value
 * #ACCURACY}.
 *
 * <p>Tails: ln f has slope -x + αμw, 0 ≤ w ≤ 1 (or -x + αmw + (α-1)mw'), so beyond {@value #REACH}
 * on the left, and that far beyond the largest shift on the right, it falls by {@value #REACH} per
 * unit, and what is left out is at most a geometric sum of the last term. ∎
 *
 * @param mu sensitivity over the noise's standard deviation, of the sum without sampling
 */
public record GaussianSampleCurve(double mu, double rate, boolean replacing) implements RenyiCurve {

  private static final double REACH = 9;

  /** Logarithm of the relative error of the sum. */
  private static final int ACCURACY = -40;

  /** Orders whose sum has more terms are bounded by {@link RenyiCurve#sampled} alone. */
  private static final double MOST_TERMS = 20_000;

  @Override
  public double at(double order) {
    RenyiCurve unsampled =
        // αμ²/2 without sampling
        alpha -> RoundUp.multiply(alpha / 2, RoundUp.multiply(mu, mu)) * Rounding.OPERAND_UP;
    double simple = RenyiCurve.sampled(unsampled, rate).at(order);
    // ln f falls beyond it, see Tails
    double shift = replacing ? (2 * order - 1) * mu / 2 : order * mu;
    double spacing = spacing(order);
    if (!((shift + 2 * REACH) / spacing <= MOST_TERMS)) { // NaN too
      return simple;
    }
    // both are upper bounds
    return Math.min(simple, RenyiCurve.ofMoment(order, logMoment(order, shift, spacing)));
  }

  private double spacing(double order) {
    double unit = replacing ? mu / 2 : mu;
    // e^(a²/2 - 2πa/h) is least at a = 2π/h; no further than the strip, or half of it.
    double widest = (replacing ? 0.5 : 0.99) * Math.PI / unit;
    double strip = Math.min(widest, Math.sqrt(-2.0 * ACCURACY));
    double cosine = replacing ? -(order - 1) * Math.log(Math.cos(unit * strip / 2)) : 0;
    // ln 2 and the 1 in the denominator are within the last unit.
    return 2 * Math.PI * strip / (strip * strip / 2 + cosine - ACCURACY + 1);
  }

  private double logMoment(double order, double shift, double spacing) {
    long first = (long) Math.floor(-REACH / spacing);
    long last = (long) Math.ceil((shift + REACH) / spacing);
    double largest = Double.NEGATIVE_INFINITY;
    double[] logs = new double[(int) (last - first) + 1];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = logarithm(order, (first + i) * spacing);
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest); // at most 1 each: no overflow for any order
    }
    double ends = Math.exp(logs[0] - largest) + Math.exp(logs[logs.length - 1] - largest);
    sum += ends / -Math.expm1(-REACH * spacing); // the geometric sums of both tails, see Tails
    double logarithm = largest + Math.log(sum * spacing / Math.sqrt(2 * Math.PI));
    // Terms are off by a few u of the parts of their logarithms, all of one order of magnitude.
    double reach = shift + REACH;
    double rounding =
        8 * Rounding.UNIT * (reach * reach + order * mu * (reach + mu) + logs.length + 64);
    // Where S is small, 1 - q + q e^y cancels.
    double unit = replacing ? mu / 2 : mu;
    double smallest = 1 - rate + rate * Math.exp(-unit * (reach + unit));
    double lost = 8 * Rounding.UNIT * order / smallest;
    // every error is added: rounded up
    return logarithm + rounding + lost + 4 * Math.exp(ACCURACY);
  }

  /** ln f up to the constant of φ. */
  private double logarithm(double order, double x) {
    if (!replacing) {
      return -x * x / 2 + order * logMixture(mu * x - mu * mu / 2);
    }
    double m = mu / 2;
    return -x * x / 2
        + order * logMixture(m * x - m * m / 2)
        - (order - 1) * logMixture(-m * x - m * m / 2);
  }

  /** ln(1 - q + q e^y). */
  private double logMixture(double y) {
    return y > 30
        ? y + Math.log(rate + (1 - rate) * Math.exp(-y)) // e^y taken out, which may overflow
        : Math.log1p(rate * Math.expm1(y)); // accurate where the mixture is near 1
  }
}
