// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

/**
 * How long the steps of noisy descent are, from the noise.
 *
 * <p>T steps of size r leave noise of standard deviation about rT/(μn) in the score of a unit row,
 * whatever the dimension. The share says how much of the margin, which is one, that may be.
 */
final class StepSize {

  // A larger step overshoots: the pull of a unit row has length one, and the margin is one.
  // More classes share the pull, so they take a longer step.
  private static final double LARGEST_FOR_TWO_CLASSES = 25;
  private static final double LARGEST_PER_CLASS = 15;

  // Fewer than this and the weights cannot reach the margin at all, noise or not.
  private static final double SHORTEST_PATH = 20;

  private StepSize() {}

  /**
   * @param signal μn, infinity without noise
   */
  static double of(double share, double signal, int steps, int classes) {
    // All steps together may go this far before their noise exceeds its share of the margin.
    double path = Math.max(share * signal, SHORTEST_PATH);
    double largest = classes == 2 ? LARGEST_FOR_TWO_CLASSES : LARGEST_PER_CLASS * classes;
    return Math.min(path / steps, largest);
  }
}
