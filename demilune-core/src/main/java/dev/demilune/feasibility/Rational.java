// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.List;

/** A fraction of two integers of any size, in lowest terms and with a positive denominator. */
public final class Rational implements Comparable<Rational> {

  /** The number 0. */
  public static final Rational ZERO = of(0);

  private final BigInteger numerator;
  private final BigInteger denominator;

  private Rational(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** Returns a fraction, brought to its lowest terms. */
  public static Rational of(BigInteger numerator, BigInteger denominator) {
    if (denominator.signum() == 0) {
      throw new IllegalArgumentException("denominator must not be 0");
    }
    BigInteger common = numerator.gcd(denominator);
    // moves the sign to the numerator
    BigInteger divisor = denominator.signum() < 0 ? common.negate() : common;
    return divisor.equals(BigInteger.ONE) // often the case, and saves two divisions
        ? new Rational(numerator, denominator)
        : new Rational(numerator.divide(divisor), denominator.divide(divisor));
  }

  /** Returns a fraction, brought to its lowest terms. */
  public static Rational of(long numerator, long denominator) {
    return of(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  /** Returns a whole number. */
  public static Rational of(BigInteger whole) {
    return new Rational(whole, BigInteger.ONE);
  }

  /** Returns a whole number. */
  public static Rational of(long whole) {
    return of(BigInteger.valueOf(whole));
  }

  /** Returns the least positive integer that makes whole numbers of all of these; 1 for none. */
  public static BigInteger commonDenominator(List<Rational> numbers) {
    BigInteger common = BigInteger.ONE;
    for (Rational number : numbers) {
      common =
          common.multiply(number.denominator).divide(common.gcd(number.denominator)); // least one
    }
    return common;
  }

  /** Returns the upper number of the fraction in lowest terms. */
  public BigInteger numerator() {
    return numerator;
  }

  /** Returns the lower number of the fraction in lowest terms, at least 1. */
  public BigInteger denominator() {
    return denominator;
  }

  /** Returns -1, 0 or 1. */
  public int signum() {
    return numerator.signum();
  }

  /** Returns the sum. */
  public Rational plus(Rational other) {
    return of(
        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
        denominator.multiply(other.denominator));
  }

  /** Returns the difference. */
  public Rational minus(Rational other) {
    return plus(other.negated());
  }

  /** Returns the product. */
  public Rational times(Rational other) {
    return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
  }

  /** Returns the product with a whole number. */
  public Rational times(BigInteger whole) {
    return of(numerator.multiply(whole), denominator);
  }

  /** Returns the quotient. */
  public Rational dividedBy(Rational other) {
    // refuses a division by 0
    return of(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  /** Returns the number with its sign changed. */
  public Rational negated() {
    return new Rational(numerator.negate(), denominator);
  }

  /** Returns the largest whole number that is not above this one. */
  public BigInteger floor() {
    BigInteger[] parts = numerator.divideAndRemainder(denominator);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  /**
   * Returns a double near this number, for printing and for ordering with a margin: at most four
   * units in the last place away, an infinity beyond the range of doubles.
   */
  public double doubleValue() {
    return Quotients.nearly(numerator, denominator);
  }

  @Override
  public int compareTo(Rational other) {
    // denominators are positive: the order stays
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rational that
        && numerator.equals(that.numerator)
        && denominator.equals(that.denominator);
  }

  @Override
  public int hashCode() {
    return 31 * numerator.hashCode() + denominator.hashCode();
  }

  /** Returns the fraction as text: {@code -7/2}, or {@code 3} for a whole number. */
  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE)
        ? numerator.toString()
        : numerator + "/" + denominator;
  }
}
