// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Shape;

/**
 * How many steps a margin γ takes: 4/γ² of subgradient descent within the unit ball, half as many
 * rounds of the batch perceptron.
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

  // Of the perceptron. Few are enough for most data, and margins below 1/70 get no more than most.
  private static final int LEAST_ROUNDS = 30;
  private static final double MOST_ROUNDS = 10_000;

  // Multiplications that take some seconds, and how many of them the noise of a weight is worth.
  private static final double SECONDS_OF_WORK = 1.4e10;
  private static final double WORK_OF_NOISE = 100;

  private MarginSteps() {}

  /**
   * Returns 2/γ² rounds for the batch perceptron, or fewer where these would take long. On rows
   * that are spread evenly in the plane 30 rounds do not turn it to a separating direction; on a9a
   * and USPS more make no difference (docs/decisions/0031). No margin, no rule.
   */
  static int ofPerceptron(double margin, Shape shape) {
    if (margin == 0 || shape.rows() == 0) {
      return LEAST_ROUNDS;
    }
    double weights = (shape.features() + 1.0) * Shape.outputs(shape.classes());
    double affordable = SECONDS_OF_WORK / ((shape.rows() + WORK_OF_NOISE) * weights);
    double most = Math.min(MOST_ROUNDS, affordable);
    double asked = Math.ceil(2 / (margin * margin) * (1 - 1e-9)); // 0.1 makes 200, not 201
    return (int) Math.max(LEAST_ROUNDS, Math.min(most, asked));
  }

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
