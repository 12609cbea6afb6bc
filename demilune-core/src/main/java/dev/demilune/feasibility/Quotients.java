// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;

/**
 * Quotients of integers: exactly compared, and nearly as doubles.
 *
 * <p><b>Claim.</b> {@code nearly} is within four units in the last place of the quotient, and
 * {@code compare} is exact. If the doubles of two quotients are at least 16 steps apart, a step
 * being the distance to the next double, they are in the order of the quotients.
 *
 * <p><b>Proof.</b> The two integers are rounded to doubles, each by a factor within 2^-53 of one
 * (the large ones are first cut to their leading 63 bits, by a factor within 2^-61 of one), and the
 * division adds one such factor. Together they are below 3.01·2^-53, and 2^-53 of a number is at
 * most one step. A result in the range of the smallest doubles is rounded once more, by half a
 * step. Beyond the largest double the result is an infinity, which is a step beyond it, and so is
 * that of every larger quotient. Two quotients in the wrong order would have doubles less than 4 +
 * 4 steps apart. ∎
 */
final class Quotients {

  /** Doubles this many steps apart are in the order of their quotients. */
  static final int MARGIN = 16;

  private static final int LEADING_BITS = 63;

  private Quotients() {}

  /** A double near the quotient; the divisor is not 0. Never a negative zero. */
  static double nearly(long dividend, long divisor) {
    // -0.0 + 0.0 is 0.0: equal numbers have one step
    return (double) dividend / (double) divisor + 0.0;
  }

  /** A double near the quotient; the divisor is not 0. Never a negative zero. */
  static double nearly(BigInteger dividend, BigInteger divisor) {
    int cutAbove = Math.max(0, dividend.bitLength() - LEADING_BITS);
    int cutBelow = Math.max(0, divisor.bitLength() - LEADING_BITS);
    double quotient =
        // shifted to 63 bits: fits in a long
        nearly(dividend.shiftRight(cutAbove).longValue(), divisor.shiftRight(cutBelow).longValue());
    return Math.scalb(quotient, cutAbove - cutBelow) + 0.0;
  }

  /** Compares two quotients exactly; the divisors are not 0 and no number is the least long. */
  static int compare(long dividend, long divisor, long otherDividend, long otherDivisor) {
    int order = compareProducts(dividend, otherDivisor, otherDividend, divisor);
    // cross-multiplying by a negative reverses
    return (divisor < 0) == (otherDivisor < 0) ? order : -order;
  }

  /** Compares two quotients exactly; the divisors are not 0. */
  static int compare(
      BigInteger dividend, BigInteger divisor, BigInteger otherDividend, BigInteger otherDivisor) {
    int order = dividend.multiply(otherDivisor).compareTo(otherDividend.multiply(divisor));
    return divisor.signum() == otherDivisor.signum() ? order : -order;
  }

  /** Compares a·b with c·d by all their 128 bits. */
  private static int compareProducts(long a, long b, long c, long d) {
    int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
    return high != 0 ? high : Long.compareUnsigned(a * b, c * d); // the lower halves have no sign
  }

  /** The number of a double in the order of all doubles: neighbors are one step apart. */
  static long step(double number) {
    long bits = Double.doubleToRawLongBits(number);
    // Bit patterns of negative doubles grow downwards: flip all but the sign.
    return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
  }

  /** The double so many steps after a finite one, or before it; infinities stay as they are. */
  static double moved(double number, long steps) {
    if (Double.isInfinite(number)) {
      return number;
    }
    long moved = step(number + 0.0) + steps; // the map of step is its own inverse
    double result = Double.longBitsToDouble(moved ^ ((moved >> (Long.SIZE - 1)) & Long.MAX_VALUE));
    // beyond the infinities there are only patterns that are no numbers
    return Double.isNaN(result) ? Math.copySign(Double.POSITIVE_INFINITY, number) : result;
  }

  /** Compares two quotients by the steps of their doubles; 0 if these are too close to decide. */
  static int compareSteps(long step, long otherStep) {
    if (step <= otherStep - MARGIN) {
      return -1;
    }
    return step >= otherStep + MARGIN ? 1 : 0;
  }
}
