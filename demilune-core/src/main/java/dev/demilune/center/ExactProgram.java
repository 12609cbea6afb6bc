// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.feasibility.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Linear programs in a handful of unknowns, solved exactly: the largest value of the first unknown
 * where integer constraints a·x ≤ b hold and each unknown is between two fractions.
 *
 * <p><b>Claim.</b> {@link #largest} is exact, and empty if no point is left.
 *
 * <p><b>Proof.</b> Let v be the point that is largest in lexicographic order under some of the
 * constraints. If it satisfies the next one, it is the largest under that, too. If not, the next
 * largest one w, if there is one, has the constraint tight: on the segment from w to v all former
 * constraints hold and points become larger, so w is where it enters the halfspace. On the border
 * the last unknown that occurs in the constraint is determined by those before it, so that the
 * lexicographic order is that of the other unknowns: this is a program with one unknown less, whose
 * constraints are the former ones with the equation added to a multiple by a positive number. With
 * one unknown it is an interval. Without constraints v has all unknowns at their upper ends. ∎
 *
 * <p>Constraints are taken in a scattered order, fixed in advance; the expected work is then
 * proportional to their number, and the result does not depend on the order.
 *
 * <p><b>Source.</b> Seidel (1991). We depart from it in the order, which is not random.
 */
final class ExactProgram {

  private static final double GOLDEN = 0.6180339887498949;

  private final List<BigInteger[]> rows;
  private final List<Rational> low;
  private final List<Rational> high;

  private ExactProgram(List<BigInteger[]> rows, List<Rational> low, List<Rational> high) {
    this.rows = rows;
    this.low = low;
    this.high = high;
  }

  /**
   * Returns the largest value of the first unknown.
   *
   * @param rows coefficients, and last the right side
   */
  static Optional<Rational> largest(
      List<BigInteger[]> rows, List<Rational> low, List<Rational> high) {
    List<BigInteger[]> scattered = new ArrayList<>();
    long stride = stride(rows.size());
    for (long i = 0; i < rows.size(); i++) {
      scattered.add(rows.get((int) (i * stride % rows.size())));
    }
    return new ExactProgram(scattered, low, high)
        .solve(scattered.size())
        .map(point -> point.get(0));
  }

  /** A number without a common divisor with the count, near the golden section of it. */
  private static long stride(int count) {
    long stride = Math.max(1, Math.round(count * GOLDEN));
    while (BigInteger.valueOf(stride).gcd(BigInteger.valueOf(count)).longValue() > 1) {
      stride++;
    }
    return stride;
  }

  /** The largest point under the first rows. */
  private Optional<List<Rational>> solve(int first) {
    for (int i = 0; i < low.size(); i++) {
      if (low.get(i).compareTo(high.get(i)) > 0) {
        return Optional.empty();
      }
    }
    if (low.size() == 1) {
      return interval(first);
    }
    Optional<List<Rational>> best = Optional.of(high);
    Scaled scaled = Scaled.of(high);
    for (int i = 0; i < first; i++) {
      if (!scaled.satisfies(rows.get(i))) {
        best = onBorder(i);
        if (best.isEmpty()) {
          return best;
        }
        scaled = Scaled.of(best.get());
      }
    }
    return best;
  }

  private Optional<List<Rational>> interval(int first) {
    Rational least = low.get(0);
    Rational most = high.get(0);
    for (BigInteger[] row : rows.subList(0, first)) {
      if (row[0].signum() == 0) {
        if (row[1].signum() < 0) {
          return Optional.empty();
        }
      } else if (beyond(row, row[0].signum() > 0 ? most : least)) {
        Rational end = Rational.of(row[1], row[0]);
        most = row[0].signum() > 0 ? end : most;
        least = row[0].signum() > 0 ? least : end;
      }
    }
    return least.compareTo(most) > 0 ? Optional.empty() : Optional.of(List.of(most));
  }

  private static boolean beyond(BigInteger[] row, Rational end) {
    return row[0].multiply(end.numerator()).compareTo(row[1].multiply(end.denominator())) > 0;
  }

  /** The largest point where a row is tight and those before it hold. */
  private Optional<List<Rational>> onBorder(int tight) {
    BigInteger[] border = rows.get(tight);
    int unknown = low.size() - 1;
    while (unknown >= 0 && border[unknown].signum() == 0) {
      unknown--;
    }
    if (unknown < 0) { // 0 ≤ b does not hold: nowhere
      return Optional.empty();
    }
    int gone = unknown;
    List<BigInteger[]> left = new ArrayList<>(tight + 2);
    for (BigInteger[] row : rows.subList(0, tight)) {
      left.add(eliminated(row, border, gone));
    }
    left.add(eliminated(end(gone, high.get(gone), 1), border, gone));
    left.add(eliminated(end(gone, low.get(gone), -1), border, gone));
    ExactProgram smaller = new ExactProgram(left, without(low, gone), without(high, gone));
    return smaller.solve(left.size()).map(point -> with(point, border, gone));
  }

  /** The end of an unknown's range as a row. */
  private BigInteger[] end(int unknown, Rational value, int sign) {
    BigInteger[] row = new BigInteger[low.size() + 1];
    Arrays.fill(row, BigInteger.ZERO);
    row[unknown] = value.denominator().multiply(BigInteger.valueOf(sign));
    row[low.size()] = value.numerator().multiply(BigInteger.valueOf(sign));
    return row;
  }

  private static BigInteger[] eliminated(BigInteger[] row, BigInteger[] border, int gone) {
    BigInteger[] left = new BigInteger[row.length - 1];
    BigInteger pivot = border[gone].abs();
    BigInteger times = border[gone].signum() < 0 ? row[gone].negate() : row[gone];
    for (int j = 0, target = 0; j < row.length; j++) {
      if (j != gone) {
        left[target++] = row[j].multiply(pivot).subtract(border[j].multiply(times));
      }
    }
    return left;
  }

  private static List<Rational> without(List<Rational> ends, int gone) {
    List<Rational> left = new ArrayList<>(ends);
    left.remove(gone);
    return left;
  }

  /** The point with the unknown that the border determines. */
  private static List<Rational> with(List<Rational> point, BigInteger[] border, int gone) {
    List<Rational> whole = new ArrayList<>(point);
    whole.add(gone, Rational.ZERO);
    Rational rest = Rational.of(border[border.length - 1]);
    for (int j = 0; j < whole.size(); j++) {
      rest = rest.minus(whole.get(j).times(border[j]));
    }
    whole.set(gone, rest.dividedBy(Rational.of(border[gone])));
    return whole;
  }

  /** A point over a common denominator. */
  private record Scaled(BigInteger[] numerators, BigInteger denominator) {

    static Scaled of(List<Rational> point) {
      BigInteger denominator = Rational.commonDenominator(point);
      return new Scaled(
          point.stream().map(x -> x.times(denominator).numerator()).toArray(BigInteger[]::new),
          denominator);
    }

    boolean satisfies(BigInteger[] row) {
      BigInteger left = BigInteger.ZERO;
      for (int j = 0; j < numerators.length; j++) {
        left = left.add(row[j].multiply(numerators[j]));
      }
      return left.compareTo(row[numerators.length].multiply(denominator)) <= 0;
    }
  }
}
