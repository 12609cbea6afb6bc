// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The constraints on the other unknowns when the first ones are fixed, in integers, equal ones
 * counted together.
 *
 * <p><b>Claim.</b> With p the fixed coordinates and t their common denominator, the number of
 * constraints that hold at (p, y/t) is {@link #constant} plus the weights of the rows of {@link
 * #flat} that hold at y.
 *
 * <p><b>Proof.</b> Multiply a·(p, y/t) ≥ b by t > 0: the coefficients of y are those of a, and the
 * right side is tb - a·(tp), an integer. Dividing a row by a common divisor of its integers changes
 * nothing either. Rows that are equal then hold together, and a row without coefficients holds
 * everywhere or nowhere. ∎
 *
 * @param scale t
 * @param constant the number of constraints that hold for all values of the other unknowns
 * @param weights the number of constraints that each row represents
 * @param flat the rows
 */
record Slice(BigInteger scale, int constant, Weights weights, Flat flat) {

  /** The number of constraints that each row represents. */
  static final class Weights {

    private final int[] counts;

    private Weights(int[] counts) {
      this.counts = counts;
    }

    int of(int row) {
      return counts[row];
    }

    /** The weights of these rows alone, in this order. */
    Weights select(int[] chosen) {
      return new Weights(Arrays.stream(chosen).map(this::of).toArray());
    }
  }

  static Slice of(Constraints constraints, List<Rational> fixed) {
    BigInteger scale = Rational.commonDenominator(fixed);
    BigInteger[] first =
        // t·p, integers by the choice of t
        fixed.stream().map(x -> x.times(scale).numerator()).toArray(BigInteger[]::new);
    int unknowns = constraints.unknowns() - first.length;
    Map<List<BigInteger>, Integer> counts = new LinkedHashMap<>();
    int constant = 0;
    for (int row = 0; row < constraints.size(); row++) {
      List<BigInteger> numbers = new ArrayList<>(unknowns + 1);
      BigInteger divisor = BigInteger.ZERO;
      boolean isFlat = true;
      for (int j = 0; j < unknowns; j++) {
        BigInteger number = BigInteger.valueOf(constraints.coefficient(row, first.length + j));
        isFlat &= number.signum() == 0;
        divisor = divisor.gcd(number);
        numbers.add(number);
      }
      BigInteger right = constraints.scaledRightSide(row, first, scale);
      if (isFlat) {
        constant += right.signum() <= 0 ? 1 : 0; // 0 ≥ right: holds everywhere
        continue;
      }
      numbers.add(right);
      BigInteger common = divisor.gcd(right);
      numbers.replaceAll(number -> number.divide(common));
      // equal constraints are one row: less work, same depth
      counts.merge(numbers, 1, Integer::sum);
    }
    int[] weights = counts.values().stream().mapToInt(Integer::intValue).toArray();
    VertexSpace space = new VertexSpace(constraints.bounds(), fixed);
    return new Slice(
        scale, constant, new Weights(weights), flat(counts.keySet(), unknowns, space.columns()));
  }

  private static Flat flat(Iterable<List<BigInteger>> rows, int unknowns, List<BigInteger> bounds) {
    BigInteger[][] columns = new BigInteger[unknowns + 1][];
    List<List<BigInteger>> all = new ArrayList<>();
    rows.forEach(all::add);
    for (int j = 0; j <= unknowns; j++) {
      int column = j;
      columns[j] = all.stream().map(row -> row.get(column)).toArray(BigInteger[]::new);
    }
    return LongFlat.fits(bounds) // by public bounds: the time must not depend on the numbers
        ? LongFlat.of(
            Arrays.stream(columns)
                // within the bounds, so below 2^63
                .map(column -> Arrays.stream(column).mapToLong(BigInteger::longValue).toArray())
                .toArray(long[][]::new))
        : BigFlat.of(columns);
  }
}
