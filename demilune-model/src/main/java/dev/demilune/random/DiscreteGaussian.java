// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Dyadic;
import java.math.BigInteger;

/**
 * Integers with probability proportional to exp(-k²/(2σ²)), for any rational variance parameter σ².
 *
 * <p>For callers who release integer vectors of their own; the learners take {@link
 * RoundedGaussian}. A vector of L2 sensitivity Δ, with independent noise of σ = zΔ in every
 * coordinate, is the event {@code PrivacyEvent.DiscreteGaussianSum(z)}:
 *
 * <pre>{@code
 * DiscreteGaussian noise = DiscreteGaussian.ofSigma(4.0 * sensitivity);
 * for (int i = 0; i < counts.length; i++) {
 *   counts[i] += noise.sample(randomness);
 * }
 * double epsilon = Accountant.best(new PrivacyEvent.DiscreteGaussianSum(4)).epsilon(1e-6);
 * }</pre>
 *
 * <p><b>Claim.</b> P(k) is exactly proportional to exp(-k²/(2σ²)).
 *
 * <p><b>Proof.</b> Let t = floor(σ) + 1 and draw y from the discrete Laplace law of scale t.
 * Keeping it with probability exp(-(|y| - σ²/t)²/(2σ²)) leaves a probability proportional to
 * exp(-|y|/t - y²/(2σ²) + |y|/t - σ²/(2t²)), and the last term is a constant. With σ² = a/b the
 * exponent is (|y|·t·b - a)²/(2·a·b·t²), a ratio of integers. ∎
 *
 * <p><b>Sampling.</b> {@link DiscreteLaplace} and {@link BernoulliExp}; more than half of the draws
 * are kept. The ratio is computed in longs where it fits (σ up to about 10,000 for an integer σ²)
 * and in big integers otherwise; both toss the same coin with the same bits.
 *
 * <p><b>Source.</b> Canonne, Kamath and Steinke (2020), algorithm 3. We depart from it nowhere.
 */
public final class DiscreteGaussian {

  private static final long LARGEST_ROOT = 3_037_000_499L; // of a square that fits in a long
  // keeps t within the 2^40 that DiscreteLaplace allows
  private static final int VARIANCE_BITS = 80;

  private final BigInteger numerator;
  private final BigInteger denominator;
  private final long laplaceScale; // t
  private final DiscreteLaplace laplace;
  private final BigInteger divisor; // 2·a·b·t²

  private DiscreteGaussian(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
    // t = floor(σ) + 1: floor(√floor(σ²)) = floor(σ)
    this.laplaceScale = numerator.divide(denominator).sqrt().longValueExact() + 1;
    this.laplace = DiscreteLaplace.of(laplaceScale, 1);
    BigInteger squaredScale = BigInteger.valueOf(laplaceScale).pow(2);
    this.divisor = numerator.multiply(denominator).multiply(squaredScale).shiftLeft(1);
  }

  /** Returns the law of σ² = numerator/denominator. */
  public static DiscreteGaussian ofVariance(long numerator, long denominator) {
    return ofVariance(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /** Returns the law of σ² = numerator/denominator. */
  public static DiscreteGaussian ofVariance(BigInteger numerator, BigInteger denominator) {
    if (numerator.signum() <= 0
        || denominator.signum() <= 0
        || numerator.compareTo(denominator.shiftLeft(VARIANCE_BITS)) >= 0) {
      throw new IllegalArgumentException(
          "variance must be > 0 and below 2^80, got " + numerator + "/" + denominator);
    }
    BigInteger common = numerator.gcd(denominator); // lowest terms keep the ratio in longs longest
    return new DiscreteGaussian(numerator.divide(common), denominator.divide(common));
  }

  /**
   * Returns the law of σ² = sigma·sigma, for the exact value of the double and its exact square.
   */
  public static DiscreteGaussian ofSigma(double sigma) {
    if (!(sigma > 0 && sigma < 0x1p40)) { // NaN fails too
      throw new IllegalArgumentException("sigma must be > 0 and below 2^40, got " + sigma);
    }
    Dyadic exact = Dyadic.of(sigma);
    // in integers: squaring a double rounds
    return ofVariance(exact.numerator().pow(2), exact.denominator().pow(2));
  }

  /** Returns the numerator of σ² in lowest terms. */
  public BigInteger varianceNumerator() {
    return numerator;
  }

  /** Returns the denominator of σ² in lowest terms. */
  public BigInteger varianceDenominator() {
    return denominator;
  }

  /** Returns one draw. */
  public long sample(Randomness randomness) {
    while (true) {
      long draw = laplace.sample(randomness);
      // more than half are kept: fewer than two trials on average
      if (keeps(Math.abs(draw), randomness)) {
        return draw;
      }
    }
  }

  /** Tosses the coin of the proof, of probability exp(-(|y|·t·b - a)²/(2·a·b·t²)). */
  private boolean keeps(long magnitude, Randomness randomness) {
    if (divisor.bitLength() < Long.SIZE) { // then a, b and t are smaller still
      long a = numerator.longValue();
      long scaled = laplaceScale * denominator.longValue(); // at most the divisor
      // the product fits in 63 bits
      if (Math.multiplyHigh(magnitude, scaled) == 0 && magnitude * scaled >= 0) {
        long difference = Math.abs(magnitude * scaled - a); // of two non-negative longs
        if (difference <= LARGEST_ROOT) {
          return BernoulliExp.draw(difference * difference, divisor.longValue(), randomness);
        }
      }
    }
    // Longs would overflow: the same fraction in big integers, which tosses the same coins.
    BigInteger scale = BigInteger.valueOf(laplaceScale);
    BigInteger difference =
        BigInteger.valueOf(magnitude).multiply(scale).multiply(denominator).subtract(numerator);
    return BernoulliExp.draw(difference.pow(2), divisor, randomness);
  }

  @Override
  public String toString() {
    return "discrete Gaussian of variance parameter " + numerator + "/" + denominator;
  }
}
