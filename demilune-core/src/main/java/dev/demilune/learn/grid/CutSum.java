// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import java.math.BigInteger;

/**
 * Sums of the number of lattice points below a line, over consecutive columns.
 *
 * <p>Below the line a·M + b·u + C·v = h are ⌈(h - a·M - b·u)/C⌉ + V points of column u, if the line
 * passes between the lowest point of the column and the highest. In u this is a straight line
 * rounded; it repeats after C columns, b points higher or lower, so that sums over whole periods
 * have a formula, and the rest is a sum of ⌊(p·t + q)/C⌋ over fewer than C columns, which an
 * algorithm like Euclid's finds in a number of steps that goes with the logarithm of C.
 *
 * <p>Nothing overflows in {@link FaceLattice#FINE}: C is at most 2^27, |b| at most 2^15, columns
 * are at most 2^62, and within the columns of a piece a line rises by at most 2V = 2^51.
 */
final class CutSum {

  private final long origin;
  private final long atOrigin; // points below the line at the origin
  private final long rise; // |b|
  private final boolean falls;
  private final long period; // C
  private final long offset;
  private final long overPeriod;

  /**
   * @param a and the other coefficients of the line; c is above zero
   * @param origin the first column to be summed over
   */
  CutSum(FaceLattice lattice, long a, long b, long c, int h, long origin) {
    this.origin = origin;
    this.period = c << lattice.shift();
    this.rise = Math.abs(b);
    this.falls = b > 0;
    BigInteger[] parts = quotient(lattice, a, b, period, h, origin);
    this.atOrigin = parts[0].longValueExact() + lattice.half();
    long rest = parts[1].longValueExact();
    // ⌊(rest - b·t)/C⌋ is -⌊(b·t + C - 1 - rest)/C⌋ where the line falls.
    this.offset = falls ? period - 1 - rest : rest;
    this.overPeriod = floorSum(period, period, rise, offset);
  }

  /** Returns the number of points below a line in one column, from 0 to 2V. */
  static long cut(FaceLattice lattice, long a, long b, long c, int h, long column) {
    BigInteger quotient = quotient(lattice, a, b, c << lattice.shift(), h, column)[0];
    BigInteger half = BigInteger.valueOf(lattice.half());
    return quotient.add(half).max(BigInteger.ZERO).min(half.shiftLeft(1)).longValueExact();
  }

  /** ⌈(h - a·M - b·u)/C⌉, which is ⌊(h - a·M - b·u + C - 1)/C⌋, and the remainder of the latter. */
  private static BigInteger[] quotient(
      FaceLattice lattice, long a, long b, long period, int h, long column) {
    BigInteger dividend =
        BigInteger.valueOf(h + period - 1)
            .subtract(BigInteger.valueOf(a).shiftLeft(lattice.columnBits()))
            .subtract(BigInteger.valueOf(b).multiply(BigInteger.valueOf(column)));
    BigInteger divisor = BigInteger.valueOf(period);
    BigInteger rest = dividend.mod(divisor);
    return new BigInteger[] {dividend.subtract(rest).divide(divisor), rest};
  }

  /** Sets the number of points below the line over the columns from the origin to before one. */
  void before(long column, WideCount sum, WideCount scratch) {
    long count = column - origin;
    long periods = count / period;
    long rest = count % period;
    scratch.clear();
    if (periods > 0) {
      scratch.addHalfProduct(rise * periods, period * (periods - 1));
      scratch.addProduct(periods, overPeriod + rise * rest);
    }
    scratch.add(floorSum(rest, period, rise, offset));
    if (falls) {
      scratch.negate();
    }
    sum.clear();
    sum.addProduct(atOrigin, count);
    sum.add(scratch);
  }

  /** Sets the number of points below the line over the columns from one to before another. */
  void over(long from, long end, WideCount sum, WideCount scratch) {
    before(from, sum, scratch);
    WideCount first = new WideCount();
    first.set(sum);
    before(end, sum, scratch);
    sum.subtract(first);
  }

  /** Returns the sum of ⌊(slope·t + start)/divisor⌋ over t from 0 to count - 1. */
  static long floorSum(long count, long divisor, long slope, long start) {
    long sum = 0;
    long n = count;
    long m = divisor;
    long a = slope;
    long b = start;
    while (n > 0) {
      if (a >= m) {
        sum += n * (n - 1) / 2 * (a / m);
        a %= m;
      }
      if (b >= m) {
        sum += n * (b / m);
        b %= m;
      }
      // The lattice points under the line, counted along the other axis.
      long top = a * n + b;
      n = top / m;
      b = top % m;
      long swap = m;
      m = a;
      a = swap;
    }
    return sum;
  }
}
