// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.math.BigInteger;
import java.util.List;

/**
 * The points x with normal·x ≥ threshold, in exact arithmetic.
 *
 * @param normal one number for each coordinate of a point
 */
public record Halfspace(List<Rational> normal, Rational threshold) {

  public Halfspace {
    normal = List.copyOf(normal);
  }

  /** Returns whether a point with integer coordinates lies in it; the border does. */
  public boolean contains(long... point) {
    if (point.length != normal.size()) {
      throw new IllegalArgumentException("the point must have " + normal.size() + " coordinates");
    }
    Rational product = Rational.ZERO;
    for (int j = 0; j < point.length; j++) {
      product = product.plus(normal.get(j).times(BigInteger.valueOf(point[j])));
    }
    return product.compareTo(threshold) >= 0; // exact: a point on the border is inside for certain
  }

  @Override
  public String toString() {
    return normal + "·x ≥ " + threshold;
  }
}
