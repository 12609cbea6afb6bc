// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Shares;
import dev.demilune.rows.VectorSum;
import dev.demilune.schema.CellGrid;
import dev.demilune.schema.PartCodes;
import java.util.BitSet;

/**
 * How many rows have a number in each dyadic interval of its public cells: 64 single cells, 32
 * pairs, and so on up to two halves.
 *
 * <p><b>Claim.</b> One row adds a vector of zeros and ones with at most {@value #LEVELS} ones for
 * every number. So its squared length is at most {@value #LEVELS}d for d numbers, and replacing one
 * row by another moves the sum by a squared length of at most 2 · {@value #LEVELS}d.
 *
 * <p><b>Proof.</b> A number lies in one interval of each of the {@value #LEVELS} levels; a missing
 * one in none. For the second, |x - y|² = |x|² + |y|² - 2x·y, and x·y ≥ 0 because neither has a
 * negative entry. ∎
 *
 * <p>Where the unit is a person, each of her rows adds its share of such a vector, and together
 * they add one of at most that length, times the {@link Shares} of one (triangle inequality).
 *
 * @param numbers which parts are numbers, by their index
 * @param parts of a row
 * @param shares of one
 */
@SuppressWarnings("ArrayRecordComponent") // made here, and never written to
record RankCounts(int[] numbers, int parts, int shares) implements VectorSum {

  /** Levels of intervals: 64, 32, 16, 8, 4 and 2 of them. */
  static final int LEVELS = 6;

  /** Intervals of all levels. */
  static final int NODES = 2 * CellGrid.CELLS - 2;

  /** Returns Δ² of the counts. */
  static long squaredSensitivity(int numbers, Adjacency adjacency) {
    long shares = Shares.of(adjacency);
    return adjacency.contributionsChanged() * shares * shares * LEVELS * numbers;
  }

  @Override
  public boolean rowsShare() {
    return true;
  }

  @Override
  public int size() {
    return numbers.length * NODES;
  }

  @Override
  public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
    char[] codes = new char[parts];
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      block.copyCodesTo(row, codes);
      int own = block.shares(row, shares);
      for (int i = 0; i < numbers.length; i++) {
        char code = codes[numbers[i]];
        if (code == PartCodes.MISSING) {
          continue;
        }
        int at = i * NODES;
        int cell = PartCodes.cell(code);
        for (int cells = CellGrid.CELLS; cells >= 2; cells /= 2, cell /= 2) {
          sum[at + cell] += own;
          at += cells;
        }
      }
    }
  }
}
