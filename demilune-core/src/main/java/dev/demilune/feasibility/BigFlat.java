// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;

/** A {@link Flat} of integers of any size. */
final class BigFlat extends Flat {

  private final BigInteger[][] columns;
  private final BigInteger pivot;

  private BigFlat(BigInteger[][] columns, BigInteger pivot) {
    super(columns.length - 1, columns[0].length);
    this.columns = columns;
    this.pivot = pivot;
  }

  static BigFlat of(BigInteger[][] columns) {
    return new BigFlat(columns, BigInteger.ONE); // no elimination yet: nothing to divide by
  }

  @Override
  int sign(int row, int column) {
    return columns[column][row].signum();
  }

  @Override
  BigFlat select(int[] chosen) {
    BigInteger[][] selected = new BigInteger[columns.length][chosen.length];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < chosen.length; i++) {
        selected[j][i] = columns[j][chosen[i]];
      }
    }
    return new BigFlat(selected, pivot);
  }

  @Override
  double number(int row, int column) {
    return columns[column][row].doubleValue();
  }

  @Override
  BigFlat border(int row, int unknown) {
    BigInteger[][] next = new BigInteger[columns.length - 1][rows()];
    BigInteger newPivot = columns[unknown][row];
    for (int j = 0, target = 0; j < columns.length; j++) {
      if (j == unknown) { // its coefficients become 0 on the border
        continue;
      }
      // The row's equation times the sign of p, so that the constraint is multiplied by |p| > 0.
      BigInteger own = newPivot.signum() < 0 ? columns[j][row].negate() : columns[j][row];
      for (int k = 0; k < rows(); k++) {
        BigInteger kept = columns[j][k].multiply(newPivot.abs());
        BigInteger number = kept.subtract(columns[unknown][k].multiply(own));
        // exact, by Bareiss
        next[target][k] = pivot.equals(BigInteger.ONE) ? number : number.divide(pivot);
      }
      target++;
    }
    // positive, so that the next division changes no truth
    return new BigFlat(next, newPivot.abs());
  }

  @Override
  double nearly(int row, int unknown) {
    return Quotients.nearly(columns[unknowns()][row], columns[unknown][row]);
  }

  @Override
  int compare(int row, int other, int unknown) {
    return Quotients.compare(
        columns[unknowns()][row],
        columns[unknown][row],
        columns[unknowns()][other],
        columns[unknown][other]);
  }

  @Override
  Rational quotient(int row, int unknown) {
    return Rational.of(columns[unknowns()][row], columns[unknown][row]);
  }
}
