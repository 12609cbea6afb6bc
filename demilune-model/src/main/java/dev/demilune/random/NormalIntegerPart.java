// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;
import java.util.function.LongSupplier;

/**
 * Draws the integer K ≥ 0 with probability proportional to exp(-k²/2) from one uniform number U.
 *
 * <p><b>Claim.</b> K is the least k with U &lt; C(k), where C(k) is the probability of {0, ..., k}.
 *
 * <p><b>Proof.</b> {@link #THRESHOLDS} holds the integer parts T(k) of C(k)·2^63, which the class
 * computes from enclosures when it is loaded (it does not load if these leave one open). Let p be
 * the first 63 bits of U. If p &lt; T(k) then U·2^63 &lt; p + 1 ≤ T(k) ≤ C(k)·2^63; if p &gt; T(k)
 * then U·2^63 ≥ p ≥ T(k) + 1 &gt; C(k)·2^63; if they are equal, which happens once in 2^60 draws,
 * {@link #exact} draws more bits. The last threshold is 2^63 - 1, so a K above {@link
 * #LARGEST_FAST} can only come from such a tie. ∎
 */
final class NormalIntegerPart {

  /** Integer parts of C(k)·2^63 for k = 0 to {@link #LARGEST_FAST}. */
  static final long[] THRESHOLDS = thresholds();

  static final int LARGEST_FAST = THRESHOLDS.length - 1;

  private NormalIntegerPart() {}

  /** Decides K from the first 63 bits of U, and draws more in the rare tie. */
  static int of(long prefix, LongSupplier words) {
    int k = 0;
    // A linear search: k is 0 or 1 for 92 % of the draws.
    while (prefix > THRESHOLDS[k]) {
      k++; // terminates: the last threshold is 2^63 - 1
    }
    return prefix == THRESHOLDS[k] // once in 2^60 draws
        ? exact(LazyUniform.of63Bits(prefix), words)
        : k;
  }

  /** Decides K by enclosures only, drawing more bits of U while it is undecided. */
  static int exact(LazyUniform uniform, LongSupplier words) {
    while (true) {
      // 64 guard bits: the enclosure seldom matters
      Cumulative law = Cumulative.of(uniform.bits() + 64);
      BigInteger left = uniform.prefix();
      BigInteger right = left.add(BigInteger.ONE);
      for (int k = 0; k < law.lower.length; k++) {
        // U < C(k) for certain: (prefix + 1)/2^bits <= lower/totalUpper.
        if (right.multiply(law.totalUpper).compareTo(law.lower[k].shiftLeft(uniform.bits())) <= 0) {
          return k;
        }
        // Go on to k + 1 only if U >= C(k) for certain: prefix/2^bits >= upper/totalLower.
        if (left.multiply(law.totalLower).compareTo(law.upper[k].shiftLeft(uniform.bits())) < 0) {
          break;
        }
      }
      uniform.extend(words); // undecided at some k: more bits of the same U
    }
  }

  private static long[] thresholds() {
    Cumulative law = Cumulative.of(192); // 129 bits more than the thresholds have
    long[] thresholds = new long[10]; // 1 - C(9) is below 2^-72, so the tenth is 2^63 - 1
    for (int k = 0; k < thresholds.length; k++) {
      BigInteger below = law.lower[k].shiftLeft(63).divide(law.totalUpper); // rounds down
      // not below the true integer part: if both agree, it is settled
      BigInteger above = law.upper[k].shiftLeft(63).divide(law.totalLower);
      if (!below.equals(above)) {
        throw new IllegalStateException("threshold " + k + " is not settled by its enclosure");
      }
      thresholds[k] = below.longValueExact();
    }
    if (thresholds[thresholds.length - 1] != Long.MAX_VALUE) {
      throw new IllegalStateException("the last threshold must end the search");
    }
    return thresholds;
  }

  /**
   * Enclosures of the partial sums of exp(-k²/2) and of the whole sum, in units of 2^-precision.
   */
  private static final class Cumulative {

    final BigInteger[] lower;
    final BigInteger[] upper;
    final BigInteger totalLower;
    final BigInteger totalUpper;

    private Cumulative(BigInteger[] lower, BigInteger[] upper, BigInteger rest) {
      this.lower = lower;
      this.upper = upper;
      this.totalLower = lower[lower.length - 1];
      this.totalUpper = upper[upper.length - 1].add(rest);
    }

    static Cumulative of(int precision) {
      // exp(-n²/2) < 2^-precision from n = sqrt(1.39 precision) on.
      int terms = (int) Math.sqrt(1.4 * precision) + 2;
      BigInteger[] lower = new BigInteger[terms];
      BigInteger[] upper = new BigInteger[terms];
      for (int k = 0; k < terms; k++) {
        ExpEnclosure term = ExpEnclosure.of(BigInteger.valueOf((long) k * k), 1, precision);
        lower[k] = k == 0 ? term.lower() : lower[k - 1].add(term.lower());
        upper[k] = k == 0 ? term.upper() : upper[k - 1].add(term.upper());
      }
      // From n >= 1 on each term is below e^-1.5 < 1/2 of the one before: the sum is below
      // twice the first of them.
      BigInteger square = BigInteger.valueOf((long) terms * terms);
      BigInteger rest = ExpEnclosure.of(square, 1, precision).upper().shiftLeft(1);
      return new Cumulative(lower, upper, rest);
    }
  }
}
