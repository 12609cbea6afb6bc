// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.rows.Batch;
import dev.demilune.rows.CenteredLengths;

/**
 * The number of rows that violate the margin, as one more coordinate of a step's sum: the test of
 * when to stop reads it.
 *
 * <p>A row that violates the margin adds its contribution, of length at most {@link #bound}, and
 * {@link #weight} in the coordinate that counts: a vector of length at most what a row may add to a
 * release, because bound² + weight² is at most its square. So the count costs no release of its
 * own; the noise of the sum is a little larger relative to the contributions. Whether to stop is
 * decided from what was released. All steps are charged, whether they are taken or not.
 *
 * @param bound of a row's contribution to the sum proper
 * @param weight of one row in the count; 0 if nothing is counted
 * @param stopBelow the share of rows below which there are few
 */
record MarginViolations(long bound, long weight, double stopBelow) {

  /** The count's part of a row's norm: 1/√(1 - 0.09) makes the sum's noise a twentieth larger. */
  private static final double PART = 0.3;

  /** Divides the norm that a row may contribute to a release between the sum and the count. */
  static MarginViolations within(long contribution, Descent descent) {
    if (!descent.stops()) {
      return new MarginViolations(contribution, 0, 0);
    }
    long weight = Math.max(1, (long) (PART * contribution));
    // Pythagoras in integers: bound² + weight² ≤ contribution². Cannot overflow: at most 2^58.
    long left = contribution * contribution - weight * weight;
    long root = CenteredLengths.ceilSqrt(left);
    // The root rounded down: errs on the safe side.
    return new MarginViolations(
        Math.max(1, root * root > left ? root - 1 : root), weight, descent.stopBelow());
  }

  long[] sum(CenteredSum sum, Batch batch, double[] weights, RowRule rule) {
    return weight == 0
        ? sum.over(batch, weights, rule)
        : sum.overCounting(batch, weights, rule, weight);
  }

  /** Returns whether a released count is below the share of the rows that a step takes. */
  boolean areFew(long[] released, double rows) {
    // Compared with the nominal number of rows; the true one is private.
    return weight > 0 && (double) released[released.length - 1] / weight < stopBelow * rows;
  }
}
