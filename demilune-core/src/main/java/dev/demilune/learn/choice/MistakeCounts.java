// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How many rows each of many halfspaces gets wrong, or right by too little.
 *
 * <p><b>Claim.</b> Adding, removing or replacing a row, or its label, changes each count by at most
 * one; adding a row lowers none and removing one raises none.
 *
 * <p><b>Proof.</b> A count is a sum over rows of 0 or 1, which depends on the candidate and on that
 * row alone. ∎ All of it is integers: the product of a row and a candidate, or of the same
 * coordinates of both, is at most the product of their lengths, 2^30, so 32 bits do not overflow,
 * and fewer than 2^31 rows are counted. So counts are the same on any number of threads.
 */
final class MistakeCounts {

  private final UnitRows rows;
  private final int positive;

  /**
   * @param positive the class on the positive side of the halfspaces; all others are on the other
   */
  MistakeCounts(UnitRows rows, int positive) {
    this.rows = rows;
    this.positive = positive;
  }

  /** Counts in parallel, and returns the counts of every block. */
  int[][] of(List<CandidateBlock> blocks) {
    int[][] counts = new int[blocks.size()][CandidateBlock.SIZE];
    IntStream.range(0, blocks.size() * rows.parts())
        .parallel()
        .forEach(
            task -> {
              // Tasks of one block and one part of the rows: both ways there is enough to share.
              int block = task / rows.parts();
              int[] some = count(task % rows.parts(), blocks.get(block));
              synchronized (counts[block]) { // in any order: integer sums do not depend on it
                for (int c = 0; c < some.length; c++) {
                  counts[block][c] += some[c];
                }
              }
            });
    return counts;
  }

  private int[] count(int part, CandidateBlock block) {
    short[] values = rows.values(part);
    int[] labels = rows.labels(part);
    int dimension = rows.dimension();
    int[] counts = new int[CandidateBlock.SIZE];
    int[] sums = new int[CandidateBlock.SIZE];
    for (int row = 0; row < labels.length; row++) {
      // The proof's 0 or 1: nothing but this row, its label and the candidate enters it.
      int sign = labels[row] == positive ? 1 : -1;
      int start = row * dimension;
      // Whole blocks, full or not: what is beyond the block's size is never read.
      for (int c = 0; c < sums.length; c++) {
        sums[c] = 0;
      }
      int j = 0;
      // Four coordinates at a time: sums are loaded and stored a quarter as often.
      for (; j + 4 <= dimension; j += 4) {
        addFour(
            sums,
            sign * values[start + j],
            block.coordinate(j),
            sign * values[start + j + 1],
            block.coordinate(j + 1),
            sign * values[start + j + 2],
            block.coordinate(j + 2),
            sign * values[start + j + 3],
            block.coordinate(j + 3));
      }
      for (; j < dimension; j++) { // at most three are left
        add(sums, sign * values[start + j], block.coordinate(j));
      }
      countBelow(sums, block.thresholds(), counts);
    }
    return counts;
  }

  // Loops of their own over whole arrays, because the compiler turns just these into vectors.

  private static void addFour(
      int[] sums, int a, int[] first, int b, int[] second, int c, int[] third, int d, int[] last) {
    for (int i = 0; i < sums.length; i++) {
      // Four coordinates of a product: at most 2^30 together, and so is the sum so far.
      sums[i] += a * first[i] + b * second[i] + c * third[i] + d * last[i];
    }
  }

  private static void add(int[] sums, int a, int[] weights) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += a * weights[i]; // at most 2^30, as above
    }
  }

  /**
   * Adds the sign bit of sum - threshold: 1 for a mistake. Sums are at least -2^30 and thresholds
   * from 1 to 2^30, so the difference is at least -2^31 and does not overflow.
   */
  private static void countBelow(int[] sums, int[] thresholds, int[] counts) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += (sums[i] - thresholds[i]) >>> 31;
    }
  }
}
