// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.math.BigInteger;

/**
 * A coin that shows true with probability exp(-x), for a rational x ≥ 0.
 *
 * <p><b>Claim.</b> True has probability exactly exp(-numerator/denominator).
 *
 * <p><b>Proof.</b> For x ≤ 1 toss coins of probability x/1, x/2, x/3, ... until one shows false.
 * The first n all show true with probability x^n/n!, so the number of coins tossed is odd with
 * probability (1 - x) + (x²/2! - x³/3!) + ... = exp(-x). For larger x, exp(-x) is a product of
 * factors exp(-1), one for each whole unit, and of one factor for the rest: all the independent
 * coins of these probabilities must show true. ∎
 *
 * <p><b>Sampling.</b> A coin of probability x/k is the conjunction of two coins, of probabilities
 * 1/k and x. No product is formed, so nothing overflows. Fewer than four coins of each kind for x ≤
 * 1; for larger x the draw stops at the first coin that shows false.
 *
 * <p><b>Source.</b> Canonne, Kamath and Steinke (2020), algorithm 1, after Forsythe and von
 * Neumann. We depart from it only by splitting each coin in two.
 */
public final class BernoulliExp {

  private BernoulliExp() {}

  /** True with probability exp(-numerator/denominator). */
  public static boolean draw(long numerator, long denominator, Randomness randomness) {
    Check.between("numerator", numerator, 0, Long.MAX_VALUE);
    Check.between("denominator", denominator, 1, Long.MAX_VALUE);
    long left = numerator;
    while (left > denominator) { // one factor exp(-1) for each whole unit
      if (!upToOne(1, 1, randomness)) {
        return false;
      }
      left -= denominator; // stays positive: left was above the denominator
    }
    return upToOne(left, denominator, randomness);
  }

  /** True with probability exp(-numerator/denominator). */
  public static boolean draw(BigInteger numerator, BigInteger denominator, Randomness randomness) {
    if (numerator.signum() < 0 || denominator.signum() <= 0) {
      throw new IllegalArgumentException(
          "x must be a fraction >= 0, got " + numerator + "/" + denominator);
    }
    // Both paths toss the same coins, so they draw the same bits.
    if (numerator.bitLength() < Long.SIZE && denominator.bitLength() < Long.SIZE) {
      return draw(numerator.longValueExact(), denominator.longValueExact(), randomness);
    }
    BigInteger left = numerator;
    while (left.compareTo(denominator) > 0) { // one factor exp(-1) for each whole unit
      if (!upToOne(1, 1, randomness)) {
        return false;
      }
      left = left.subtract(denominator);
    }
    long k = 1;
    // The first k coins all show true with probability x^k/k!: fewer than e tosses on average.
    while (Bernoulli.draw(1, k, randomness) && Bernoulli.draw(left, denominator, randomness)) {
      k++;
    }
    return k % 2 == 1; // an odd number of coins was tossed: probability exp(-x)
  }

  private static boolean upToOne(long numerator, long denominator, Randomness randomness) {
    long k = 1;
    // Two coins instead of one of probability x/k: the product k·denominator could overflow.
    while (Bernoulli.draw(1, k, randomness) && Bernoulli.draw(numerator, denominator, randomness)) {
      k++;
    }
    return k % 2 == 1; // an odd number of coins was tossed: probability exp(-x)
  }
}
