// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

/** Rows of the plane, in integers, as one halfspace sees them: private. */
@FunctionalInterface
interface PlaneRows {

  /** Hears of one row. */
  @FunctionalInterface
  interface Visitor {

    /**
     * Called once for every row.
     *
     * @param positive whether the row belongs on the positive side
     */
    void row(long x, long y, boolean positive);
  }

  /** Goes through all rows, in no particular order. */
  void forEach(Visitor visitor);
}
