// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.List;

/**
 * A {@link Flat} whose integers fit into 64 bits, whatever borders are taken.
 *
 * <p><b>Claim.</b> All integers are exact if {@link #fits} said so of the first rows.
 *
 * <p><b>Proof.</b> Of u unknowns at most u - 1 are eliminated, so every integer is a determinant of
 * at most u rows and columns, at most u! times the product of the largest absolute values in its
 * columns. {@code fits} requires this below 2^63 for any u of the u + 1 columns. Arithmetic modulo
 * 2^64 is then exact as soon as its result is such a determinant, whatever overflows on the way.
 * The division by the last pivot q·2^s, q odd, is exact: the 128-bit numerator, a difference of two
 * products below 2^126, is shifted by s bits and multiplied by the inverse of q modulo 2^64. ∎
 */
final class LongFlat extends Flat {

  private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE - 1);

  private final long[][] columns;
  private final long pivot;

  private LongFlat(long[][] columns, long pivot) {
    super(columns.length - 1, columns[0].length);
    this.columns = columns;
    this.pivot = pivot;
  }

  static LongFlat of(long[][] columns) {
    return new LongFlat(columns, 1);
  }

  /**
   * Whether determinants fit, by public bounds on the columns, the last being that of the right
   * sides: the time must not depend on the size of private numbers.
   */
  static boolean fits(List<BigInteger> bounds) {
    BigInteger product = BigInteger.ONE;
    BigInteger least = null;
    for (int j = 0; j < bounds.size(); j++) {
      // a bound of 0 must not make the product 0
      BigInteger largest = BigInteger.ONE.max(bounds.get(j));
      least = least == null ? largest : least.min(largest);
      // the j make u!
      product = product.multiply(largest).multiply(BigInteger.valueOf(Math.max(1, j)));
    }
    // any u columns: leave out the one of least bound
    return product.divide(least).compareTo(LIMIT) < 0;
  }

  @Override
  int sign(int row, int column) {
    return Long.signum(columns[column][row]);
  }

  @Override
  LongFlat select(int[] chosen) {
    long[][] selected = new long[columns.length][chosen.length];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < chosen.length; i++) {
        selected[j][i] = columns[j][chosen[i]];
      }
    }
    return new LongFlat(selected, pivot);
  }

  @Override
  double number(int row, int column) {
    return (double) columns[column][row];
  }

  @Override
  LongFlat border(int row, int unknown) {
    long[][] next = new long[columns.length - 1][];
    long newPivot = columns[unknown][row];
    int trailing = Long.numberOfTrailingZeros(pivot); // s of the pivot q·2^s; the pivot is positive
    long inverse = inverse(pivot >> trailing);
    for (int j = 0, target = 0; j < columns.length; j++) {
      if (j == unknown) {
        continue;
      }
      // times the sign of p: multiplies by |p| > 0
      long own = newPivot < 0 ? -columns[j][row] : columns[j][row];
      next[target++] =
          pivot == 1
              ? eliminated(columns[j], Math.abs(newPivot), columns[unknown], own)
              : eliminated(
                  columns[j], Math.abs(newPivot), columns[unknown], own, trailing, inverse);
    }
    return new LongFlat(next, Math.abs(newPivot));
  }

  private static long[] eliminated(long[] column, long newPivot, long[] gone, long own) {
    long[] next = new long[column.length];
    for (int k = 0; k < next.length; k++) {
      // may overflow on the way: the result is below 2^63
      next[k] = column[k] * newPivot - gone[k] * own;
    }
    return next;
  }

  private static long[] eliminated(
      long[] column, long newPivot, long[] gone, long own, int trailing, long inverse) {
    long[] next = new long[column.length];
    for (int k = 0; k < next.length; k++) {
      long low = column[k] * newPivot;
      long minus = gone[k] * own;
      if (trailing > 0) { // else the upper half does not matter
        long high = Math.multiplyHigh(column[k], newPivot) - Math.multiplyHigh(gone[k], own);
        high -= Long.compareUnsigned(low, minus) < 0 ? 1 : 0; // the borrow of the lower halves
        next[k] = (((low - minus) >>> trailing) | (high << (Long.SIZE - trailing))) * inverse;
      } else {
        next[k] = (low - minus) * inverse; // an odd pivot: exact modulo 2^64
      }
    }
    return next;
  }

  /** The inverse of an odd number modulo 2^64, by Newton: each step doubles the bits, from 3. */
  private static long inverse(long odd) {
    long inverse = odd; // odd·odd = 1 modulo 8: three bits are right
    for (int bits = 3; bits < Long.SIZE; bits *= 2) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  @Override
  double nearly(int row, int unknown) {
    return Quotients.nearly(right()[row], columns[unknown][row]);
  }

  @Override
  int compare(int row, int other, int unknown) {
    long[] right = right();
    return Quotients.compare(
        right[row], columns[unknown][row], right[other], columns[unknown][other]);
  }

  @Override
  Rational quotient(int row, int unknown) {
    return Rational.of(right()[row], columns[unknown][row]);
  }

  private long[] right() {
    return columns[unknowns()];
  }
}
