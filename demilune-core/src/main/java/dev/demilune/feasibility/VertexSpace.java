// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.feasibility.Constraints.Bounds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The public set in which the next coordinate of a deep point is searched, given by the declared
 * bounds and the coordinates released before.
 *
 * <p><b>Claim.</b> Let the first i - 1 coordinates be fixed at rationals, and let k be any number.
 * The least and the largest i-th coordinate of the points of depth k or more that begin with the
 * fixed ones are in {@link #domain}, where there are such points and the coordinate is bounded on
 * that side. So the function of {@link SliceLevels} has its largest value on the domain.
 *
 * <p><b>Proof.</b> The points of depth k or more of the slice are a union of finitely many closed
 * polyhedra, each of all points that satisfy some k constraints. If the i-th coordinate has a least
 * value on such a polyhedron, it takes it on a whole smallest face, which is the set of solutions
 * of r independent equations A·y = c among those of the constraints, and on which the coordinate is
 * constant. Then a combination of the equations says what the coordinate is, so the columns of A
 * without the first are dependent on r - 1 of them: any r independent columns contain the first.
 * Set the other unknowns to zero; by Cramer's rule the coordinate is det(A')/det(A), of r rows and
 * columns, where A' has c in place of the first column. Multiply the unknowns by t, the common
 * denominator of the fixed coordinates: A stays, and c consists of integers t·b - Σ aⱼ·(t·xⱼ), at
 * most {@link #right} = t·|b| + Σ |aⱼ|·|t·xⱼ| by the bounds. A determinant is linear in each
 * column, so it is at most the product of the columns' bounds times the largest one of entries in
 * [-1, 1]. That is reached at entries ±1 (being linear in each entry), is at most n^(n/2)
 * (Hadamard) and a multiple of 2^(n-1) (add the first row to the others, which leaves entries 0 and
 * ±2 in them); it grows with n. So with n = u - i + 1 unknowns left, t·xᵢ is p/q with p and q as
 * {@link #domain} has them. Along a line, n = 1, this is c/a. If a coordinate is not bounded on one
 * side, then the end of the domain on that side lies beyond all vertices, where depths do not
 * change any more. ∎
 *
 * @param bounds of the constraints
 * @param fixed the released coordinates
 */
record VertexSpace(Bounds bounds, List<Rational> fixed) {

  VertexSpace {
    fixed = List.copyOf(fixed);
  }

  /** Returns the set that contains the next coordinate. */
  RationalDomain domain() {
    BigInteger divisor = Rational.commonDenominator(fixed);
    return RationalDomain.of(
        numerators(bounds, fixed.size(), right(divisor)),
        denominators(bounds, fixed.size()),
        divisor);
  }

  /** Returns bounds on the columns that are left, and last on the right sides times t. */
  List<BigInteger> columns() {
    List<BigInteger> columns = new ArrayList<>();
    for (int j = fixed.size(); j < bounds.columns().size(); j++) {
      columns.add(bound(bounds.columns().get(j)));
    }
    columns.add(right(Rational.commonDenominator(fixed)));
    return columns;
  }

  private BigInteger right(BigInteger divisor) {
    BigInteger right = divisor.multiply(bound(bounds.right())); // t·|b|
    for (int j = 0; j < fixed.size(); j++) {
      BigInteger scaled = fixed.get(j).times(divisor).numerator().abs(); // |t·xⱼ|, an integer
      right = right.add(scaled.multiply(bound(bounds.columns().get(j))));
    }
    return right;
  }

  /**
   * Returns the largest sizes that the domains can have, one for each coordinate, before anything
   * is released: if tⱼ·xⱼ is p/q, the next right sides are at most q times the present ones and p
   * times the bound of the column.
   */
  static List<BigInteger> largestSizes(Bounds bounds) {
    List<BigInteger> sizes = new ArrayList<>();
    BigInteger right = bound(bounds.right());
    for (int i = 0; i < bounds.columns().size(); i++) {
      BigInteger numerators = numerators(bounds, i, right);
      BigInteger denominators = denominators(bounds, i);
      sizes.add(RationalDomain.size(numerators, denominators));
      BigInteger column = bound(bounds.columns().get(i));
      // worst case: no coordinate is released yet
      right = denominators.multiply(right).add(numerators.multiply(column));
    }
    return sizes;
  }

  private static BigInteger numerators(Bounds bounds, int first, BigInteger right) {
    return largestDeterminant(bounds.columns().size() - first)
        .multiply(right)
        .multiply(columns(bounds, first + 1)); // det(A'): c takes the place of the first column
  }

  private static BigInteger denominators(Bounds bounds, int first) {
    return largestDeterminant(bounds.columns().size() - first).multiply(columns(bounds, first));
  }

  private static BigInteger columns(Bounds bounds, int first) {
    BigInteger product = BigInteger.ONE;
    for (int j = first; j < bounds.columns().size(); j++) {
      product = product.multiply(bound(bounds.columns().get(j)));
    }
    return product;
  }

  /** A bound of 0 is raised to 1, so that products do not vanish. */
  private static BigInteger bound(long declared) {
    return BigInteger.valueOf(Math.max(1, declared));
  }

  /** Returns the largest multiple of 2^(n-1) that is at most n^(n/2): 1, 2, 4, 16, 48, ... */
  static BigInteger largestDeterminant(int n) {
    BigInteger hadamard = BigInteger.valueOf(n).pow(n).sqrt(); // n^(n/2), rounded down
    return hadamard.shiftRight(n - 1).shiftLeft(n - 1);
  }
}
