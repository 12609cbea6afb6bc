// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import java.math.BigInteger;

/**
 * A positive double as the fraction that it is: mantissa · 2^exponent, exactly.
 *
 * <p>Samplers decide in integers, so that an ε or a scale that is given as a double enters their
 * laws without rounding. The mantissa is odd: {@link #numerator} and {@link #denominator} are in
 * lowest terms, which fixes how many random bits a seeded sampler takes.
 *
 * @param mantissa an odd number below 2^53
 * @param exponent from -1074 to 1023
 */
public record Dyadic(BigInteger mantissa, int exponent) {

  private static final int FRACTION_BITS = 52;

  /** Returns the exact value of a finite double above 0. */
  public static Dyadic of(double value) {
    Check.positive("value", value);
    // Doubles below MIN_NORMAL are multiples of 2^-1074 too, with the exponent of MIN_NORMAL.
    int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(value)) - FRACTION_BITS;
    long bits = Double.doubleToRawLongBits(value) & ((1L << FRACTION_BITS) - 1);
    long mantissa = value < Double.MIN_NORMAL ? bits : bits | (1L << FRACTION_BITS); // hidden bit
    int zeros = Long.numberOfTrailingZeros(mantissa); // below 64: the value is above 0
    return new Dyadic(BigInteger.valueOf(mantissa >> zeros), exponent + zeros);
  }

  /** Returns the numerator of the fraction in lowest terms. */
  public BigInteger numerator() {
    return exponent > 0 ? mantissa.shiftLeft(exponent) : mantissa;
  }

  /** Returns the denominator of the fraction in lowest terms: a power of two, maybe 1. */
  public BigInteger denominator() {
    return BigInteger.ONE.shiftLeft(Math.max(0, -exponent)); // lowest terms: the mantissa is odd
  }
}
