// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

/**
 * Rounds unit vectors to integers.
 *
 * <p><b>Claim.</b> Σ kⱼ² ≤ radius² for the integers k, whatever numbers are given.
 *
 * <p><b>Proof.</b> It is checked in integers: each |kⱼ| is at most radius ≤ {@value #LARGEST}, so
 * that no square exceeds 2^56, and the sum stops before it could overflow. ∎
 */
public final class UnitGrid {

  /** The largest radius. */
  static final long LARGEST = 1L << 28;

  private UnitGrid() {}

  /**
   * Rounds to the grid.
   *
   * @return whether the integers keep the radius; if not they must not be used, which does not
   *     happen to a vector of length one
   */
  static boolean round(double[] unit, long radius, long[] into) {
    // Rounding to nearest moves by at most √d/2: that much shorter, and the radius is kept.
    double scale = radius - Math.sqrt(unit.length);
    long left = radius * radius;
    for (int j = 0; j < unit.length; j++) {
      into[j] = Math.round(scale * unit[j]); // 0 for NaN
      if (Math.abs(into[j]) > radius || into[j] == Long.MIN_VALUE) {
        return false;
      }
      left -= into[j] * into[j];
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Rounds to the grid in place: the doubles become whole numbers.
   *
   * @return whether they keep the radius, as above
   */
  public static boolean round(double[] unit, long radius) {
    long[] into = new long[unit.length];
    boolean kept = round(unit, radius, into);
    for (int j = 0; kept && j < unit.length; j++) {
      unit[j] = into[j];
    }
    return kept;
  }

  /** Returns whether a vector is within a margin of a boundary, or on its wrong side. */
  static boolean violates(double[] unit, double[] weights, double threshold) {
    double score = 0;
    for (int j = 0; j < unit.length; j++) {
      score += weights[j] * unit[j];
    }
    return score <= threshold;
  }
}
