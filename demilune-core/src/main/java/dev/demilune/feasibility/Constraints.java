// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.internal.Check;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Linear constraints a·x ≥ b with integer coefficients, one per person, within public bounds.
 *
 * <p><b>Claim.</b> Adding a constraint raises the {@link #depth} of every point by 0 or 1, removing
 * one lowers it by 0 or 1, and replacing one moves it by at most 1.
 *
 * <p><b>Proof.</b> The depth is a sum over the constraints of numbers 0 and 1, and each number
 * depends on its own constraint alone. ∎
 *
 * <p>Half-spaces are closed: a point on the border satisfies the constraint. A constraint with all
 * coefficients zero is kept: it holds everywhere or nowhere, and is counted accordingly. Except for
 * the bounds, everything here is private.
 */
public final class Constraints {

  private final long[][] normals;
  private final long[] rightSides;
  private final Bounds bounds;

  /**
   * Public bounds on the absolute values of the integers.
   *
   * @param columns one bound for each unknown, on its coefficients
   * @param right the bound on right sides
   */
  public record Bounds(List<Long> columns, long right) {

    /** Checks that no bound is negative. */
    public Bounds {
      columns = List.copyOf(columns);
      Check.atLeastOne("columns", columns.size());
      columns.forEach(bound -> Check.between("bound of a column", bound, 0, Long.MAX_VALUE));
      Check.between("bound of right sides", right, 0, Long.MAX_VALUE);
    }

    /** Returns bounds for as many unknowns as there are columns. */
    public static Bounds of(long[] columns, long right) {
      return new Bounds(LongStream.of(columns).boxed().toList(), right);
    }
  }

  private Constraints(long[][] normals, long[] rightSides, Bounds bounds) {
    this.normals = normals;
    this.rightSides = rightSides;
    this.bounds = bounds;
  }

  /**
   * Returns the constraints normals[i]·x ≥ rightSides[i].
   *
   * @param bounds public; a row beyond them is refused, by its number and without its content
   */
  public static Constraints of(long[][] normals, long[] rightSides, Bounds bounds) {
    if (normals.length != rightSides.length) {
      throw new IllegalArgumentException("there must be as many normals as right sides");
    }
    int unknowns = bounds.columns().size();
    long[][] copy = new long[normals.length][];
    for (int row = 0; row < normals.length; row++) {
      if (normals[row].length != unknowns) {
        throw new IllegalArgumentException(
            "row " + row + " of the constraints must have " + unknowns + " coefficients");
      }
      copy[row] = normals[row].clone(); // checked below, so the caller must not change it later
      boolean within = isWithin(rightSides[row], bounds.right());
      for (int column = 0; column < unknowns; column++) {
        // one message for any column: names no value
        within &= isWithin(copy[row][column], bounds.columns().get(column));
      }
      if (!within) {
        throw new IllegalArgumentException(
            "row " + row + " of the constraints is beyond the declared bounds");
      }
    }
    return new Constraints(copy, rightSides.clone(), bounds);
  }

  private static boolean isWithin(long value, long bound) {
    return value >= -bound && value <= bound; // -bound cannot overflow: the bound is at least 0
  }

  /** Returns the number of constraints. */
  public int size() {
    return rightSides.length;
  }

  /** Returns the number of unknowns. */
  public int unknowns() {
    return bounds.columns().size();
  }

  /** Returns the public bounds. */
  public Bounds bounds() {
    return bounds;
  }

  /** Returns a coefficient. */
  public long coefficient(int row, int unknown) {
    return normals[row][unknown];
  }

  /** Returns the right side of a constraint. */
  public long rightSide(int row) {
    return rightSides[row];
  }

  /** Returns the constraints with the given numbers, in their order, for example a sample. */
  public Constraints select(int[] rows) {
    return new Constraints(
        // shared with the whole: never written to
        IntStream.of(rows).mapToObj(row -> normals[row]).toArray(long[][]::new),
        IntStream.of(rows).mapToLong(row -> rightSides[row]).toArray(),
        bounds);
  }

  /** Returns the number of constraints that hold at a point. */
  public int depth(List<Rational> point) {
    if (point.size() != unknowns()) {
      throw new IllegalArgumentException("the point must have " + unknowns() + " coordinates");
    }
    return Slice.of(this, point).constant(); // no unknown is left, so every row is constant
  }

  /** The right side that is left when the first unknowns are the given integers over a scale. */
  BigInteger scaledRightSide(int row, BigInteger[] first, BigInteger scale) {
    BigInteger right = scale.multiply(BigInteger.valueOf(rightSides[row]));
    for (int j = 0; j < first.length; j++) {
      // tb - a·(tp) of Slice's proof
      right = right.subtract(first[j].multiply(BigInteger.valueOf(normals[row][j])));
    }
    return right;
  }
}
