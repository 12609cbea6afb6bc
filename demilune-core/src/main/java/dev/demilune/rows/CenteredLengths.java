// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.internal.Check;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Lengths of the rows of a block, seen from an {@link Origin}.
 *
 * <p>They are exact, and as private as the rows. Every step of a training needs the same ones, so
 * they are kept for each block ({@link Kept}).
 */
public final class CenteredLengths {

  private final Origin origin;
  private final int[] lengths;

  private CenteredLengths(Origin origin, int[] lengths) {
    this.origin = origin;
    this.lengths = lengths;
  }

  /** Computes those of all rows of a block. */
  static CenteredLengths of(BoundedDataset.Block block, Origin origin) {
    int[] lengths = new int[block.rows()];
    int[] rows = new int[block.rowsAtOnce()];
    double[] dots = new double[rows.length];
    for (int from = 0; from < lengths.length; from += rows.length) {
      int count = Math.min(rows.length, lengths.length - from);
      for (int i = 0; i < count; i++) {
        rows[i] = from + i;
      }
      block.dots(rows, count, origin, dots);
      for (int i = 0; i < count; i++) {
        lengths[from + i] = origin.length(block.squaredNorm(from + i), dots[i]);
      }
    }
    return new CenteredLengths(origin, lengths);
  }

  Origin origin() {
    return origin;
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

  /**
   * Where lengths of rows are measured from: a public center m on the grid, and a constant c that
   * every row has as its last coordinate. The length of a row k is the smallest integer r with r² ≥
   * |k - m|² + c².
   *
   * <p>It never changes, so that all blocks that keep lengths ({@link Kept}) share the one they
   * were asked with.
   */
  public static final class Origin implements Serializable {

    private static final long serialVersionUID = 1;

    /** Of |m|², in grid units: far more than any center in the ball has. */
    private static final long LONGEST_CENTER = 1L << 40;

    /** Of the constant: that of the largest intercept of a schema is below it. */
    private static final long LARGEST_CONSTANT = 1L << 22;

    private final int[] center;
    private transient volatile double[] exact; // the center again, made where kernels want it
    private final long constant;
    private final long squaredLength;

    private Origin(int[] center, long constant, long squaredLength) {
      this.center = center;
      this.constant = constant;
      this.squaredLength = squaredLength;
    }

    /**
     * Returns the origin with this center.
     *
     * @param center of squared length at most 2^40
     * @param constant at most 2^22
     */
    public static Origin of(int[] center, long constant) {
      Check.between("constant", constant, 0, LARGEST_CONSTANT);
      long squares = 0;
      for (int m : center) {
        squares += (long) m * m;
        Check.between("the center's squared length", squares, 0, LONGEST_CENTER);
      }
      return new Origin(center.clone(), constant, squares + constant * constant);
    }

    /** Returns k·m of a row. */
    double dot(BoundedDataset.Block block, int row) {
      return block.dot(row, center); // a long below 2^35, so an exact double
    }

    /**
     * Writes k·m of several dense rows. Sums of some of the products are at most |k||m| &lt; 2^35
     * in size (Cauchy and Schwarz), so doubles hold them exactly, in any order of additions.
     */
    void dots(short[] values, int features, int[] rows, int count, double[] into) {
      Kernels.ofScores(count, features, /* outputs= */ 1)
          .denseScores(values, features, rows, count, exact(), /* outputs= */ 1, into, 1);
    }

    private double[] exact() {
      double[] made = exact; // two threads may make the same
      if (made == null) {
        made = Arrays.stream(center).asDoubleStream().toArray();
        exact = made;
      }
      return made;
    }

    /** Returns the length of a row. */
    int length(long squaredNorm, double dot) {
      // |k|² - 2 k·m + |m|² + c², in integers: below 2^45, so the root is below 2^23.
      return (int) ceilSqrt(squaredNorm - 2 * (long) dot + squaredLength);
    }

    @Override
    public boolean equals(Object other) {
      return this == other // of one process: comparing the centers of wide rows takes its time
          || (other instanceof Origin origin
              && constant == origin.constant
              && Arrays.equals(center, origin.center));
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(center) + Long.hashCode(constant);
    }
  }

  /** The lengths that were asked for last of one block. */
  static final class Kept {

    /** The lengths of all rows are kept once those of an eighth were asked for. */
    private static final int SHARE = 8;

    private volatile CenteredLengths lengths;
    private int askedWithout; // for how many rows, since lengths were computed last

    CenteredLengths last() {
      return lengths;
    }

    /** Returns the lengths of all rows; null as long as few were asked for. */
    CenteredLengths of(BoundedDataset.Block block, int count, Origin origin) {
      CenteredLengths known = lengths;
      if (known == null || !known.origin.equals(origin)) { // two threads may compute the same
        askedWithout = Math.min(block.rows(), askedWithout + count);
        if (SHARE * askedWithout < block.rows()) {
          return null;
        }
        known = CenteredLengths.of(block, origin);
        lengths = known;
        askedWithout = 0; // trainings that take turns with few rows each must not compute all
      }
      return known;
    }
  }
}
