// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.internal.Check;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What a private linear program maximizes: c·x, with public integers c.
 *
 * <p><b>Claim.</b> With the unknowns {@link #bounds y}, of which the first is t = c·x and the
 * others are those of x but one, the constraints of {@link #constraints} hold at y exactly where
 * the given ones hold at {@link #solution} of y; so depths are the same, and one row stays one row.
 *
 * <p><b>Proof.</b> Let c_j be the coefficient of the unknown that is left out, not 0, and s its
 * sign. Then x_j = (t - Σ c_i·x_i)/c_j, and a·x ≥ b, multiplied by |c_j|, is s·a_j·t + Σ (|c_j|·a_i
 * - s·a_j·c_i)·x_i ≥ |c_j|·b, all sums without j. These are integers, and their bounds follow from
 * those of a and b. ∎
 *
 * <p>The coefficients are divided by their common divisor, which changes no order. The unknown left
 * out is that of the smallest coefficient, so that bounds stay small.
 *
 * @param coefficients c, public
 * @param tolerated j: the objective is to be as good as that of any point that violates at most
 *     this number of constraints
 */
public record Objective(List<Long> coefficients, long tolerated) {

  public Objective {
    coefficients = List.copyOf(coefficients);
    Check.between("tolerated", tolerated, 0, Integer.MAX_VALUE);
    if (coefficients.stream().allMatch(c -> c == 0)) {
      throw new IllegalArgumentException("an objective needs a coefficient that is not 0");
    }
    if (coefficients.contains(Long.MIN_VALUE)) {
      throw new IllegalArgumentException("coefficients must be above -2^63");
    }
  }

  /** Returns the objective c·x, to be as good as that of any point that satisfies everything. */
  public static Objective of(long... coefficients) {
    List<Long> list = new ArrayList<>();
    for (long coefficient : coefficients) {
      list.add(coefficient);
    }
    return new Objective(list, 0);
  }

  /** Returns the objective for points that violate up to this number of constraints. */
  public Objective tolerating(long violated) {
    return new Objective(coefficients, violated);
  }

  /** Returns c·x. */
  public Rational value(List<Rational> point) {
    Rational value = Rational.ZERO;
    for (int i = 0; i < coefficients.size(); i++) {
      value = value.plus(point.get(i).times(BigInteger.valueOf(coefficients.get(i))));
    }
    return value;
  }

  /** Returns the bounds of the constraints on t and the other unknowns. */
  Bounds bounds(Bounds bounds) {
    Check.between("coefficients", coefficients.size(), unknowns(bounds), unknowns(bounds));
    int out = leftOut();
    long scale = Math.abs(reduced(out));
    List<Long> columns = new ArrayList<>(List.of(bounds.columns().get(out)));
    try {
      for (int i = 0; i < unknowns(bounds); i++) {
        if (i != out) {
          columns.add(
              Math.addExact(
                  Math.multiplyExact(scale, bounds.columns().get(i)),
                  Math.multiplyExact(bounds.columns().get(out), Math.abs(reduced(i)))));
        }
      }
      return new Bounds(columns, Math.multiplyExact(scale, bounds.right()));
    } catch (ArithmeticException e) {
      throw new DemiluneException(
          "the objective's coefficients times the bounds pass 2^63: use smaller ones", e);
    }
  }

  /** Returns the same constraints on t and the other unknowns. */
  Constraints constraints(Constraints constraints) {
    int out = leftOut();
    long scale = Math.abs(reduced(out));
    long sign = Long.signum(reduced(out));
    long[][] normals = new long[constraints.size()][constraints.unknowns()];
    long[] right = new long[constraints.size()];
    for (int row = 0; row < normals.length; row++) {
      long own = sign * constraints.coefficient(row, out);
      normals[row][0] = own;
      for (int i = 0, column = 1; i < constraints.unknowns(); i++) {
        if (i != out) { // within the bounds, so without overflow
          normals[row][column++] = scale * constraints.coefficient(row, i) - own * reduced(i);
        }
      }
      right[row] = scale * constraints.rightSide(row);
    }
    return Constraints.of(normals, right, bounds(constraints.bounds()));
  }

  /** Returns x, given t and the other unknowns. */
  List<Rational> solution(List<Rational> unknowns) {
    int out = leftOut();
    List<Rational> point = new ArrayList<>(unknowns.subList(1, unknowns.size()));
    Rational rest = unknowns.get(0);
    for (int i = 0, column = 0; i < coefficients.size(); i++) {
      if (i != out) {
        rest = rest.minus(point.get(column++).times(BigInteger.valueOf(reduced(i))));
      }
    }
    point.add(out, rest.dividedBy(Rational.of(reduced(out))));
    return point;
  }

  private static int unknowns(Bounds bounds) {
    return bounds.columns().size();
  }

  private long reduced(int unknown) {
    BigInteger divisor = BigInteger.ZERO;
    for (long coefficient : coefficients) {
      divisor = divisor.gcd(BigInteger.valueOf(coefficient));
    }
    return coefficients.get(unknown) / divisor.longValueExact();
  }

  private int leftOut() {
    int least = -1;
    for (int i = 0; i < coefficients.size(); i++) {
      long size = Math.abs(coefficients.get(i));
      if (size != 0 && (least < 0 || size < Math.abs(coefficients.get(least)))) {
        least = i;
      }
    }
    return least;
  }
}
