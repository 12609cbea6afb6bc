// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.Guarantee;
import java.util.Optional;

/**
 * What phased descent releases, fixed before any row is seen: a row count if none is known, and one
 * Gaussian for all phases, because every row is in one phase only.
 *
 * @param mu μ of Gaussian DP that the phases have
 */
record PhasedPlan(double mu, Optional<NoisyIntegerSum> count) {

  private static final double COUNT_SHARE = 0.01;

  // Noise is drawn on a grid that resolves the sensitivity; larger noise would leave the sampler's
  // range.
  private static final double MOST_NOISE = 1e5;

  /**
   * @throws DemiluneException if Gaussian noise cannot meet the guarantee or cannot be drawn
   */
  static PhasedPlan of(Shape shape, Guarantee guarantee) {
    double mu = GaussianCalibration.mu(guarantee);
    boolean bought = shape.rows() == 0 && !shape.adjacency().rowCountIsPublic();
    // Rounded down: this μ and the count's, squared and added, stay within the guarantee's.
    double left = mu * Math.sqrt(bought ? 1 - COUNT_SHARE : 1) / Rounding.NOISE_UP;
    if (!(1 / left < MOST_NOISE)) { // written so that NaN fails too
      throw new DemiluneException(
          "the noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
    return new PhasedPlan(
        left,
        bought
            ? Optional.of(NoisyIntegerSum.of(1, Rounding.NOISE_UP / (mu * Math.sqrt(COUNT_SHARE))))
            : Optional.empty());
  }

  double multiplier() {
    return 1 / mu;
  }

  PrivacyEvent event() {
    PrivacyEvent phases = new PrivacyEvent.GaussianSum(multiplier());
    return count
        .<PrivacyEvent>map(bought -> PrivacyEvent.Composed.of(bought.event(), phases))
        .orElse(phases);
  }
}
