// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The phase and the order of every row's step. Each row has coins and a key of its own, so that an
 * added row changes nothing for the others.
 */
public final class PhaseAssignment {

  /** Rows are numbered below 2^31, so a number and a key fit into 63 bits: longs without a sign. */
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
      // Leading zeros of uniform bits: j of them with probability 2^-(j + 1), exactly.
      int tails = Long.numberOfLeadingZeros(randomness.nextLong());
      phaseOf[row] = (byte) (1 + Math.min(tails, phases - 1));
      // Equal keys keep the order of the rows, which an added row does not change either.
      keys[row] = (randomness.nextBits(KEY_BITS) << NUMBER_BITS) | row;
    }
    return new PhaseAssignment(phaseOf, keys, firsts);
  }

  /**
   * Draws as many rows as there are, with replacement, and gives each drawn place a phase and a
   * key. A row is in at most {@code copies} places: what is drawn more often is left out.
   */
  static PhaseAssignment sample(
      BoundedDataset data, int phases, int copies, Randomness randomness) {
    PhaseAssignment places = draw(data, phases, randomness);
    int[] times = new int[places.keys.length];
    long number = (1L << NUMBER_BITS) - 1;
    for (int place = 0; place < times.length; place++) {
      int row = (int) UniformInteger.below(times.length, randomness);
      if (times[row]++ < copies) {
        places.keys[place] = (places.keys[place] & ~number) | row;
      } else {
        places.phases[place] = 0; // no phase
      }
    }
    return places;
  }

  /** Returns the numbers of the rows that have the first turns of a phase, in their order. */
  int[] of(int phase, long most) {
    long[] keysOfPhase =
        IntStream.range(0, keys.length)
            .filter(row -> phases[row] == phase)
            .mapToLong(row -> keys[row])
            .sorted()
            .toArray();
    // The smallest keys come first. A full phase leaves out its last rows: see the third case of
    // the proof of PhasedDescent.
    return Arrays.stream(keysOfPhase)
        .limit(most)
        .mapToInt(key -> (int) (key & ((1L << NUMBER_BITS) - 1)))
        .toArray();
  }

  /** Returns the block of a row. */
  int block(int row) {
    int found = Arrays.binarySearch(firsts, row);
    return found >= 0 ? found : -found - 2; // else the block before the insertion point
  }

  /** Returns the place of a row in its block. */
  int place(int row) {
    return row - firsts[block(row)];
  }
}
