// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

/**
 * How far the candidates of a round of refinement lie from the winner of the round before: public
 * numbers, fixed beforehand.
 *
 * <p>The best of N random directions in k dimensions has a squared cosine of about g = 2 ln N/k
 * with a target. Let the winner so far have the squared cosine q. Turned by the angle of tangent
 * √(g(1 - q)/q) toward the best of N random directions orthogonal to it, it gets to q + g(1 - q).
 * What rounds really reach is less, since the score is not the cosine and the choice is private; so
 * some candidates of every round are nearer and some are further than that.
 */
final class Refinement {

  // Parts of the angle; chosen on other draws of data than those of the benchmarks.
  private static final double[] PARTS = {1, 0.5};

  // Caps q, so that angles stop shrinking near the target.
  private static final double MOST_OF_TARGET = 0.97;

  private Refinement() {}

  /** The angles at which the candidates of a round lie, by turns; for rounds from the second on. */
  static double[] angles(int dimension, long candidates, int round) {
    // StrictMath: public draws must be the same on every machine.
    double gain = Math.min(0.9, 2 * StrictMath.log((double) candidates) / dimension);
    double reached = gain;
    for (int before = 2; before < round; before++) {
      reached += gain * (1 - reached); // q of the round before, by the recursion above
    }
    reached = Math.min(MOST_OF_TARGET, reached);
    double angle = StrictMath.atan(Math.sqrt(gain * (1 - reached) / reached));
    double[] angles = new double[PARTS.length];
    for (int i = 0; i < angles.length; i++) {
      angles[i] = angle * PARTS[i];
    }
    return angles;
  }
}
