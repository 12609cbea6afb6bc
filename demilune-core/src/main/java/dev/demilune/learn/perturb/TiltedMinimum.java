// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import java.util.function.Function;

/**
 * The minimum of an objective to which a random linear term b was added, as one private output.
 *
 * <p>That the ideal minimum is (ε, δ)-DP is proved where the law of b is chosen, {@link
 * ObjectivePerturbation}, for neighbors that move the slope of the objective at every point by at
 * most {@code slopeMoved}. What a search leaves between the ideal minimum and the point that it
 * found is not hidden by b: it needs noise of its own.
 *
 * @param slopeMoved the most by which a neighbor moves the slope at any point (L2)
 */
public record TiltedMinimum(double epsilon, double delta, double slopeMoved) {

  public TiltedMinimum {
    Check.positive("epsilon", epsilon);
    Check.notNegative("delta", delta);
    Check.positive("slopeMoved", slopeMoved);
  }

  /** An objective without its linear term: private. */
  public interface Objective {

    /** Returns the slope at a point. */
    double[] slope(double[] weights);

    /** Returns a point near the minimum of the objective with this linear term. */
    double[] minimum(double[] tilt);
  }

  /** Draws a linear term and returns a point near the minimum. */
  public double[] release(
      Objective objective, Function<Randomness, double[]> tilt, Randomness randomness) {
    return randomness.release(this, () -> objective, own -> objective.minimum(tilt.apply(own)));
  }

  /** Returns the privacy event of one ideal minimum. */
  public PrivacyEvent event() {
    return delta == 0
        ? new PrivacyEvent.Pure(epsilon)
        : new PrivacyEvent.Approximate(epsilon, delta);
  }
}
