// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.learn.Shape;
import dev.demilune.learn.published.BootstrapErm;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import java.util.Optional;

/**
 * What phased descent releases, fixed before any row is seen: a row count if none is known, and one
 * Gaussian for all phases, because every row is in one phase only, or because {@link PhasedDescent}
 * counts all places of a row in a sample.
 *
 * @param mu μ of Gaussian DP that the phases have
 * @param copies the most places of a row in a sample with replacement; 0 for every row once
 */
record PhasedPlan(double mu, int copies, Optional<NoisyIntegerSum> count) {

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
    requireNoise(left, guarantee);
    return new PhasedPlan(
        left,
        /* copies= */ 0,
        bought
            ? Optional.of(NoisyIntegerSum.of(1, Rounding.NOISE_UP / (mu * Math.sqrt(COUNT_SHARE))))
            : Optional.empty());
  }

  /**
   * Returns the plan for one of several runs on samples with replacement, as published: private for
   * ε' and δ' in each of the places that a row has in its sample. A row of more places than {@link
   * BootstrapErm#copies}, which the paper leaves to δ, is left out of the others here; so a run is
   * private in the row as a Gaussian sum of copies times the μ of ε' and δ'. For a large ε that is
   * more than a run may cost, and the noise is that of its share.
   *
   * @param onRun what one run may cost
   */
  static PhasedPlan onSample(ApproximateDp target, int runs, Guarantee onRun) {
    int copies = BootstrapErm.copies(target.delta(), runs);
    ApproximateDp ofPlace =
        ApproximateDp.of(
            BootstrapErm.epsilonOfRun(target.epsilon(), target.delta(), runs),
            BootstrapErm.deltaOfRun(target.delta(), runs));
    double mu =
        Math.min(copies * GaussianCalibration.mu(ofPlace), GaussianCalibration.mu(onRun))
            / Rounding.NOISE_UP;
    requireNoise(mu, target);
    return new PhasedPlan(mu, copies, Optional.empty());
  }

  private static void requireNoise(double mu, Guarantee guarantee) {
    if (!(1 / mu < MOST_NOISE)) { // written so that NaN fails too
      throw new DemiluneException(
          "the noise for "
              + guarantee.describe()
              + " is larger than can be drawn: use a larger ε or δ");
    }
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
