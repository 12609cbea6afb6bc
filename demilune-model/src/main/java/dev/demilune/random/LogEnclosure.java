// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;

/**
 * Two integers that enclose -ln(y)·2^precision, for a dyadic y in (0, 1].
 *
 * <p><b>Claim.</b> lower ≤ -ln(y)·2^precision ≤ upper.
 *
 * <p><b>Proof.</b> y = m/2^k with m in [1/2, 1], so -ln y = k·ln 2 - ln m, and both logarithms are
 * values of 2·artanh: ln 2 at z = 1/3, and -ln m at z = (1 - m)/(1 + m) ≤ 1/3. Each power of z is
 * enclosed from the one before, rounded down for the lower and up for the upper end, and all terms
 * z^(2i+1)/(2i+1) are positive. The remainder after a power z^n is at most z^(n+2)/(1 - z²) ≤ z^n,
 * which is added above. Near y = 1 the value is about 1 - y and comes from one series alone:
 * nothing cancels. ∎
 */
record LogEnclosure(BigInteger lower, BigInteger upper) {

  /** Encloses -ln(numerator/2^bits)·2^precision, for 0 &lt; numerator ≤ 2^bits. */
  static LogEnclosure of(BigInteger numerator, int bits, int precision) {
    // m = numerator/2^length is in [1/2, 1); y = 1 has length bits + 1 and is taken as m = 1.
    int length = Math.min(numerator.bitLength(), bits);
    BigInteger whole = BigInteger.ONE.shiftLeft(length);
    LogEnclosure rest = twiceArtanh(whole.subtract(numerator), whole.add(numerator), precision);
    int halvings = bits - length;
    if (halvings == 0) {
      return rest;
    }
    LogEnclosure two = twiceArtanh(BigInteger.ONE, BigInteger.valueOf(3), precision); // ln 2
    BigInteger times = BigInteger.valueOf(halvings);
    return new LogEnclosure(
        rest.lower.add(times.multiply(two.lower)), rest.upper.add(times.multiply(two.upper)));
  }

  /** Encloses 2·artanh(numerator/denominator)·2^precision, for a fraction in [0, 1/3]. */
  private static LogEnclosure twiceArtanh(
      BigInteger numerator, BigInteger denominator, int precision) {
    BigInteger scaled = numerator.shiftLeft(precision);
    BigInteger zLower = scaled.divide(denominator); // rounds down
    BigInteger zUpper = ExpEnclosure.divideUp(scaled, denominator);
    // a smaller z has the smaller powers
    BigInteger squareLower = zLower.multiply(zLower).shiftRight(precision);
    BigInteger squareUpper = ExpEnclosure.shiftRightUp(zUpper.multiply(zUpper), precision);

    BigInteger powerLower = zLower;
    BigInteger powerUpper = zUpper;
    BigInteger lower = zLower;
    BigInteger upper = zUpper;
    // Ends: z is at most 1/3, so each power is at most about a ninth of the one before.
    for (int n = 3; powerUpper.compareTo(BigInteger.ONE) > 0; n += 2) {
      BigInteger divisor = BigInteger.valueOf(n);
      powerLower = powerLower.multiply(squareLower).shiftRight(precision);
      powerUpper = ExpEnclosure.shiftRightUp(powerUpper.multiply(squareUpper), precision);
      lower = lower.add(powerLower.divide(divisor));
      upper = upper.add(ExpEnclosure.divideUp(powerUpper, divisor));
    }
    // The last power bounds the remainder.
    return new LogEnclosure(lower.shiftLeft(1), upper.add(powerUpper).shiftLeft(1));
  }
}
