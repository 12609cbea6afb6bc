// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;

/**
 * Integers with probability proportional to exp(-|k|/scale), for a rational scale.
 *
 * <p><b>Claim.</b> P(k) = exp(-|k|/scale)·(e^(1/scale) - 1)/(e^(1/scale) + 1), exactly.
 *
 * <p><b>Proof.</b> Let the scale be t/s. A uniform u of {0, ..., t - 1}, kept with probability
 * exp(-u/t), and the number w of coins of probability 1/e that show true before one shows false
 * make u + t·w geometric: P(m) proportional to exp(-m/t). Its quotient by s, y = floor(m/s), is
 * geometric with P(y) proportional to exp(-y·s/t). A fair sign makes y and -y equally likely; the
 * pair is drawn again for minus zero, so that zero counts once. ∎
 *
 * <p><b>Sampling.</b> {@link UniformInteger} and {@link BernoulliExp}, in longs where these suffice
 * and in big integers otherwise, from the same bits. A draw that does not fit in a long throws an
 * ArithmeticException; the scale is at most 2^40, so the probability is below exp(-2^22).
 *
 * <p><b>Source.</b> Canonne, Kamath and Steinke (2020), algorithm 2. We depart from it nowhere.
 */
public final class DiscreteLaplace {

  private static final int LARGEST_SCALE_BITS = 40;

  private final BigInteger numerator;
  private final BigInteger denominator;

  private DiscreteLaplace(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Returns the law of scale numerator/denominator. */
  public static DiscreteLaplace of(long numerator, long denominator) {
    return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /** Returns the law of scale numerator/denominator. */
  public static DiscreteLaplace of(BigInteger numerator, BigInteger denominator) {
    if (numerator.signum() <= 0
        || denominator.signum() <= 0
        || numerator.compareTo(denominator.shiftLeft(LARGEST_SCALE_BITS)) > 0) {
      throw new IllegalArgumentException(
          "scale must be > 0 and at most 2^40, got " + numerator + "/" + denominator);
    }
    BigInteger common = numerator.gcd(denominator);
    return new DiscreteLaplace(numerator.divide(common), denominator.divide(common));
  }

  /** Returns one draw. */
  public long sample(Randomness randomness) {
    // u + t·w is checked below; everything else on the fast path is at most t or s.
    boolean small = numerator.bitLength() < Long.SIZE - 1 && denominator.bitLength() < Long.SIZE;
    while (true) {
      long magnitude = small ? geometricInLongs(randomness) : geometric(randomness);
      boolean negative = randomness.nextLong() < 0; // one bit of the word: a fair sign
      if (!(negative && magnitude == 0)) { // minus zero is drawn again
        return negative ? -magnitude : magnitude;
      }
    }
  }

  private long geometricInLongs(Randomness randomness) {
    long t = numerator.longValue();
    long u = UniformInteger.below(t, randomness);
    // At least 1 - 1/e of the u are kept: below 1.6 trials on average.
    while (!BernoulliExp.draw(u, t, randomness)) { // kept with probability exp(-u/t)
      u = UniformInteger.below(t, randomness);
    }
    long wholes = wholes(randomness);
    if (wholes <= (Long.MAX_VALUE - u) / t) { // t·w + u fits in a long
      return (t * wholes + u) / denominator.longValue();
    }
    return quotient(BigInteger.valueOf(u), wholes); // rare, and the same y: nothing more is drawn
  }

  private long geometric(Randomness randomness) {
    BigInteger u = UniformInteger.below(numerator, randomness);
    while (!BernoulliExp.draw(u, numerator, randomness)) { // kept with probability exp(-u/t)
      u = UniformInteger.below(numerator, randomness);
    }
    return quotient(u, wholes(randomness));
  }

  /** floor((u + t·w)/s), the y of the proof. */
  private long quotient(BigInteger u, long wholes) {
    BigInteger sum = numerator.multiply(BigInteger.valueOf(wholes)).add(u);
    return sum.divide(denominator).longValueExact(); // overflows with probability below exp(-2^22)
  }

  /** w: how many coins of probability 1/e show true before one shows false. */
  private static long wholes(Randomness randomness) {
    long wholes = 0;
    while (BernoulliExp.draw(1, 1, randomness)) { // 0.58 true coins on average
      wholes++;
    }
    return wholes;
  }

  @Override
  public String toString() {
    return "discrete Laplace of scale " + numerator + "/" + denominator;
  }
}
