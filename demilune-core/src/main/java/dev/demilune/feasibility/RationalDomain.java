// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.internal.FareyPair;
import java.math.BigInteger;

/**
 * All fractions of bounded numerator and denominator, in order and numbered: a public set that a
 * search can address by number, however large it is.
 *
 * <p>With the bounds P and Q, the set is that of all p/q with |p| ≤ P and 1 ≤ q ≤ Q, each divided
 * by a common divisor t. It has about 1.2·P·Q elements, and at most 4·P·Q numbers: no formula
 * counts fractions one by one, so some have several numbers.
 *
 * <p><b>Claim.</b> {@link #value} is monotone, and every element is the value of some number.
 * {@link #firstAtLeast} and {@link #lastAtMost} are exact.
 *
 * <p><b>Proof.</b> Let t = 1; numbers are counted from the middle here. The number k with 0 ≤ k ≤
 * PQ has the fraction of denominator up to Q nearest to k/Q², the lower of two. Neighbors among
 * these fractions are at least 1/Q² apart, so the half-open stretch of numbers that are nearest to
 * an inner one is at least 1/Q² long and has some k/Q² in it; k = 0 and k = PQ are at 0 and at P/Q
 * themselves. So all fractions up to P/Q are values; their numerators are at most P because their
 * denominators are at most Q. A fraction p/q above P/Q has its inverse q/p below Q/P, with a
 * denominator up to P, and then q ≤ Q of itself. The numbers k = 2PQ - j beyond PQ have the inverse
 * of the fraction of denominator up to P nearest to j/P², for j from PQ - 1 down to the first above
 * P/2, which is the first that is nearer to 1/P than to 0 (or P itself, if the number is the only
 * one): by the same argument all inverses occur. Nearest fractions are monotone in k and in j,
 * inverses reverse the order as j does, and P/Q is the least of the second kind. Numbers below the
 * middle are mirrored. If Q = 1 the second kind is left out: the integers up to P are all there.
 * The two searches look for the pair of neighbors around the given number, and for the last number
 * before the middle of that pair. ∎
 *
 * <p><b>Source.</b> Kaplan, Mansour, Stemmer and Tsfadia (2020) take all fractions, with numerators
 * and denominators as numbers; that set serves as well, but cannot be enumerated in order.
 */
public final class RationalDomain {

  private final BigInteger numerators;
  private final BigInteger denominators;
  private final BigInteger divisor;
  private final BigInteger product; // P·Q, the last number of the first kind
  private final BigInteger most; // the last number of all, from the middle

  private RationalDomain(BigInteger numerators, BigInteger denominators, BigInteger divisor) {
    this.numerators = numerators;
    this.denominators = denominators;
    this.divisor = divisor;
    this.product = numerators.multiply(denominators);
    this.most = most(numerators, denominators);
  }

  /**
   * Returns the set of all p/(q·divisor).
   *
   * @param numerators how large p may be, at least 1
   * @param denominators how large q may be, at least 1
   * @param divisor at least 1
   */
  public static RationalDomain of(
      BigInteger numerators, BigInteger denominators, BigInteger divisor) {
    if (numerators.signum() <= 0 || denominators.signum() <= 0 || divisor.signum() <= 0) {
      throw new IllegalArgumentException("bounds and divisor must be at least 1");
    }
    return new RationalDomain(numerators, denominators, divisor);
  }

  /** Returns the number of numbers for these bounds. */
  static BigInteger size(BigInteger numerators, BigInteger denominators) {
    return most(numerators, denominators).shiftLeft(1).add(BigInteger.ONE);
  }

  private static BigInteger most(BigInteger numerators, BigInteger denominators) {
    BigInteger product = numerators.multiply(denominators);
    return denominators.equals(BigInteger.ONE)
        ? product
        // k = 2PQ - j, down to the first j above P/2.
        : product.shiftLeft(1).subtract(numerators.shiftRight(1)).subtract(BigInteger.ONE);
  }

  /** Returns the size: numbers run from 0 to one less. */
  public BigInteger size() {
    return most.shiftLeft(1).add(BigInteger.ONE);
  }

