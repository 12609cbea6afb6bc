// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;

/**
 * Two integers around exp(-t)·2^precision, for a dyadic t ≥ 0.
 *
 * <p><b>Claim.</b> lower ≤ exp(-t)·2^precision ≤ upper.
 *
 * <p><b>Proof.</b> Let r = t/2^j below one half. The terms r^n/n! of the alternating series of
 * exp(-r) are enclosed one from the other, dividing down for the lower and up for the upper end;
 * sums add lower to lower, and subtract upper from lower. The terms fall, so the rest after a term
 * is at most that term, which is taken off below and added above. Then j squarings of non-negative
 * numbers, down below and up above. No step depends on how wide the enclosure is; it comes out some
 * 2^j units wide, and whoever needs it tighter asks for more precision. ∎
 */
record ExpEnclosure(BigInteger lower, BigInteger upper) {

  /** Encloses exp(-numerator/2^shift)·2^precision. */
  static ExpEnclosure of(BigInteger numerator, int shift, int precision) {
    int halvings = Math.max(0, numerator.bitLength() - shift + 1);
    BigInteger one = BigInteger.ONE.shiftLeft(precision);
    BigInteger scaled = numerator.shiftLeft(precision);
    BigInteger ratioLower = scaled.shiftRight(shift + halvings);
    BigInteger ratioUpper = shiftRightUp(scaled, shift + halvings);

    BigInteger termLower = one;
    BigInteger termUpper = one;
    BigInteger lower = one;
    BigInteger upper = one;
    for (int n = 1; termUpper.compareTo(BigInteger.ONE) > 0; n++) {
      BigInteger divisor = BigInteger.valueOf(n);
      termLower = termLower.multiply(ratioLower).shiftRight(precision).divide(divisor);
      termUpper = divideUp(shiftRightUp(termUpper.multiply(ratioUpper), precision), divisor);
      if (n % 2 == 1) {
        lower = lower.subtract(termUpper);
        upper = upper.subtract(termLower);
      } else {
        lower = lower.add(termLower);
        upper = upper.add(termUpper);
      }
    }
    lower = lower.subtract(termUpper).max(BigInteger.ZERO);
    upper = upper.add(termUpper);
    for (int i = 0; i < halvings; i++) {
      lower = lower.multiply(lower).shiftRight(precision);
      upper = shiftRightUp(upper.multiply(upper), precision);
    }
    return new ExpEnclosure(lower, upper.min(one));
  }

  static BigInteger shiftRightUp(BigInteger value, int bits) {
    return value.negate().shiftRight(bits).negate(); // shiftRight rounds to minus infinity
  }

  static BigInteger divideUp(BigInteger value, BigInteger divisor) {
    return value.add(divisor).subtract(BigInteger.ONE).divide(divisor); // value >= 0
  }
}
