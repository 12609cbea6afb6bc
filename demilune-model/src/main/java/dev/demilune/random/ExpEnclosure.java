// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;

/**
 * Two integers that enclose exp(-t)·2^precision, for a dyadic t ≥ 0.
 *
 * <p><b>Claim.</b> lower ≤ exp(-t)·2^precision ≤ upper.
 *
 * <p><b>Proof.</b> Let r = t/2^j below one half. Each term r^n/n! of the alternating series of
 * exp(-r) is enclosed from the one before, rounding down for the lower and up for the upper end; a
 * sum adds lower ends to the lower end and subtracts upper ends from it. The terms decrease, so the
 * remainder after a term is at most that term, which is subtracted below and added above. Then j
 * squarings of non-negative numbers, rounded down below and up above. No step depends on the width
 * of the enclosure, which is about 2^j units; more precision makes it tighter. ∎
 */
record ExpEnclosure(BigInteger lower, BigInteger upper) {

  /** Encloses exp(-numerator/2^shift)·2^precision. */
  static ExpEnclosure of(BigInteger numerator, int shift, int precision) {
    int halvings = Math.max(0, numerator.bitLength() - shift + 1); // j: r = t/2^j is below one half
    BigInteger one = BigInteger.ONE.shiftLeft(precision);
    BigInteger scaled = numerator.shiftLeft(precision);
    BigInteger ratioLower = scaled.shiftRight(shift + halvings); // r, rounded down
    BigInteger ratioUpper = shiftRightUp(scaled, shift + halvings); // r, rounded up

    BigInteger termLower = one;
    BigInteger termUpper = one;
    BigInteger lower = one;
    BigInteger upper = one;
    // Ends: r is below one half, so the terms at least halve until they are one unit.
    for (int n = 1; termUpper.compareTo(BigInteger.ONE) > 0; n++) {
      BigInteger divisor = BigInteger.valueOf(n);
      // rounds down, twice
      termLower = termLower.multiply(ratioLower).shiftRight(precision).divide(divisor);
      termUpper = divideUp(shiftRightUp(termUpper.multiply(ratioUpper), precision), divisor);
      if (n % 2 == 1) { // a negative term: its upper end lowers the lower end
        lower = lower.subtract(termUpper);
        upper = upper.subtract(termLower);
      } else {
        lower = lower.add(termLower);
        upper = upper.add(termUpper);
      }
    }
    // the remainder is at most the last term
    lower = lower.subtract(termUpper).max(BigInteger.ZERO);
    upper = upper.add(termUpper);
    for (int i = 0; i < halvings; i++) { // exp(-2r) = exp(-r)²
      lower = lower.multiply(lower).shiftRight(precision); // rounds down
      upper = shiftRightUp(upper.multiply(upper), precision); // rounds up
    }
    return new ExpEnclosure(lower, upper.min(one)); // exp(-t) is at most 1
  }

  static BigInteger shiftRightUp(BigInteger value, int bits) {
    return value.negate().shiftRight(bits).negate(); // shiftRight rounds to minus infinity
  }

  static BigInteger divideUp(BigInteger value, BigInteger divisor) {
    return value.add(divisor).subtract(BigInteger.ONE).divide(divisor); // value >= 0
  }
}
