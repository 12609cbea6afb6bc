// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.internal.Check;
import java.io.Serializable;

/**
 * A hinge loss of margin one, rounded off so that it has a curvature, and made of divisions only.
 *
 * <p>Where the signed score t falls short of the margin by m = 1 - t &gt; 0, the loss pulls with
 * strength c = -f'(t) = 1 - (1 + am/4)^-4, and not at all from the margin on; a is the sharpness.
 * So 0 ≤ c &lt; 1, the loss is convex, f(0) ≤ 1, and its curvature is
 *
 * <pre>
 *   f''(t) = a (1 + am/4)^-5 ≤ a (1 + am/4)^-4 = a (1 - c):
 * </pre>
 *
 * <p>it fades as the pull comes to its full strength, which is what {@link ObjectivePerturbation}
 * needs. (The hinge smoothed by a parabola has curvature up to the point where the pull is full.)
 *
 * <p><b>Claim.</b> The computed pull is within 20u of the true one at the given score, u = 2^-53.
 *
 * <p><b>Proof.</b> m rounds once, am/4 once more (a quarter is exact), 1 + am/4 once more: a sum of
 * positive terms, so its relative error is at most 3u. Two squarings make that 4·3u + 3u, the
 * division 16u, and the quotient is at most 1; the last subtraction adds u. 17u, and terms of
 * second order. ∎
 *
 * @param sharpness a, the largest curvature
 */
record FadingHinge(double sharpness) implements Serializable {

  /** Bound on the error of {@link #pull}, in units of 2^-53. */
  static final int PULL_ULPS = 20;

  // Close to a plain hinge. A loss much sharper than its penalty would take a search that depends
  // on the rows very long.
  private static final double LARGEST = 10;
  private static final double LARGEST_PER_REGULARIZATION = 100;

  FadingHinge {
    Check.positive("sharpness", sharpness);
  }

  /** Returns the loss that is as sharp as a penalty λ|w|²/2 beside it allows. */
  static FadingHinge forPenalty(double regularization) {
    return new FadingHinge(Math.min(LARGEST, LARGEST_PER_REGULARIZATION * regularization));
  }

  /** Returns c, how strongly a row of this signed score pulls. */
  double pull(double score) {
    double missing = 1 - score;
    if (!(missing > 0)) { // written so that NaN pulls nothing
      return 0;
    }
    double square = square(missing);
    // An overflow to infinity gives the limit, 1. Divisions only: the same bits everywhere.
    return 1 - 1 / (square * square);
  }

  /** Returns f'', at most the sharpness. */
  double curvature(double score) {
    double missing = 1 - score;
    if (!(missing > 0)) {
      return 0;
    }
    double square = square(missing);
    return sharpness / (square * square * (1 + 0.25 * (sharpness * missing)));
  }

  private double square(double missing) {
    double base = 1 + 0.25 * (sharpness * missing);
    return base * base;
  }
}
