// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

/**
 * Constraints on the points of a flat: a point, a line, a plane and so on, the common points of
 * some of the constraints' borders. Each row holds integers a and b of a constraint a·y ≥ b, where
 * y are the unknowns that are free on the flat.
 *
 * <p><b>Claim.</b> {@link #border} gives the same constraints on the points of one row's border,
 * with one unknown less, each multiplied by a positive number. After s steps every integer is, but
 * for its sign, a determinant of s+1 rows and columns of the first rows.
 *
 * <p><b>Proof.</b> On the border of row i, where a_i·y = b_i, adding a multiple of that equation to
 * |p|·(a·y ≥ b) changes no truth value, where p ≠ 0 is the coefficient in row i of the unknown that
 * is eliminated; the multiple is chosen so that its coefficient becomes 0. This is a step of
 * elimination without fractions: Bareiss (1968) shows that all integers of the next step are
 * divisible by the pivot of the step before and, once divided, are determinants of the first rows.
 * The division by a positive number changes no truth value. ∎
 */
abstract class Flat {

  private final int unknowns;
  private final int rows;

  Flat(int unknowns, int rows) {
    this.unknowns = unknowns;
    this.rows = rows;
  }

  /** The number of unknowns that are free. */
  final int unknowns() {
    return unknowns;
  }

  final int rows() {
    return rows;
  }

  /**
   * The sign of a coefficient, or of the right side, which is the column after the last unknown.
   */
  abstract int sign(int row, int column);

  /** The flat where the row's constraint is tight; the eliminated unknown must occur in it. */
  abstract Flat border(int row, int unknown);

  /** These rows alone, in this order. */
  abstract Flat select(int[] chosen);

  /** The double nearest to an integer of a row; infinite beyond the largest double. */
  abstract double number(int row, int column);

  /** A double within four steps of the quotient of right side and coefficient of an unknown. */
  abstract double nearly(int row, int unknown);

  /** Compares these quotients of two rows exactly. */
  abstract int compare(int row, int other, int unknown);

  /** The quotient itself. */
  abstract Rational quotient(int row, int unknown);

  /** The last unknown that occurs in a row, the first few excluded; -1 if there is none. */
  final int lastUnknown(int row, int butFirst) {
    int unknown = unknowns - 1;
    while (unknown >= butFirst && sign(row, unknown) == 0) {
      unknown--;
    }
    return unknown >= butFirst ? unknown : -1;
  }
}
