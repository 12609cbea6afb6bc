// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;

/**
 * A window for the sum of tilted losses, and how much mass can be outside it.
 *
 * <p><b>Claim.</b> The upper law has at most {@code upperAbove} above {@code high}, at most {@code
 * upperBelow} below {@code low}, and the lower law at most {@code lowerOutside} outside both.
 *
 * <p><b>Proof.</b> Chernoff: the mass at or above x is at most e^(-θx) times the mean of e^(θ sum),
 * for every θ &gt; 0; with θ &lt; 0 the mass at or below x. ∎
 */
record TailBounds(
    double low, double high, double upperAbove, double upperBelow, double lowerOutside) {

  /** For sums that all lie inside the window. */
  static final TailBounds NOTHING = new TailBounds(0, 0, 0, 0, 0);

  /** In standard deviations; the best one is √(2 · bound's logarithm) for normal laws. */
  private static final double[] THETAS = {0.5, 1, 1.6, 2.4, 3.4, 4.6, 6.2, 9.5};

  static TailBounds of(TiltedSteps steps, double deviation, double logarithmOfMass) {
    double high = Double.POSITIVE_INFINITY;
    double low = Double.NEGATIVE_INFINITY;
    double bestUp = 0;
    double bestDown = 0;
    for (double theta : THETAS) {
      double up = theta / deviation; // every θ gives a valid end; the nearest one is taken
      // Chernoff, solved for x
      double candidate = (steps.logarithmAt(up, true) - logarithmOfMass) / up;
      if (candidate < high) {
        high = candidate;
        bestUp = up;
      }
      // a negative divisor turns the bound around
      candidate = (steps.logarithmAt(-up, true) - logarithmOfMass) / -up;
      if (candidate > low) {
        low = candidate;
        bestDown = -up;
      }
    }
    // on each side, by the choice of the ends
    double upper = Math.exp(logarithmOfMass) * Rounding.SUM_UP;
    double lower =
        Math.exp(steps.logarithmAt(bestUp, false) - bestUp * high)
            + Math.exp(steps.logarithmAt(bestDown, false) - bestDown * low);
    // Written so that NaN becomes the trivial bound: the tilt is normalized for the upper law,
    // so the lower one may have any mass.
    double outside = lower <= 1 ? lower * Rounding.SUM_UP : Double.POSITIVE_INFINITY;
    return new TailBounds(low, high, upper, upper, outside);
  }
}
