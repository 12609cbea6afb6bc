// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.accounting.numeric.Rounding;
import java.util.Arrays;
import java.util.OptionalLong;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * A net of the unit ball: every point of the ball has a point of the net near it.
 *
 * <p>The points are s·p, for all integer vectors p of length at most (1 + r)/s, where s = 2r/√k, r
 * is the covering radius and k the dimension.
 *
 * <p><b>Claim.</b> Every point of the unit ball lies within r of a point of the net.
 *
 * <p><b>Proof.</b> Let |x| ≤ 1 and let p be x/s with each coordinate rounded to the nearest
 * integer. It moves by at most 1/2 in each coordinate, so |x - s·p| ≤ s·√k/2 = r; and |s·p| ≤ |x| +
 * r ≤ 1 + r, so that s·p is in the net. ∎
 *
 * <p>The squared length allowed, (1 + r)²/s² = (1 + r)²k/(4r²), is rounded up after a little is
 * added for the rounding of doubles: a few points more leave the claim true.
 */
final class LatticeNet implements Cover {

  /** Counting is exact up to about this much work, some milliseconds. */
  private static final double MOST_WORK_OF_COUNTING = 1e7;

  private final int dimension;
  private final int threshold;
  private final double size;
  private final int[] point;
  private final long[] left; // of the squared length, before each coordinate
  private boolean ended;

  /**
   * @param radius r, at least 1e-4
   * @param threshold the product with a row from which on it is right; see {@link #threshold}
   */
  LatticeNet(int dimension, double radius, int threshold) {
    this.dimension = dimension;
    this.threshold = threshold;
    this.size = most(dimension, radius);
    this.point = new int[dimension];
    this.left = new long[dimension];
    left[0] = squaredLength(dimension, radius);
    start(0);
  }

  /** The threshold for a margin of points of the ball, that is, of s·p and a unit row. */
  static int threshold(int dimension, double radius, double margin) {
    double s = 2 * radius / Math.sqrt(dimension);
    return CandidateBlock.threshold(margin, 1 / s);
  }

  private static long squaredLength(int dimension, double radius) {
    double length = (1 + radius) / (2 * radius);
    // Rounded up: a point too many is harmless, a missing one would break the claim.
    return (long) Math.ceil(length * length * dimension * Rounding.PRODUCT_UP);
  }

  /** Returns the number of points, where it can be counted at once. */
  static OptionalLong exactSize(int dimension, double radius) {
    long squared = squaredLength(dimension, radius);
    double root = Math.sqrt((double) squared);
    // Beyond e^40 the counts might not fit.
    if (squared * (root + 1) * dimension > MOST_WORK_OF_COUNTING
        || logMost(dimension, radius) > 40) {
      return OptionalLong.empty();
    }
    // ways[n]: the integer vectors of the coordinates so far whose squared length is n.
    long[] ways = new long[(int) squared + 1];
    ways[0] = 1;
    for (int j = 0; j < dimension; j++) {
      long[] more = new long[ways.length];
      for (int value = 0; (long) value * value <= squared; value++) {
        int square = value * value;
        int signs = value == 0 ? 1 : 2; // ± are two vectors
        for (int n = square; n < more.length; n++) {
          more[n] += signs * ways[n - square]; // cannot overflow: at most e^40 points in all
        }
      }
      ways = more;
    }
    return OptionalLong.of(Arrays.stream(ways).sum());
  }

  /**
   * Returns the natural logarithm of a number that the points do not exceed. Unit cubes around them
   * are disjoint and within a ball that is longer by √k/2, half a diagonal.
   */
  static double logMost(int dimension, double radius) {
    return logVolume(
        dimension, Math.sqrt((double) squaredLength(dimension, radius)) + Math.sqrt(dimension) / 2);
  }

  private static double logVolume(int dimension, double radius) {
    return dimension * Math.log(radius)
        + 0.5 * dimension * Math.log(Math.PI)
        - LogGamma.value(0.5 * dimension + 1);
  }

  /** Returns the number of points, or what they do not exceed. */
  static double most(int dimension, double radius) {
    OptionalLong exact = exactSize(dimension, radius);
    return exact.isPresent() ? (double) exact.getAsLong() : Math.exp(logMost(dimension, radius));
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public double size() {
    return size;
  }

  @Override
  public void fill(CandidateBlock block) {
    while (!ended && !block.isFull()) {
      block.add(point, threshold);
      advance();
    }
  }

  /** The smallest values from a coordinate on. */
  private void start(int from) {
    for (int j = from; j < dimension; j++) {
      point[j] = -floorRoot(left[j]); // the smallest that the remaining squared length allows
      if (j + 1 < dimension) {
        left[j + 1] = left[j] - (long) point[j] * point[j];
      }
    }
  }

  /** The next point in lexicographic order. */
  private void advance() {
    for (int j = dimension - 1; j >= 0; j--) {
      // A step toward zero never makes the vector longer, so a negative value can always grow.
      if ((long) (point[j] + 1) * (point[j] + 1) <= left[j] || point[j] < 0) {
        point[j]++;
        if (j + 1 < dimension) {
          left[j + 1] = left[j] - (long) point[j] * point[j];
          start(j + 1);
        }
        return;
      }
    }
    ended = true;
  }

  private static int floorRoot(long square) {
    // The double may be off by one; the loops decide in integers.
    long root = (long) Math.sqrt((double) square);
    while (root * root > square) {
      root--;
    }
    while ((root + 1) * (root + 1) <= square) {
      root++;
    }
    return (int) root;
  }
}
