// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.internal.Check;
import java.math.BigInteger;

/**
 * The public grid of weights: the integers from -2^bits to 2^bits, each a multiple of one step.
 *
 * @param bits so that 2^bits steps lie on either side of zero
 * @param largest the weight at the ends of the grid, a power of two
 */
record WeightGrid(int bits, double largest) {

  static final int MOST_BITS = 30;

  WeightGrid {
    Check.between("bits", bits, 1, MOST_BITS);
    Check.positive("largest", largest);
  }

  /**
   * Returns the grid that holds twice what a penalized loss can want, so that it is the rows that
   * stop weights and not the grid: weights of zero lose one at most, so those that lose less have a
   * penalty λ|w|²/2 of at most one.
   */
  static WeightGrid forPenalty(int bits, double regularization) {
    double wanted = 2 * Math.sqrt(2 / regularization);
    double largest = 1; // a power of two: steps, and multiples of them up to 2^53, are exact
    while (largest < wanted) {
      largest *= 2;
    }
    return new WeightGrid(bits, largest);
  }

  int radius() {
    return 1 << bits;
  }

  /** Returns the number of points. */
  BigInteger size() {
    return BigInteger.valueOf(2L * radius() + 1);
  }

  /** Returns the step between neighboring weights. */
  double step() {
    return largest / radius();
  }

  double weight(int point) {
    return point * step();
  }

  /**
   * Returns the nearest point, an end of the grid for what lies beyond, 0 for what is no number.
   */
  int nearest(double weight) {
    // Clamped rather than refused: an exception that a row can cause would be a release.
    return (int) Math.max(-radius(), Math.min(radius(), Math.round(weight / step())));
  }

  /** Returns the point at a place from 0, the lower end, to size - 1. */
  int at(BigInteger place) {
    return Math.toIntExact(place.longValueExact() - radius());
  }

  /** Returns the place of a point, counted from the lower end. */
  BigInteger place(long point) {
    return BigInteger.valueOf(point + radius());
  }
}
