// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

/**
 * How weights move along a released pull, besides its step size.
 *
 * @param momentum of the heavy ball
 * @param regularization λ of a penalty λ|w|²/2 beside the mean loss; it pulls at the weights
 *     without looking at a row
 * @param radius after every step weights that are longer are shortened to it
 * @param stopBelow the share of rows violating the margin below which training stops, by a noisy
 *     count in every step; 0 to run all steps and count nothing
 */
record Descent(double momentum, double regularization, double radius, double stopBelow) {

  /** Moves along the pull alone. */
  static final Descent PLAIN = new Descent(0, 0, Double.POSITIVE_INFINITY, 0);

  static Descent withMomentum(double momentum) {
    return new Descent(momentum, 0, Double.POSITIVE_INFINITY, 0);
  }

  static Descent regularized(double regularization) {
    return new Descent(0, regularization, Double.POSITIVE_INFINITY, 0);
  }

  static Descent within(double radius) {
    return new Descent(0, 0, radius, 0);
  }

  static Descent stoppingBelow(double share) {
    return new Descent(0, 0, Double.POSITIVE_INFINITY, share);
  }

  boolean stops() {
    return stopBelow > 0;
  }
}