  /** Returns the smallest element. */
  public Rational lowest() {
    return Rational.of(numerators.negate(), divisor);
  }

  /** Returns the largest element. */
  public Rational highest() {
    return Rational.of(numerators, divisor);
  }

  /** Returns the element of a number; from the size on it is the largest element. */
  public Rational value(BigInteger number) {
    BigInteger fromMiddle = number.subtract(most).min(most); // the middle number is 0
    return fromMiddle.signum() < 0 ? positive(fromMiddle.negate()).negated() : positive(fromMiddle);
  }

  private Rational positive(BigInteger k) {
    if (k.compareTo(product) <= 0) {
      BigInteger[] nearest = nearest(k, denominators);
      return Rational.of(nearest[0], nearest[1].multiply(divisor));
    }
    BigInteger[] inverse = nearest(product.shiftLeft(1).subtract(k), numerators); // j of the proof
    return Rational.of(inverse[1], inverse[0].multiply(divisor));
  }

  /** The fraction of denominator up to a bound that is nearest to i/bound². */
  private static BigInteger[] nearest(BigInteger i, BigInteger bound) {
    BigInteger scale = bound.multiply(bound);
    FareyPair pair = FareyPair.around(i, scale, bound);
    return i.compareTo(pair.middle(scale)) <= 0 // the lower of two that are equally near
        ? new BigInteger[] {pair.lowerTop(), pair.lowerBottom()}
        : new BigInteger[] {pair.upperTop(), pair.upperBottom()};
  }

  /** Returns the first number whose value is at least this, or the size if there is none. */
  public BigInteger firstAtLeast(Rational value) {
    BigInteger top = value.numerator().multiply(divisor); // the proof is for t = 1: times t
    BigInteger bottom = value.denominator();
    return most.add(top.signum() > 0 ? first(top, bottom) : last(top.negate(), bottom).negate());
  }

  /** Returns the last number whose value is at most this, or -1 if there is none. */
  public BigInteger lastAtMost(Rational value) {
    BigInteger top = value.numerator().multiply(divisor);
    BigInteger bottom = value.denominator();
    return most.add(top.signum() >= 0 ? last(top, bottom) : first(top.negate(), bottom).negate());
  }

  /** The first number from the middle, for a value above zero. */
  private BigInteger first(BigInteger top, BigInteger bottom) {
    if (top.compareTo(numerators.multiply(bottom)) > 0) { // above P, the largest element
      return most.add(BigInteger.ONE);
    }
    // Up to P/Q; if Q is 1 all are.
    if (top.multiply(denominators).compareTo(numerators.multiply(bottom)) <= 0) {
      return beginOf(top, bottom, denominators);
    }
    // Above P/Q: inverses reverse the order, so the first k comes from the last j.
    return product.shiftLeft(1).subtract(endOf(/* top= */ bottom, /* bottom= */ top, numerators));
  }

  /** The last number from the middle, for a value of at least zero. */
  private BigInteger last(BigInteger top, BigInteger bottom) {
    if (top.compareTo(numerators.multiply(bottom)) >= 0) { // at P or above
      return most;
    }
    if (top.multiply(denominators).compareTo(numerators.multiply(bottom)) < 0) {
      return endOf(top, bottom, denominators);
    }
    return product.shiftLeft(1).subtract(beginOf(/* top= */ bottom, /* bottom= */ top, numerators));
  }

  /** The first i such that the fraction nearest to i/bound² is at least top/bottom. */
  private static BigInteger beginOf(BigInteger top, BigInteger bottom, BigInteger bound) {
    // Mirrored, the pair is (below, at least) instead of (at most, above).
    FareyPair mirrored = FareyPair.around(top.negate(), bottom, bound);
    return mirrored.negate().middle(bound.multiply(bound)).add(BigInteger.ONE);
  }

  /** The last i such that the fraction nearest to i/bound² is at most top/bottom. */
  private static BigInteger endOf(BigInteger top, BigInteger bottom, BigInteger bound) {
    return FareyPair.around(top, bottom, bound).middle(bound.multiply(bound));
  }
}
