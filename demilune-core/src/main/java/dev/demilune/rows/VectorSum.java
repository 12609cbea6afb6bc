// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

/** A fold whose accumulator is a vector of integers. */
public interface VectorSum extends RowFold<long[]> {

  /** Returns the length of the vector. */
  int size();

  @Override
  default long[] empty() {
    return new long[size()];
  }

  @Override
  default long[] merge(long[] one, long[] other) {
    return plus(one, other);
  }

  /** Adds the second vector to the first and returns it. */
  static long[] plus(long[] one, long[] other) {
    for (int i = 0; i < one.length; i++) {
      one[i] += other[i]; // integers: exact in any order
    }
    return one;
  }
}
