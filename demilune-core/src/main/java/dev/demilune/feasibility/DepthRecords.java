// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

/**
 * The depths that a search has found, shared by its threads. What is recorded in the end does not
 * depend on the order of the offers.
 */
interface DepthRecords {

  /**
   * Returns a depth that points with a coordinate in this range must exceed to be new. It grows as
   * the search goes on.
   */
  int known(double from, double to);

  /** Whether the coordinate of a row's threshold counts at all. */
  boolean isWithin(Flat flat, int row);

  /**
   * Offers the depths at those thresholds of a line whose doubles lie in the range, or at most
   * {@link Quotients#MARGIN} steps beyond it.
   */
  void offer(Flat line, LineSweep sweep, double from, double to);

  /** Offers a depth that is reached where the coordinate is the threshold of a row. */
  void offer(int depth, Flat flat, int row);
}
