// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.math.BigInteger;

/** A number of lattice points, in 128 bits of two's complement. Sums are exact modulo 2^128. */
final class WideCount {

  private long high;
  private long low;

  void clear() {
    high = 0;
    low = 0;
  }

  void set(WideCount other) {
    high = other.high;
    low = other.low;
  }

  /** Adds a number that is not negative. */
  void add(long number) {
    add(0, number);
  }

  void add(WideCount other) {
    add(other.high, other.low);
  }

  /** Adds the product of two numbers that are not negative. */
  void addProduct(long one, long other) {
    add(Math.multiplyHigh(one, other), one * other);
  }

  /** Adds half of an even product of two numbers that are not negative. */
  void addHalfProduct(long one, long other) {
    long top = Math.multiplyHigh(one, other);
    add(top >>> 1, top << 63 | (one * other) >>> 1);
  }

  void subtract(WideCount other) {
    long before = low;
    low -= other.low;
    high -= other.high + (Long.compareUnsigned(before, other.low) < 0 ? 1 : 0);
  }

  void negate() {
    low = -low;
    high = ~high + (low == 0 ? 1 : 0);
  }

  /** Adds to one place of a table whose numbers take two longs each, the high one first. */
  void addTo(long[] table, int place) {
    long sum = table[2 * place + 1] + low;
    table[2 * place] += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    table[2 * place + 1] = sum;
  }

  /** Adds one place of such a table. */
  void addFrom(long[] table, int place) {
    add(table[2 * place], table[2 * place + 1]);
  }

  /** Returns one place of such a table. */
  static BigInteger of(long[] table, int place) {
    WideCount count = new WideCount();
    count.addFrom(table, place);
    return count.toBigInteger();
  }

  private void add(long otherHigh, long otherLow) {
    low += otherLow;
    high += otherHigh + (Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0);
  }

  BigInteger toBigInteger() {
    return BigInteger.valueOf(high)
        .shiftLeft(32)
        .add(BigInteger.valueOf(low >>> 32))
        .shiftLeft(32)
        .add(BigInteger.valueOf(low & 0xffff_ffffL));
  }
}
