// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

/**
 * Directions of the plane: the lattice points on the boundary of a square, numbered
 * counterclockwise from its lower right corner. A public, finite set.
 *
 * <p>Neighboring directions are at most 1/2^15 apart, in radians. Rows that a direction keeps at a
 * margin γ are kept at 0.95γ by all within 0.05γ of it: from γ = 0.001 on these are several.
 */
final class PlaneDirections {

  /** Half of a side. */
  static final int HALF = 1 << 15;

  static final int SIDE = 2 * HALF;
  static final int POINTS = 4 * SIDE;

  private PlaneDirections() {}

  /** Returns the point of a number, which is taken modulo their count. */
  static int[] point(int number) {
    int index = Math.floorMod(number, POINTS);
    int along = index % SIDE;
    return switch (index / SIDE) {
      case 0 -> new int[] {HALF, along - HALF};
      case 1 -> new int[] {HALF - along, HALF};
      case 2 -> new int[] {-HALF, HALF - along};
      default -> new int[] {along - HALF, -HALF};
    };
  }

  /**
   * Returns the number of the last point that is not beyond a direction, counterclockwise.
   *
   * <p>The direction meets the boundary where its larger coordinate is ±HALF; the other one there
   * is a fraction, and rounding it against the sense of the numbers is exact in integers.
   */
  static int atOrBefore(long x, long y) {
    // The sides in the order of the numbers: right, top, left, bottom. On each, the numbers grow
    // with the coordinate that the floor is taken of.
    if (Math.abs(x) >= Math.abs(y)) {
      return x > 0 ? HALF + floor(y, x) : Math.floorMod(2 * SIDE + HALF + floor(-y, -x), POINTS);
    }
    return y > 0 ? SIDE + HALF + floor(-x, y) : (3 * SIDE + HALF + floor(x, -y)) % POINTS;
  }

  private static int floor(long some, long positive) {
    return (int) Math.floorDiv(some * HALF, positive); // at most HALF in size: |some| ≤ positive
  }

  /**
   * Whether a row is right by a threshold: x·p ≥ threshold·|p|, decided in integers. Row and
   * threshold are at most 2^15 long, and p at most 2^15·√2, so that squares stay below 2^62.
   *
   * @param threshold at least 1
   */
  static boolean isRight(long x, long y, long threshold, int number) {
    int[] p = point(number);
    long product = x * p[0] + y * p[1];
    long squares = (long) p[0] * p[0] + (long) p[1] * p[1];
    // Both sides are positive, so squares compare as the numbers do, and no root is needed.
    return product > 0 && product * product >= threshold * threshold * squares;
  }
}
