// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.rows.Batch;
import java.util.Optional;
import java.util.function.Function;

/**
 * Everything a gradient learner learns from the rows: their number, their mean, and one sum per
 * step.
 *
 * <p>Learners see rows only through this interface, so what they release can be counted here.
 * {@link NoisyReleases} is the private form; {@link ExactReleases} has the noise off.
 */
public interface GradientReleases {

  /** Returns the number of rows to divide by: declared, public or bought, and at least one. */
  double rows();

  /** Returns the center on the grid, the origin if the learner does not center. */
  int[] centre();

  /** Returns the bound on one row's contribution to a step's sum. */
  long contribution();

  /** Returns how many rows a step's sum is divided by: those it is expected to take. */
  double rowsPerStep();

  /**
   * Returns by what a row's coefficients are multiplied, for every class: at most one ({@link
   * dev.demilune.learn.calibrate.ClassWeights}). None where all rows count alike.
   */
  default Optional<double[]> factors() {
    return Optional.empty();
  }

  /**
   * Returns one step's sum, fit to be seen.
   *
   * @param sum the exact sum over a batch of rows
   */
  long[] release(int step, Function<Batch, long[]> sum);
}
