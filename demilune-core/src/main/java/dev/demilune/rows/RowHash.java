// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/**
 * 96 bits of a stored row's label, features and codes: the same for a row in every layout.
 *
 * <p>Two different rows out of ten billion have the same bits with probability below 10^-8, unless
 * somebody made them so. Nothing private relies on that; see {@link RowIdentities}.
 */
final class RowHash {

  private static final long LABEL = 1L << 63; // apart from features, which are below 2^47
  private static final long CODE = 1L << 62;

  private long high;
  private long low;

  void start(int label) {
    high = 0;
    low = 0;
    add(LABEL | label);
  }

  /** Adds a feature that is not zero: zeros are not listed everywhere. */
  void feature(int index, int value) {
    add((long) index << 16 | (value & 0xffff));
  }

  void code(int part, char code) {
    add(CODE | (long) part << 16 | code);
  }

  /** A sum over distinct keys, so that it does not depend on their order. */
  private void add(long key) {
    long mixed = mix(key + 0x9e3779b97f4a7c15L); // zero is mixed too
    high += mixed;
    low += mix(mixed);
  }

  /** The finalizer of SplitMix (Steele, Lea and Flood 2014): every bit depends on every bit. */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Returns the first 64 bits. */
  long high() {
    return high;
  }

  /** Returns the last 32 bits. */
  int low() {
    return (int) (low >>> 32);
  }
}
