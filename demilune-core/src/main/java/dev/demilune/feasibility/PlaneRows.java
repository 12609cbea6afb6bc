// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The rows of a {@link Flat} with two unknowns t and y, as lines y(t) in doubles: floors, which
 * hold above their line, ceilings, which hold below, and upright rows, which hold on one side of a
 * t.
 *
 * <p><b>Claim.</b> The height of a row at a double t is within {@link #error} of the true one,
 * unless a number of it is infinite or no number.
 *
 * <p><b>Proof.</b> Intercept b/c and slope -a/c have a relative error of at most 3.01·2^-53, the
 * product with t and the sum add one rounding each: less than 6·2^-53 of |b/c| + |a/c|·|t|, and the
 * bound, 2^-49 of what is computed for it, is more than twice as large. A result in the range of
 * the smallest doubles is off by less than the least normal one, which is added. ∎
 */
final class PlaneRows {

  private static final double RELATIVE_ERROR = 0x1p-49;

  private final Flat flat;
  private final double[] intercepts;
  private final double[] slopes;
  private final int[] sides;
  private final boolean[] open;
  private int constant;

  /**
   * Approximates the rows of a plane.
   *
   * @param open the rows that may be made tight next
   */
  PlaneRows(Flat flat, Slice slice, boolean[] open) {
    this.flat = flat;
    this.open = open;
    this.intercepts = new double[flat.rows()];
    this.slopes = new double[flat.rows()];
    this.sides = new int[flat.rows()];
    this.constant = slice.constant();
    for (int row = 0; row < flat.rows(); row++) {
      sides[row] = flat.sign(row, 1);
      if (sides[row] != 0) {
        double divisor = flat.number(row, 1);
        intercepts[row] = flat.number(row, 2) / divisor;
        slopes[row] = -flat.number(row, 0) / divisor;
      } else if (flat.sign(row, 0) == 0 && flat.sign(row, 2) <= 0) {
        constant += slice.weights().of(row); // no coefficient: holds everywhere or nowhere
      }
    }
  }

  Flat flat() {
    return flat;
  }

  /** The number of constraints that hold on the whole plane. */
  int constant() {
    return constant;
  }

  /** Floors that may be made tight; the others follow in {@link #others}. */
  int[] candidates() {
    return rows().filter(row -> sides[row] > 0 && open[row]).toArray();
  }

  /** Ceilings, and floors that are not made tight. */
  int[] others() {
    return rows().filter(row -> sides[row] < 0 || (sides[row] > 0 && !open[row])).toArray();
  }

  /** The rows that hold on one side of a t. */
  int[] upright() {
    return rows().filter(this::isUpright).toArray();
  }

  private IntStream rows() {
    return IntStream.range(0, sides.length);
  }

  boolean isOpen(int row) {
    return open[row];
  }

  boolean isFloor(int row) {
    return sides[row] > 0;
  }

  boolean isUpright(int row) {
    return sides[row] == 0 && flat.sign(row, 0) != 0;
  }

  /** Whether a row holds everywhere or nowhere. */
  boolean isConstant(int row) {
    return sides[row] == 0 && flat.sign(row, 0) == 0;
  }

  double height(int row, double t) {
    return intercepts[row] + slopes[row] * t;
  }

  /** A bound on the error of heights at up to this |t|. */
  double error(int row, double most) {
    return RELATIVE_ERROR * (Math.abs(intercepts[row]) + Math.abs(slopes[row]) * most)
        + Double.MIN_NORMAL;
  }

  /** Where two rows cross, nearly; infinite or no number if they are parallel. */
  double crossing(int row, int other) {
    return (intercepts[other] - intercepts[row]) / (slopes[row] - slopes[other]);
  }

  /**
   * Crossings of rows with one another, evenly chosen, increasing, within a range.
   *
   * @param count how many pairs are looked at
   */
  double[] someCrossings(int[] rows, int[] others, double from, double to, int count) {
    double[] crossings = new double[count];
    int found = 0;
    for (int i = 0; i < count && rows.length > 0 && others.length > 0; i++) {
      int row = rows[(int) ((long) i * rows.length / count)];
      // a multiple of the golden section visits the others evenly, in another order
      long even = (i * 0x9E3779B9L) & 0xFFFFFFFFL;
      int other = others[(int) ((even * others.length) >>> 32)];
      double t = crossing(row, other);
      if (t > from && t < to) {
        crossings[found++] = t;
      }
    }
    Arrays.sort(crossings, 0, found);
    return Arrays.copyOf(crossings, found);
  }
}
