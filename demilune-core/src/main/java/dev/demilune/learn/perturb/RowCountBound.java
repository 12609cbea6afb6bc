// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.Optional;

/**
 * What may be known about the number of rows: an estimate, and how many there are at most.
 *
 * <p><b>Claim.</b> There are more rows than {@code most} with a probability below 1e-300, whatever
 * the table.
 *
 * <p><b>Proof.</b> Where the count is public, it is the bound. Otherwise {@code most} is the noisy
 * count plus a distance t + 1. Gaussian noise is below -t = -38σ with a probability of Φ(-38) &lt;
 * 1e-315, and Laplace noise of scale b (one entry, {@link L2Laplace}) below -t = -700b with one of
 * e^-700/2. ∎
 *
 * <p>Privacy does not depend on the bound. That the search for a minimizer ends does ({@link
 * CertifiedMinimum}).
 *
 * @param estimate declared, public or bought, and at least one
 * @param most the bound
 */
record RowCountBound(double estimate, long most) {

  private static final double DEVIATIONS = 38;
  private static final double SCALES = 700;

  /**
   * Returns what is public, or buys it.
   *
   * @param declared the expected number of rows, or 0 if none was declared
   * @param count the mechanism where the count is private; empty where it is public
   */
  static RowCountBound of(
      BoundedDataset data,
      long declared,
      Optional<? extends NoisySum> count,
      Randomness randomness) {
    if (count.isEmpty()) {
      long rows = data.publicSize();
      return new RowCountBound(Math.max(1, rows), rows);
    }
    long[] noisy = {data.privateSize()}; // private until the next line
    count.get().release(noisy, randomness.stream("row count"));
    double noise = count.get().noiseStandardDeviation(1);
    double far =
        count.get() instanceof L2Laplace laplace ? SCALES * laplace.scale() : DEVIATIONS * noise;
    // One more than the proof's distance, for the rounding of the noise to integers.
    double most = Math.ceil(noisy[0] + far + 1);
    return new RowCountBound(
        // Below its own noise the count says nothing; the noise's size is then the safer guess.
        declared > 0 ? declared : Math.max((double) noisy[0], Math.max(1, noise)),
        (long) Math.max(0, Math.min(most, Schema.MOST_ROWS)));
  }
}
