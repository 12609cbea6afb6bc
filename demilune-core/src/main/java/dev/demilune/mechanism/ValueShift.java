// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.privacy.Adjacency;

/** How a neighboring table may move the values of a function, each by at most one. */
public enum ValueShift {
  /** Some values up and others down, as when a row is replaced. */
  EITHER_WAY(2),
  /** All of them up, or all of them down: counts of rows, when a row is added or removed. */
  ONE_WAY(1);

  private final int range;

  ValueShift(int range) {
    this.range = range;
  }

  /** Returns the most by which a neighbor can move one value more than another. */
  public int range() {
    return range;
  }

  /** Returns how a neighbor moves counts of rows, or maxima and minima of such counts. */
  public static ValueShift ofCounts(Adjacency adjacency) {
    return adjacency.addsOrRemoves() ? ONE_WAY : EITHER_WAY;
  }
}
