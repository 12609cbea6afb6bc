// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.mechanism.StepFunction;

/**
 * How many rows a halfspace gets right, as a function of its last weight when all others are given.
 *
 * <p><b>Claim.</b> The count is exact for every weight of the grid, and a row that is added,
 * removed or replaced moves it by at most one everywhere; if it is added, up only.
 *
 * <p><b>Proof.</b> With S the score of the other weights and a the row's last number, both
 * integers, a weight k puts the row on the positive side where {@code S + k·a > 0}: for positive a
 * from k = floor(-S/a) + 1 on, for negative a below k = ceiling(S/|a|), for a = 0 everywhere or
 * nowhere. So a row is right on a stretch of the grid that depends on that row only, and counts for
 * one there. ∎
 */
final class LastWeight {

  private LastWeight() {}

  /** Returns the count of all rows together, by place on the grid: private. */
  static StepFunction right(RowBlocks rows, int positive, WeightGrid grid, int[] weights) {
    StepFunction.Builder right = StepFunction.builder(grid.size());
    int last = weights.length - 1;
    for (int number = 0; number < rows.count(); number++) {
      RowBlocks.Part part = rows.part(number);
      for (int i = 0; i < part.size(); i++) {
        // One row, one stretch: its part of the count is 0 or 1, and depends on no other row.
        add(
            part.score(i, weights, last),
            part.value(i, last),
            part.labels()[i] == positive,
            grid,
            right);
      }
    }
    return right.build();
  }

  private static void add(
      long others, int number, boolean positive, WeightGrid grid, StepFunction.Builder right) {
    long lowest = -grid.radius();
    if (number == 0) { // the last weight does not matter to this row
      right.add(grid.place(lowest), (others > 0) == positive ? 1 : 0);
      return;
    }
    // The first weight whose side differs from that of weights far below: floor(-S/a) + 1, or
    // ceiling(S/|a|) = -floor(-S/|a|), which Math.floorDiv computes exactly.
    long turn = number > 0 ? Math.floorDiv(-others, number) + 1 : -Math.floorDiv(-others, -number);
    // Far below, k·a has the sign of -a: the row is on the positive side where a < 0.
    boolean rightBelow = (number < 0) == positive;
    if (rightBelow) {
      right.add(grid.place(lowest), 1);
    }
    // A turn below the grid counts from its start on, one above it not at all.
    right.add(grid.place(turn), rightBelow ? -1 : 1);
  }
}
