// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Dyadic;
import java.math.BigInteger;
import java.util.function.LongSupplier;

/**
 * The two decisions of {@link RoundedGaussian} in integer arithmetic, for prefixes that double
 * precision leaves undecided.
 *
 * <p>Both start from the bits already drawn and draw more only if some continuations of these would
 * change the answer. So the answer and the number of words drawn depend on the words alone, not on
 * whether the fast path was tried first, nor on the platform's exp.
 */
final class ExactNormal {

  // beyond the known bits: the enclosure's own width seldom matters
  private static final int GUARD_BITS = 64;

  private ExactNormal() {}

  /** Whether v &lt; exp(-x(2k + x)/2). Extends x and v together while undecided. */
  static boolean accepts(int k, LazyUniform x, LazyUniform v, LongSupplier words) {
    while (true) {
      int bits = x.bits();
      int precision = bits + GUARD_BITS;
      // x in [p, p + 1)/2^bits gives t from p(2k·2^bits + p)/2^(2 bits + 1) to the same for p+1.
      BigInteger left = x.prefix();
      BigInteger right = left.add(BigInteger.ONE);
      BigInteger twiceK = BigInteger.valueOf(2L * k).shiftLeft(bits);
      // t increases with x, so the ends of x give the ends of t
      BigInteger least = left.multiply(twiceK.add(left));
      BigInteger most = right.multiply(twiceK.add(right));

      int align = precision - v.bits(); // always GUARD_BITS: x and v have equally many bits
      BigInteger vEnd = v.prefix().add(BigInteger.ONE).shiftLeft(align);
      if (vEnd.compareTo(ExpEnclosure.of(most, 2 * bits + 1, precision).lower()) <= 0) {
        return true; // all v are below exp(-t) at its smallest
      }
      BigInteger vStart = v.prefix().shiftLeft(align);
      if (vStart.compareTo(ExpEnclosure.of(least, 2 * bits + 1, precision).upper()) >= 0) {
        return false; // all v are at least exp(-t) at its largest
      }
      x.extend(words); // leaves about 2^-64 of the undecided pairs undecided
      v.extend(words);
    }
  }

  /** The integer nearest to sigma·(k + x). Extends x while undecided. */
  static long round(double sigma, int k, LazyUniform x, LongSupplier words) {
    Dyadic exact = Dyadic.of(sigma);
    BigInteger mantissa = exact.mantissa();
    while (true) {
      // sigma·(k + x) + 1/2 runs over [mantissa·p, mantissa·(p + 1))/2^shift + 1/2.
      int shift = x.bits() - exact.exponent(); // positive: at least 64 bits, and sigma < 2^52
      BigInteger position = BigInteger.valueOf(k).shiftLeft(x.bits()).add(x.prefix());
      BigInteger start = mantissa.multiply(position).add(BigInteger.ONE.shiftLeft(shift - 1));
      // the largest integer below the open end
      BigInteger last = start.add(mantissa).subtract(BigInteger.ONE);
      BigInteger answer = start.shiftRight(shift);
      if (answer.equals(last.shiftRight(shift))) {
        return answer.longValueExact(); // does not fit with probability below exp(-10^13)
      }
      x.extend(words);
    }
  }
}
