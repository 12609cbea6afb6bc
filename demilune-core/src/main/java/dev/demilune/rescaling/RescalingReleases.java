// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import dev.demilune.random.Randomness;

/**
 * Adds noise to the sums of a rescaling perceptron.
 *
 * <p><b>Claim.</b> All releases together are what {@link RescalingPlan#event} says, for the plan's
 * adjacency.
 *
 * <p><b>Proof.</b> (1) One row adds a vector of norm at most the bound of {@link MomentTerm} to a
 * second moment, and of norm at most the radius of {@link PullTerm} to a sum of rows, whatever the
 * coordinates, weights and thresholds are, and whatever floating point made of the row's image:
 * both bounds are checked in integers. (2) What the other rows add does not depend on that row:
 * {@link SignedRows} gives a term one row and public values. So a neighbor moves a sum by at most
 * the bound times {@link dev.demilune.privacy.Adjacency#contributionsChanged}, the sensitivity in
 * the plan's mechanisms. (3) Coordinates, weights, thresholds and the number of rows that steps are
 * divided by are functions of earlier releases and of public numbers, so that the releases compose
 * adaptively. (4) How many there are is fixed by the plan, and no more can be made. Each has a
 * stream of its own. ∎
 *
 * <p><b>Source.</b> Dong, Roth and Su (2022) for the composition of Gaussian mechanisms.
 */
public final class RescalingReleases {

  private final RescalingPlan plan;
  private final Randomness randomness; // null for exact sums
  private int moments;
  private int pulls;

  private RescalingReleases(RescalingPlan plan, Randomness randomness) {
    this.plan = plan;
    this.randomness = randomness;
  }

  /** Returns releases with the planned noise. */
  public static RescalingReleases noisy(RescalingPlan plan, Randomness randomness) {
    return new RescalingReleases(plan, randomness);
  }

  /**
   * Returns the noise off: nothing made with it may be called private. The plan still decides the
   * grids, and below which eigenvalue nothing is stretched.
   */
  public static RescalingReleases exact(RescalingPlan plan) {
    return new RescalingReleases(plan, null);
  }

  RescalingPlan plan() {
    return plan;
  }

  /** Releases the second moment of rows that violate a margin, in units of rows. */
  double[][] moment(SignedRows rows, Coordinates coordinates, double[] weights, double threshold) {
    moments = next(moments, plan.schedule().moments());
    // Exact and private until the noise is added, in place.
    long[] sums =
        rows.sum(coordinates, new MomentTerm(weights.clone(), threshold, plan.momentRadius()));
    if (randomness != null) {
      plan.moment().release(sums, randomness.stream("moment " + moments));
    }
    return MomentTerm.matrix(sums, rows.dimension(), plan.momentRadius());
  }

  /** Releases the sum of rows that violate a margin, in units of rows. */
  double[] pull(SignedRows rows, Coordinates coordinates, double[] weights, double threshold) {
    pulls = next(pulls, plan.schedule().pulls());
    long[] sums =
        rows.sum(coordinates, new PullTerm(weights.clone(), threshold, plan.pullRadius()));
    if (randomness != null) {
      plan.pull().release(sums, randomness.stream("pull " + pulls));
    }
    double[] pull = new double[sums.length];
    for (int j = 0; j < pull.length; j++) {
      pull[j] = (double) sums[j] / plan.pullRadius();
    }
    return pull;
  }

  /** Counted before the sum: what fails cannot be repeated with the same noise. */
  private static int next(int done, int planned) {
    if (done >= planned) {
      throw new IllegalStateException("all " + planned + " releases of this kind were made");
    }
    return done + 1;
  }
}
