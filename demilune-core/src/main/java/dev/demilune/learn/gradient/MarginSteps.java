// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Shape;

/**
 * How many steps subgradient descent within the unit ball takes for a margin γ: 4/γ².
 *
 * <p>The average of T steps of size 1/√T is within 1/√T of the least mean hinge loss, for rows of
 * norm one and without noise. The loss of a misclassified row is at least the margin asked for, so
 * fewer than about 1/γ² steps promise nothing. Rows (±γ, √(1 - γ²)) need four times as many: most
 * of the first steps go into the direction that all rows share. Noise is no reason for fewer: with
 * full batches, T sums under one budget leave the same noise in the average for every T. Still more
 * steps gained little on some data and lost a little on others (docs/decisions/0028).
 */
final class MarginSteps {

  /** As many as one plan may have. */
  static final int MOST = 10_000_000;

  // Multiplications that take about an hour.
  private static final double MOST_WORK = 1e13;

  private MarginSteps() {}

  /** Returns 4/γ², or fewer where public numbers say that these would take hours. */
  static int of(double margin, Shape images) {
    double workPerStep =
        Math.max(1, images.rows())
            * (images.features() + 1.0)
            * Shape.outputs(images.classes()); // products in a step
    double affordable = Math.max(1, Math.min(MOST, MOST_WORK / workPerStep));
    return (int) Math.min(needed(margin), affordable);
  }

  /** Returns whether so many steps are what a margin needs. */
  static boolean suffice(int steps, double margin) {
    return steps >= needed(margin);
  }

  private static double needed(double margin) {
    return Math.ceil(4 / (margin * margin) * (1 - 1e-9)); // 0.1 makes 400, not 401
  }
}
