// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.learn.Progress;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import java.util.Optional;
import java.util.function.Function;

/**
 * Descent on a logistic loss of linear scores, with clipped contributions: for learners that make
 * their own rows and buy other things beside the steps.
 *
 * <p>A row k with constant c has the score (w·k + w₀c)/L for a public length L, whatever its own
 * length, and pulls at the weights by a clipped coefficient times (k, c)/max(L, |(k, c)|). So what
 * is minimized is a convex function of linear scores, in which long rows count less, and {@link
 * CenteredSum} bounds what one row contributes.
 *
 * <p><b>Claim.</b> All steps together are what {@link ReleasePlan#event} of their plan says.
 *
 * <p><b>Proof.</b> Steps 3 of {@link NoisyReleases}: each sum has the sensitivity of the plan's
 * mechanism, whatever the weights, which depend on earlier releases only; no step is released
 * twice, and none that is not planned. ∎
 *
 * @param plan of the steps
 * @param randomness of the noise; none for exact sums, with which nothing may be called private
 * @param rows to divide by: declared, public or bought
 */
public record ClippedDescent(ReleasePlan plan, Optional<Randomness> randomness, double rows) {

  /**
   * Returns the average of the last weights, feature-major, one column per output; the last line
   * belongs to the constant. Two classes have one output, the score of the second.
   *
   * @param constant c in grid units
   * @param length L in grid units, at least c
   * @param stepSize how far the mean contribution of a row moves the weights
   */
  public double[] weights(
      BoundedDataset data,
      int constant,
      long length,
      double stepSize,
      double momentum,
      Progress progress) {
    RowRule rule =
        data.classes() == 2 ? Loss.SOFTMAX.binary(/* margin= */ 1) : Loss.clippedSoftmax();
    return new LinearTraining(
            data, new Steps(data.features()), plan.schedule(), Descent.withMomentum(momentum))
        .clippedWeights(constant, length, stepSize, rule, progress);
  }

  /** Returns the number of steps. */
  public int steps() {
    return plan.schedule().steps();
  }

  /** Returns what the weights after a step, counted from one, contribute to the average. */
  public double share(int step) {
    return plan.schedule().share(step);
  }

  /**
   * Returns the standard deviation of a step's noise in the mean contribution of a row, of length
   * at most one.
   */
  public double deviation(int step) {
    return randomness.isEmpty()
        ? 0
        : plan.mechanism(step).noiseStandardDeviation() / (rows * plan.contribution());
  }

  /** The releases of the steps. */
  private final class Steps implements GradientReleases {
    private final int features;
    private int released;

    Steps(int features) {
      this.features = features;
    }

    @Override
    public double rows() {
      return rows;
    }

    @Override
    public int[] centre() {
      return new int[features]; // rows come centered
    }

    @Override
    public long contribution() {
      return plan.contribution();
    }

    @Override
    public double rowsPerStep() {
      return rows;
    }

    @Override
    public long[] release(int step, Function<Batch, long[]> sum) {
      if (step != released + 1 || step > steps()) {
        throw new IllegalStateException("step " + step + " of " + steps() + " is not due");
      }
      released = step; // before the sum: a step that fails cannot be repeated
      long[] sums = sum.apply(Batch.ALL);
      // The noise is added in place, so the exact sum never leaves this method.
      randomness.ifPresent(
          noise -> plan.mechanism(step).release(sums, noise.stream("step " + step)));
      return sums;
    }
  }
}
