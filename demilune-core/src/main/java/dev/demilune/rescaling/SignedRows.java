// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

/**
 * Private rows, each turned so that a halfspace through the origin is right about it if it contains
 * it.
 *
 * <p>Implementations sum over all rows in exact integers, and what a row adds depends on that row
 * and on the arguments alone. Sums are private until noise is added.
 */
public interface SignedRows {

  /** Returns the number of coordinates of a row. */
  int dimension();

  /**
   * Returns the exact sum of a term over the images of all rows. A row whose image has no direction
   * (it is zero, or not finite) adds nothing.
   */
  long[] sum(Coordinates coordinates, RowTerm term);
}
