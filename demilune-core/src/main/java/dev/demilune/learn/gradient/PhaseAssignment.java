// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which rows take their turn in which phase, and in which order: coins and keys that every row has
 * for itself, so that one row more changes nothing about the others.
 */
public final class PhaseAssignment {

  /** Rows are numbered below 2^31, so a number and a key of this many bits make a long. */
  private static final int NUMBER_BITS = 31;

  private static final int KEY_BITS = 32;

  /** Phases of the rows, and their keys with their numbers below them. */
  private final byte[] phases;

  private final long[] keys;

  /** The number of the first row of every block. */
  private final int[] firsts;

  private PhaseAssignment(byte[] phases, long[] keys, int[] firsts) {
    this.phases = phases;
    this.keys = keys;
    this.firsts = firsts;
  }

  /** Puts every row into phase j with probability 2^-j, those that are left over into the last. */
  static PhaseAssignment draw(BoundedDataset data, int phases, Randomness randomness) {
    int[] firsts = new int[data.blocks()];
    int rows = 0;
    for (int block = 0; block < firsts.length; block++) {
      firsts[block] = rows;
      rows += data.block(block).rows();
    }
    byte[] phaseOf = new byte[rows];
    long[] keys = new long[rows];
    for (int row = 0; row < rows; row++) {
      int tails = Long.numberOfLeadingZeros(randomness.nextLong());
      phaseOf[row] = (byte) (1 + Math.min(tails, phases - 1));
      // Keys that are equal keep the order of the rows, which one row more does not change either.
      keys[row] = (randomness.nextBits(KEY_BITS) << NUMBER_BITS) | row;
    }
    return new PhaseAssignment(phaseOf, keys, firsts);
  }

  /** Returns the numbers of the rows that have the first turns of a phase, in their order. */
  int[] of(int phase, long most) {
    long[] keysOfPhase =
        IntStream.range(0, keys.length)
            .filter(row -> phases[row] == phase)
            .mapToLong(row -> keys[row])
            .sorted()
            .toArray();
    return Arrays.stream(keysOfPhase)
        .limit(most)
        .mapToInt(key -> (int) (key & ((1L << NUMBER_BITS) - 1)))
        .toArray();
  }

  /** Returns the block of a row. */
  int block(int row) {
    int found = Arrays.binarySearch(firsts, row);
    return found >= 0 ? found : -found - 2;
  }

  /** Returns the place of a row in its block. */
  int place(int row) {
    return row - firsts[block(row)];
  }
}
