// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import dev.demilune.internal.Check;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Uniform integers below a bound.
 *
 * <p><b>Claim.</b> Every integer of {0, ..., bound - 1} has probability exactly 1/bound.
 *
 * <p><b>Proof.</b> A draw of as many bits as bound - 1 has is uniform below a power of two.
 * Repeated until it is below the bound, it is uniform there. ∎ (A remainder would favor small
 * integers.)
 *
 * <p><b>Sampling.</b> Fewer than two attempts on average.
 */
public final class UniformInteger {

  private UniformInteger() {}

  /** Returns a uniform integer of {0, ..., bound - 1}. */
  public static long below(long bound, Randomness randomness) {
    Check.between("bound", bound, 1, Long.MAX_VALUE);
    if (bound == 1) { // bound - 1 = 0 has no bits to draw
      return 0;
    }
    // The least power of two not below the bound is below twice the bound.
    int bits = Long.SIZE - Long.numberOfLeadingZeros(bound - 1);
    while (true) {
      long draw = randomness.nextBits(bits);
      if (draw < bound) { // accepted with probability above one half
        return draw;
      }
    }
  }

  /** Returns a uniform integer of {0, ..., bound - 1}, for a bound of any size. */
  public static BigInteger below(BigInteger bound, Randomness randomness) {
    if (bound.signum() <= 0) {
      throw new IllegalArgumentException("bound must be at least 1, got " + bound);
    }
    if (bound.bitLength() < Long.SIZE) {
      return BigInteger.valueOf(below(bound.longValueExact(), randomness));
    }
    int bits = bound.subtract(BigInteger.ONE).bitLength();
    while (true) {
      BigInteger draw = bits(bits, randomness);
      if (draw.compareTo(bound) < 0) {
        return draw;
      }
    }
  }

  private static BigInteger bits(int count, Randomness randomness) {
    ByteBuffer words = ByteBuffer.allocate(count / Integer.SIZE * Integer.BYTES);
    while (words.hasRemaining()) {
      words.putInt((int) randomness.nextBits(Integer.SIZE)); // the rest of each word is discarded
    }
    BigInteger drawn = new BigInteger(1, words.array()); // sign 1: the bytes are a magnitude
    int rest = count % Integer.SIZE;
    return rest == 0
        ? drawn
        : drawn.shiftLeft(rest).or(BigInteger.valueOf(randomness.nextBits(rest)));
  }
}
