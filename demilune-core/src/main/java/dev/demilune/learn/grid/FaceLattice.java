// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.internal.Check;
import java.math.BigInteger;

/**
 * Lattice points on the boundary of a cube, as normals of halfspaces through the origin of space:
 * enough of them to include all halfspaces of an integer grid.
 *
 * <p>The boundary is divided into twelve pieces: one coordinate f of three is 1 or -1, the next one
 * in turn has a sign and a size u/M with 0 ≤ u &lt; M, and the last one is v/V with -V ≤ v &lt; V;
 * M is 2^columnBits, V is 2^(columnBits - shift). Points of one u are a column.
 *
 * <p><b>Claim.</b> Let rows be integers of [-k, k]³ with k ≤ 32,000, and let the lattice be {@link
 * #FINE}: M = 2^62, V = 2^50. Every way in which a plane through the origin can divide them is that
 * of some point, unless rows lie on the plane.
 *
 * <p><b>Proof.</b> In a piece, with w_f = 1 for short, a row z is divided otherwise on the other
 * side of the line z_f + z_u·u + z_v·v = 0 of the (u, v)-plane, and the borders of the piece are
 * lines of the same kind with small integers. Take a cell, a polygon between such lines. Two of
 * them meet at the cross product of their rows, that is at (p/q, p'/q) with integers and |q| ≤ 2k².
 * So the first and the last u of the cell are at least 1/(4k⁴) apart. Its height above u is
 * concave, and largest at some vertex; the other end there is on a line of integers (a, b, c), c ≠
 * 0, whose height differs from the vertex by an integer over cq, by at least 1/(2k³). In the middle
 * 15/16 of its width, at least, its height is more than a sixteenth of the largest (a concave
 * function that is not negative lies above the chords to its peak). 15/(64k⁴) &gt; 2^-62, so a
 * column passes there, and 1/(32k³) &gt; 2^-50, so that a point of the column lies inside the cell.
 * ∎
 *
 * @param columnBits the logarithm of M
 * @param shift the logarithm of M/V
 */
record FaceLattice(int columnBits, int shift) {

  /** Fine enough for all rows of the grid. */
  static final FaceLattice FINE = new FaceLattice(62, 12);

  static final int PIECES = 12;

  /** Coordinates. */
  static final int SPACE = 3;

  FaceLattice {
    Check.between("columnBits", columnBits, 2, 62);
    Check.between("shift", shift, 0, columnBits - 1);
  }

  /** M, the number of columns of a piece. */
  long columns() {
    return 1L << columnBits;
  }

  /** V, half of the number of points of a column. */
  long half() {
    return 1L << (columnBits - shift);
  }

  /** Returns the number of all points. */
  BigInteger points() {
    return BigInteger.valueOf(PIECES).shiftLeft(2 * columnBits - shift + 1);
  }

  /**
   * Returns ⌊(a·M + e)/d⌋ or, if that is no number of a column, -1 below them and M above.
   *
   * @param a of at most 2^31
   * @param e of less than M, and below 2^61
   * @param d from 1 to 2^31
   */
  long floorQuotient(long a, long e, long d) {
    if (a < 0) {
      return -1; // the dividend is below zero
    }
    if (a > d) {
      return columns();
    }
    if (a == d) {
      return Math.min(columns(), columns() + Math.floorDiv(e, d));
    }
    int firstBits = columnBits / 2; // of at most 31, so that nothing overflows
    long first = (a << firstBits) / d;
    long rest = (a << firstBits) % d;
    int lastBits = columnBits - firstBits;
    return Math.max(-1, (first << lastBits) + Math.floorDiv((rest << lastBits) + e, d));
  }

  /** Returns ⌈(a·M + e)/d⌉, or 0 if that is below zero, or M or M + 1 if it is above M. */
  long ceilQuotient(long a, long e, long d) {
    return floorQuotient(a, e - 1, d) + 1;
  }

  /**
   * A point.
   *
   * @param piece from 0 to 11
   * @param column u, from 0 to M - 1
   * @param height v, from -V to V - 1
   */
  record Point(int piece, long column, long height) {}

  /** The fixed coordinate of a piece. */
  static int fixed(int piece) {
    return piece % SPACE;
  }

  /** The coordinate that numbers the columns of a piece. */
  static int along(int piece) {
    return (piece + 1) % SPACE;
  }

  /** The coordinate within a column of a piece. */
  static int up(int piece) {
    return (piece + 2) % SPACE;
  }

  /** The sign of a piece's fixed coordinate. */
  static int fixedSign(int piece) {
    return piece / SPACE % 2 == 0 ? 1 : -1;
  }

  /** The sign of the coordinate that numbers a piece's columns. */
  static int alongSign(int piece) {
    return piece / SPACE / 2 == 0 ? 1 : -1;
  }

  /** Returns a point's three coordinates, multiplied by M. */
  long[] normal(Point point) {
    long[] normal = new long[SPACE];
    normal[fixed(point.piece)] = fixedSign(point.piece) * columns();
    normal[along(point.piece)] = alongSign(point.piece) * point.column;
    normal[up(point.piece)] = point.height << shift;
    return normal;
  }
}
