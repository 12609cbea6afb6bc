// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.feasibility.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Linear programs in a handful of unknowns, solved exactly: the largest value of an unknown where
 * integer constraints a·x ≤ b hold and each unknown is between two fractions.
 *
 * <p><b>Claim.</b> {@link #largest} and {@link #smallest} are exact, and empty if no point is left.
 *
 * <p><b>Proof.</b> The program is solved for a few of the constraints. If the solution satisfies
 * all others, it is the solution for all; if not, one that it violates is added to the few, which
 * can happen only finitely often. Whether it does is decided by doubles where these are further
 * from equality than 10^-12 of the sum of all absolute values, their error being below 16·2^-52 of
 * it (three roundings and the four units of {@link Rational#doubleValue} in each product, and the
 * sums), and by integers elsewhere. Few constraints are taken one after the other. Let v be the
 * point that is largest in lexicographic order under the first ones. If it satisfies the next one,
 * it is the largest under that, too. If not, the next largest one w, if there is one, has the
 * constraint tight: on the segment from w to v all former constraints hold and points become
 * larger, so w is where it enters the halfspace. On the border the last unknown that occurs in the
 * constraint is determined by those before it, so that the lexicographic order is that of the other
 * unknowns: this is a program with one unknown less, whose constraints are multiples of the former
 * ones by a positive number, plus a multiple of the equation. With one unknown it is an interval.
 * Without constraints v has all unknowns at their upper ends. ∎
 *
 * <p><b>Source.</b> Seidel (1991) for the few, without his random order.
 */
final class ExactProgram {

  private static final double SURE = 1e-12;

  private final List<BigInteger[]> rows;
  private final List<Rational> low;
  private final List<Rational> high;

  private ExactProgram(List<BigInteger[]> rows, List<Rational> low, List<Rational> high) {
    this.rows = rows;
    this.low = low;
    this.high = high;
  }

  /**
   * Returns the largest value of an unknown.
   *
   * @param rows coefficients, and last the right side
   */
  static Optional<Rational> largest(
      List<long[]> rows, int unknown, List<Rational> low, List<Rational> high) {
    List<Rational> from = swapped(low, unknown); // the unknown that is maximized comes first
    List<Rational> to = swapped(high, unknown);
    List<BigInteger[]> few = new ArrayList<>();
    while (true) {
      Optional<List<Rational>> best = new ExactProgram(few, from, to).solve();
      if (best.isEmpty()) {
        return Optional.empty();
      }
      Optional<long[]> violated = mostViolated(rows, swapped(best.get(), unknown));
      if (violated.isEmpty()) {
        return best.map(point -> point.get(0));
      }
      few.add(
          swapped(Arrays.stream(violated.get()).mapToObj(BigInteger::valueOf).toList(), unknown)
              .toArray(BigInteger[]::new));
    }
  }

  /** Returns the smallest value of an unknown. */
  static Optional<Rational> smallest(
      List<long[]> rows, int unknown, List<Rational> low, List<Rational> high) {
    List<long[]> mirrored = new ArrayList<>(rows.size());
    for (long[] row : rows) {
      long[] other = row.clone();
      for (int j = 0; j < row.length - 1; j++) {
        other[j] = -row[j]; // all unknowns change their sign
      }
      mirrored.add(other);
    }
    return largest(
            mirrored,
            unknown,
            high.stream().map(Rational::negated).toList(),
            low.stream().map(Rational::negated).toList())
        .map(Rational::negated);
  }

  private static <T> List<T> swapped(List<T> list, int unknown) {
    List<T> other = new ArrayList<>(list);
    Collections.swap(other, 0, unknown);
    return other;
  }

  /** A row that a point violates, if there is one, and nearly the one furthest from it. */
  private static Optional<long[]> mostViolated(List<long[]> rows, List<Rational> point) {
    double[] near = point.stream().mapToDouble(Rational::doubleValue).toArray();
    Scaled exact = Scaled.of(point);
    long[] found = null;
    double furthest = Double.NEGATIVE_INFINITY;
    for (long[] row : rows) {
      double left = -row[near.length];
      double all = Math.abs(left);
      double length = 0;
      for (int j = 0; j < near.length; j++) {
        double product = row[j] * near[j];
        left += product;
        all += Math.abs(product);
        length += Math.abs(row[j]);
      }
      boolean sure = Math.abs(left) > SURE * all;
      boolean violated = sure ? left > 0 : !exact.satisfies(row);
      if (violated && (found == null || left / length > furthest)) {
        found = row;
        furthest = left / length; // which of them it is does not change the result
      }
    }
    return Optional.ofNullable(found);
  }

  /** The largest point. */
  private Optional<List<Rational>> solve() {
    for (int i = 0; i < low.size(); i++) {
      if (low.get(i).compareTo(high.get(i)) > 0) {
        return Optional.empty();
      }
    }
    if (low.size() == 1) {
      return interval();
    }
    Optional<List<Rational>> best = Optional.of(high);
    Scaled scaled = Scaled.of(high);
    for (int i = 0; i < rows.size(); i++) {
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

  private Optional<List<Rational>> interval() {
    Rational least = low.get(0);
    Rational most = high.get(0);
    for (BigInteger[] row : rows) {
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
    return smaller.solve().map(point -> with(point, border, gone));
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
  @SuppressWarnings("ArrayRecordComponent") // made here, and never written to
  private record Scaled(BigInteger[] numerators, BigInteger denominator) {

    static Scaled of(List<Rational> point) {
      BigInteger denominator = Rational.commonDenominator(point);
      return new Scaled(
          point.stream().map(x -> x.times(denominator).numerator()).toArray(BigInteger[]::new),
          denominator);
    }

    boolean satisfies(long[] row) {
      return satisfies(Arrays.stream(row).mapToObj(BigInteger::valueOf).toArray(BigInteger[]::new));
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
