// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.util.Arrays;

/**
 * Lengths of the rows of a block, seen from a center: with k the row, m the center and c a
 * constant, the smallest integer r with r² ≥ |k - m|² + c².
 *
 * <p>They are exact, and as private as the rows. Every step of a training needs the same ones, so
 * they are kept for each block ({@link Kept}).
 */
public final class CenteredLengths {

  /** Of squared length of a center, in grid units: far more than any in the ball has. */
  public static final long LONGEST_CENTER = 1L << 40;

  private final int[] center;
  private final long constant;
  private final int[] lengths;

  private CenteredLengths(int[] center, long constant, int[] lengths) {
    this.center = center;
    this.constant = constant;
    this.lengths = lengths;
  }

  /** Computes those of all rows of a block. */
  static CenteredLengths of(BoundedDataset.Block block, int[] center, long constant) {
    long added = added(center, constant);
    int[] lengths = new int[block.rows()];
    for (int row = 0; row < lengths.length; row++) {
      lengths[row] = of(block, row, center, added);
    }
    return new CenteredLengths(center.clone(), constant, lengths);
  }

  /** Computes that of one row. */
  static int of(BoundedDataset.Block block, int row, int[] center, long added) {
    // |k|² - 2 k·m + |m|² + c², in integers: below 2^42, so the root fits.
    return (int) ceilSqrt(block.squaredNorm(row) - 2 * block.dot(row, center) + added);
  }

  /** Returns what is added to the length of every row: |m|² + c². */
  static long added(int[] center, long constant) {
    long added = constant * constant;
    for (int m : center) {
      added += (long) m * m;
    }
    return added;
  }

  boolean areOf(int[] otherCenter, long otherConstant) {
    return constant == otherConstant && Arrays.equals(center, otherCenter);
  }

  int of(int row) {
    return lengths[row];
  }

  /** Returns the smallest integer whose square is at least the value. */
  public static long ceilSqrt(long value) {
    // The double may be off by one either way; the loops below decide in integers.
    long root = (long) Math.sqrt((double) value);
    while (root * root < value) {
      root++;
    }
    while (root > 0 && (root - 1) * (root - 1) >= value) {
      root--;
    }
    return root;
  }

  /** The lengths that were asked for last of one block. */
  static final class Kept {

    /** The lengths of all rows are kept once those of an eighth were asked for. */
    private static final int SHARE = 8;

    private volatile CenteredLengths lengths;
    private int askedWithout; // lengths of how many rows, while none were kept

    CenteredLengths last() {
      return lengths;
    }

    /** Returns the lengths of all rows; null as long as few were asked for. */
    CenteredLengths of(BoundedDataset.Block block, int count, int[] center, long constant) {
      CenteredLengths known = lengths;
      if (known == null || !known.areOf(center, constant)) { // two threads may compute the same
        askedWithout = Math.min(block.rows(), askedWithout + count);
        if (SHARE * askedWithout < block.rows()) {
          return null;
        }
        known = CenteredLengths.of(block, center, constant);
        lengths = known;
      }
      return known;
    }
  }
}
