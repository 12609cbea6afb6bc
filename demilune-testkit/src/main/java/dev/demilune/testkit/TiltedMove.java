// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.learn.perturb.TiltedMinimum;

/**
 * How far apart two neighbors are for the minimum of a tilted objective.
 *
 * <p>What is frozen is the minimum w, and not the linear term b: at w the slope of the objective is
 * -b, so each table has a b of its own that makes w its minimum, and the two differ by as much as
 * the slopes at w do. That difference is what the law of b has to hide. The search then runs again,
 * with the neighbor's b, and what it leaves between w and the point found shows in the release
 * behind it, which has a sensitivity of its own.
 */
final class TiltedMove {

  /** For the rounding of slopes, which are sums of doubles. */
  private static final double ROUNDING = 1e-9;

  private TiltedMove() {}

  /**
   * Returns what the neighbor's search finds where its ideal minimum is the one that was frozen.
   */
  static double[] minimum(Release earlier, TiltedMinimum.Objective neighbor) {
    double[] tilt = neighbor.slope((double[]) earlier.output());
    for (int j = 0; j < tilt.length; j++) {
      tilt[j] = -tilt[j];
    }
    return neighbor.minimum(tilt);
  }

  static Move of(TiltedMinimum mechanism, Release one, Release other) {
    double[] minimum = (double[]) one.output();
    double[] slope = ((TiltedMinimum.Objective) one.held()).slope(minimum);
    double[] neighbors = ((TiltedMinimum.Objective) other.held()).slope(minimum);
    double squares = 0;
    for (int j = 0; j < slope.length; j++) {
      squares += (slope[j] - neighbors[j]) * (slope[j] - neighbors[j]);
    }
    double moved = Math.sqrt(squares);
    return new Move(
        moved / mechanism.slopeMoved(),
        moved <= mechanism.slopeMoved() * (1 + ROUNDING),
        "a slope of length " + moved);
  }
}
