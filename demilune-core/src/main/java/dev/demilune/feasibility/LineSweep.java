// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.Arrays;

/**
 * The depth at the thresholds of a line: of a {@link Flat} with one unknown. The buffers are used
 * again for the next line, so that one object serves one thread.
 *
 * <p><b>Claim.</b> The groups are the distinct thresholds in increasing order, with the exact depth
 * at each. Everywhere else on the line the depth is at most that at a threshold beside it.
 *
 * <p><b>Proof.</b> The thresholds are sorted by their doubles, whose last few bits are replaced by
 * the row's number: a unit is 32 steps or more. Where two neighbors differ by two units or more,
 * their doubles are 32 steps apart and in the order of the thresholds ({@link Quotients}), and so
 * are all before and after them. Runs of closer neighbors are sorted by exact comparison. At a
 * threshold the rising rows up to it hold, the falling rows from it on, and the rows that hold
 * everywhere. A row that holds between two thresholds holds at both. ∎
 */
final class LineSweep {

  private static final int LEAST_ROW_BITS = 5; // a unit of 2^5 steps, twice the margin of Quotients
  private static final int SHORT_RUN = 16; // up to here sorted in place, without boxing

  private final Slice slice;
  private Slice.Weights weights;
  private long[] keys = new long[0];
  private int[] order = new int[0];
  private int[] starts = new int[0];
  private int[] depths = new int[0];
  private int groups;
  private int withoutThresholds;
  private long sorted;

  LineSweep(Slice slice) {
    this.slice = slice;
  }

  /** Sweeps a line; the answers below are about it until the next call. */
  void over(Flat line) {
    over(line, slice.weights(), slice.constant());
  }

  /**
   * Sweeps a part of a line, where some rows hold or fail throughout.
   *
   * @param line the other rows
   * @param weights of these
   * @param constant the number of constraints that hold throughout
   */
  void over(Flat line, Slice.Weights weights, int constant) {
    this.weights = weights;
    if (keys.length < line.rows()) { // lines of one slice have equally many rows: grows once
      keys = new long[line.rows()];
      order = new int[line.rows()];
      starts = new int[line.rows()];
      depths = new int[line.rows()];
    }
    int rowBits =
        Math.max(LEAST_ROW_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(line.rows()));
    long rowMask = (1L << rowBits) - 1;
    int thresholds = 0;
    int depth = constant;
    for (int row = 0; row < line.rows(); row++) {
      int sign = line.sign(row, 0);
      if (sign == 0) {
        // no coefficient: holds everywhere or nowhere
        depth += line.sign(row, 1) <= 0 ? weights.of(row) : 0;
      } else {
        depth += sign < 0 ? weights.of(row) : 0; // falling rows hold to the left of all thresholds
        // Double and row in one long, so that a sort of primitives orders both.
        keys[thresholds++] = (Quotients.step(line.nearly(row, 0)) & ~rowMask) | row;
      }
    }
    withoutThresholds = depth;
    sorted += thresholds;
    Arrays.sort(keys, 0, thresholds); // by unit, then by row: a fixed order without ties
    for (int i = 0; i < thresholds; i++) {
      order[i] = (int) (keys[i] & rowMask);
    }
    groups = 0;
    for (int i = 0; i < thresholds; ) {
      int end = i + 1;
      // A run of neighbors at most one unit apart, whose order doubles do not prove.
      while (end < thresholds && (keys[end] >> rowBits) - (keys[end - 1] >> rowBits) <= 1) {
        end++;
      }
      sort(line, i, end);
      starts[groups++] = i++;
      for (; i < end; i++) {
        if (line.compare(order[i - 1], order[i], 0) != 0) { // equal thresholds are one group
          starts[groups++] = i;
        }
      }
    }
    countDepths(line, thresholds, depth);
  }

  private void countDepths(Flat line, int thresholds, int leftmost) {
    int depth = leftmost;
    for (int group = 0; group < groups; group++) {
      int end = group + 1 < groups ? starts[group + 1] : thresholds;
      int falling = 0;
      for (int i = starts[group]; i < end; i++) {
        int weight = weights.of(order[i]);
        if (line.sign(order[i], 0) > 0) {
          depth += weight;
        } else {
          falling += weight;
        }
      }
      depths[group] = depth; // at the threshold both rising and falling rows hold
      depth -= falling; // just after it the falling ones do not
    }
  }

  /** Sorts a run of the order by exact comparison. */
  private void sort(Flat line, int from, int to) {
    if (to - from > SHORT_RUN) {
      Integer[] rows = new Integer[to - from];
      Arrays.setAll(rows, i -> order[from + i]);
      Arrays.sort(rows, (row, other) -> line.compare(row, other, 0));
      for (int i = from; i < to; i++) {
        order[i] = rows[i - from];
      }
      return;
    }
    for (int i = from + 1; i < to; i++) {
      int row = order[i];
      int j = i;
      for (; j > from && line.compare(order[j - 1], row, 0) > 0; j--) {
        order[j] = order[j - 1];
      }
      order[j] = row;
    }
  }

  /** The number of thresholds of all lines so far. */
  long sorted() {
    return sorted;
  }

  /** The number of distinct thresholds. */
  int groups() {
    return groups;
  }

  /** A row with the threshold of a group. */
  int row(int group) {
    return order[starts[group]];
  }

  /** The depth at the threshold of a group. */
  int depth(int group) {
    return depths[group];
  }

  /** The greatest depth on the line. */
  int deepest() {
    int deepest = withoutThresholds; // a depth on the line in any case, far to the left
    for (int group = 0; group < groups; group++) {
      deepest = Math.max(deepest, depths[group]);
    }
    return deepest;
  }
}
