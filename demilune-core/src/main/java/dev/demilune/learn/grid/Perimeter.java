// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.internal.Check;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ThresholdChoice;
import java.math.BigInteger;

/**
 * The lattice points on the boundary of a square, as normals of halfspaces through the origin of
 * the plane: enough of them to include all halfspaces of an integer grid.
 *
 * <p><b>Claim.</b> Let rows be integers of [-k, k]². Every way in which a halfspace can divide them
 * is that of some point, unless rows lie on its border.
 *
 * <p><b>Proof.</b> A row x is divided otherwise where a normal passes one of the directions ±(-x₂,
 * x₁). They meet the square of half side 1 where one coordinate is ±1 and the other a fraction of a
 * denominator up to k. Two different fractions of this kind are at least 1/k² apart, and those that
 * are not ±1 at least 1/k away from the corners. So the pieces between such directions are longer
 * than two steps of 1/M, M = 2k² + 1, and have lattice points within. ∎
 *
 * <p>Points are numbered counterclockwise from the lower right corner. All is computed in longs:
 * for k = 32,000 products are below 2^47.
 *
 * @param half M, half of a side
 */
record Perimeter(long half) {

  Perimeter {
    Check.between("half", half, 1, Integer.MAX_VALUE);
  }

  /** Returns the points for rows of coordinates up to a size. */
  static Perimeter of(long largest) {
    return new Perimeter(2 * largest * largest + 1);
  }

  /** Returns the number of points. */
  long points() {
    return 8 * half;
  }

  /** Returns the point of a number. */
  int[] point(long number) {
    // Fits an int: half is at most Integer.MAX_VALUE.
    int along = (int) (number % (2 * half) - half);
    int end = (int) half;
    return switch ((int) (number / (2 * half))) {
      case 0 -> new int[] {end, along};
      case 1 -> new int[] {-along, end};
      case 2 -> new int[] {-end, -along};
      default -> new int[] {along, -end};
    };
  }

  /** Returns the number of the last point not beyond a direction that is not zero. */
  long atOrBefore(long x, long y) {
    if (Math.abs(x) >= Math.abs(y)) {
      return x > 0
          ? half + Math.floorDiv(y * half, x)
          : Math.floorMod(5 * half + Math.floorDiv(-y * half, -x), points());
    }
    return y > 0
        ? 3 * half + Math.floorDiv(-x * half, y)
        : Math.floorMod(7 * half + Math.floorDiv(x * half, -y), points());
  }

  /**
   * Adds one to the points that get a row right: to those with a product above zero if it is
   * positive, to all others if not. They begin behind the direction (x₂, -x₁) and end before the
   * opposite one. A row of zeros, which all normals treat alike, changes nothing.
   */
  void count(long x, long y, boolean positive, StepFunction.Builder right) {
    if (x == 0 && y == 0) {
      return;
    }
    long before = atOrBefore(y, -x);
    int[] there = point(before);
    // Orthogonal to the row, so a product of zero: not above zero, hence not in the arc.
    boolean exact = there[0] * x + there[1] * y == 0;
    long first = before + 1;
    // Half of all points later lies the opposite direction, which is a point if this one is.
    long end = before + 4 * half + (exact ? 0 : 1);
    int sign = positive ? 1 : -1; // a negative row is right on the rest: one minus the arc
    // A piece that goes around the first point holds there already.
    int atFirst = (positive ? 0 : 1) + (end > points() ? sign : 0);
    right.add(BigInteger.ZERO, atFirst);
    right.add(BigInteger.valueOf(first), sign); // from the last point on nothing changes
    right.add(BigInteger.valueOf(end > points() ? end - points() : end), -sign);
  }

  /**
   * Returns a row as an example of thresholds on one half of the points, 0 or 1: the threshold u,
   * of which all positions from u on are positive, contradicts it if and only if the point u of
   * that half gets the row wrong. A row of zeros is wrong everywhere or nowhere.
   */
  ThresholdChoice.Example example(int part, long x, long y, boolean positive) {
    long count = 4 * half;
    long from = part * count;
    boolean before = inside(from, x, y); // on the positive side
    long low = from;
    long high = from + count - 1;
    if (inside(high, x, y) == before) {
      // Nothing changes: a position behind all thresholds, or before all of them.
      return ThresholdChoice.Example.of(before == positive ? count : -1, true);
    }
    // One of the two ends of the positive arc is the place, and only one lies within this half.
    // Both ends by exact division, as in count: no search, and no rounding.
    long begin = Math.floorMod(atOrBefore(y, -x) + 1, points());
    long end = atOrBefore(-y, x);
    end = inside(end, x, y) ? Math.floorMod(end + 1, points()) : end;
    long change = (before ? end : begin) - low;
    return ThresholdChoice.Example.of(change - 1, before == positive);
  }

  private boolean inside(long number, long x, long y) {
    int[] point = point(number);
    return point[0] * x + point[1] * y > 0;
  }
}
