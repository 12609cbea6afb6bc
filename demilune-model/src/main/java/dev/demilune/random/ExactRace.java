// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;
import java.util.function.LongSupplier;

/**
 * Decides in integer arithmetic which of two entrants of an {@link ExponentialRace} is first.
 *
 * <p>It starts from the bits already drawn and draws more only if some continuations of these would
 * change the answer. So the answer and the number of words drawn depend on the words alone, not on
 * whether double precision was tried first.
 */
final class ExactRace {

  // so that the enclosures are much narrower than the undrawn bits
  private static final int GUARD_BITS = 64;

  /** The slope a of the exponents, as a fraction. */
  private final BigInteger numerator;

  private final BigInteger denominator;

  ExactRace(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** One entrant: copies·exp(-a·score) is its rate, -ln(1 - uniform) over the rate its time. */
  record Entrant(long score, BigInteger copies, LazyUniform uniform) {}

  /** Whether the first entrant's time is the smaller one. Extends their uniforms if undecided. */
  boolean isFirst(Entrant first, Entrant second, LongSupplier words) {
    while (true) {
      // A large number of copies may offset an equally small exponential: keep its digits too.
      int precision =
          Math.max(first.uniform.bits(), second.uniform.bits())
              + Math.max(first.copies.bitLength(), second.copies.bitLength())
              + GUARD_BITS;
      // Compares E1·m2·exp(a·s1) with E2·m1·exp(a·s2), both divided by the larger exponential.
      // at most 2^62 by LARGEST_SCORE: never throws
      long gap = Math.subtractExact(first.score, second.score);
      BigInteger one = BigInteger.ONE.shiftLeft(precision);
      BigInteger lower = gap == 0 ? one : smaller(gap, precision);
      BigInteger upper = gap == 0 ? one : larger(gap, precision);
      boolean onFirst = gap < 0; // the lower score gets the factor exp(-a·|gap|)

      BigInteger firstMost = most(first, precision);
      if (firstMost != null
          && firstMost
                  .multiply(second.copies)
                  .multiply(onFirst ? upper : one)
                  .compareTo(
                      least(second, precision)
                          .multiply(first.copies)
                          .multiply(onFirst ? one : lower))
              <= 0) {
        return true; // the first's largest time is at most the second's smallest
      }
      BigInteger secondMost = most(second, precision);
      if (secondMost != null
          && secondMost
                  .multiply(first.copies)
                  .multiply(onFirst ? one : upper)
                  .compareTo(
                      least(first, precision)
                          .multiply(second.copies)
                          .multiply(onFirst ? lower : one))
              <= 0) {
        return false; // the second's largest time is at most the first's smallest
      }
      // Undecided: some continuations of the two numbers would give each answer.
      first.uniform.extend(words);
      second.uniform.extend(words);
    }
  }

  /** A lower bound of -ln(1 - u)·2^precision over all continuations of u. */
  private static BigInteger least(Entrant entrant, int precision) {
    int bits = entrant.uniform.bits();
    // 1 - u is largest at the smallest u, the prefix itself: never 0, so the logarithm is finite.
    BigInteger complement = BigInteger.ONE.shiftLeft(bits).subtract(entrant.uniform.prefix());
    return LogEnclosure.of(complement, bits, precision).lower();
  }

  /** An upper bound of -ln(1 - u)·2^precision over all continuations of u; null if infinite. */
  private static BigInteger most(Entrant entrant, int precision) {
    int bits = entrant.uniform.bits();
    BigInteger complement =
        BigInteger.ONE.shiftLeft(bits).subtract(entrant.uniform.prefix()).subtract(BigInteger.ONE);
    // A prefix of ones only leaves u arbitrarily close to 1: the time has no bound yet.
    return complement.signum() == 0 ? null : LogEnclosure.of(complement, bits, precision).upper();
  }

  /** A lower bound of exp(-a·|gap|)·2^precision. */
  private BigInteger smaller(long gap, int precision) {
    int shift = precision + GUARD_BITS;
    BigInteger exponent = exponent(gap, shift).add(BigInteger.ONE); // rounds up: exp(-t) down
    return ExpEnclosure.of(exponent, shift, precision).lower();
  }

  /** An upper bound of exp(-a·|gap|)·2^precision. */
  private BigInteger larger(long gap, int precision) {
    int shift = precision + GUARD_BITS;
    // t rounded down: exp(-t) up
    return ExpEnclosure.of(exponent(gap, shift), shift, precision).upper();
  }

  /** a·|gap|·2^shift, rounded down. */
  private BigInteger exponent(long gap, int shift) {
    // of positive numbers: divide rounds down
    return numerator.multiply(BigInteger.valueOf(gap).abs()).shiftLeft(shift).divide(denominator);
  }
}
