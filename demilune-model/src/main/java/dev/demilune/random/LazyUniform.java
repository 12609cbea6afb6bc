// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import java.math.BigInteger;
import java.util.function.LongSupplier;

/**
 * A uniform real number in [0, 1) of which only the leading bits are known so far.
 *
 * <p>It lies in [prefix, prefix + 1) / 2^bits, and is uniform there. A decision that is the same
 * for the whole interval needs no further bits, and leaves them uniform and independent of it. So
 * decisions on prefixes, with more bits when undecided, have exactly the law of decisions on the
 * real number.
 */
final class LazyUniform {

  private BigInteger prefix;
  private int bits;

  private LazyUniform(BigInteger prefix, int bits) {
    this.prefix = prefix;
    this.bits = bits;
  }

  /** The number whose first 64 bits are those of the word. */
  static LazyUniform ofWord(long word) {
    return new LazyUniform(unsigned(word), Long.SIZE);
  }

  /** The number whose first 63 bits are those of a non-negative long. */
  static LazyUniform of63Bits(long prefix) {
    return new LazyUniform(BigInteger.valueOf(prefix), Long.SIZE - 1);
  }

  BigInteger prefix() {
    return prefix;
  }

  int bits() {
    return bits;
  }

  /** Draws the next 64 bits. */
  void extend(LongSupplier words) {
    prefix = prefix.shiftLeft(Long.SIZE).or(unsigned(words.getAsLong()));
    bits += Long.SIZE;
  }

  private static BigInteger unsigned(long word) {
    BigInteger high = BigInteger.valueOf(word >>> 1).shiftLeft(1);
    // valueOf takes signed longs: the last bit is set apart
    return (word & 1) == 0 ? high : high.setBit(0);
  }
}
