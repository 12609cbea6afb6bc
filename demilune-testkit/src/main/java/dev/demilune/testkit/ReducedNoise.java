// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.ApproximateDp;

/**
 * The event in which every release has only a part of its noise.
 *
 * @param part the fraction of the noise that remains
 */
record ReducedNoise(double part) implements EventMap {

  @Override
  public PrivacyEvent release(PrivacyEvent release) {
    throw new AssertionError("no part of the noise is known for " + release);
  }

  @Override
  public PrivacyEvent gaussianSum(PrivacyEvent.GaussianSum sum) {
    return new PrivacyEvent.GaussianSum(sum.noiseMultiplier() * part);
  }

  @Override
  public PrivacyEvent discreteGaussianSum(PrivacyEvent.DiscreteGaussianSum sum) {
    return new PrivacyEvent.DiscreteGaussianSum(sum.noiseMultiplier() * part);
  }

  @Override
  public PrivacyEvent exponentialChoice(PrivacyEvent.ExponentialChoice choice) {
    return new PrivacyEvent.ExponentialChoice(choice.epsilon() / part);
  }

  @Override
  public PrivacyEvent pure(PrivacyEvent.Pure pure) {
    return new PrivacyEvent.Pure(pure.epsilon() / part);
  }

  /** Treats the step as a Gaussian sum, from which most such steps come. */
  @Override
  public PrivacyEvent approximate(PrivacyEvent.Approximate approximate) {
    double noise =
        GaussianCalibration.noiseMultiplier(
            ApproximateDp.of(approximate.epsilon(), approximate.delta()), 1);
    double epsilon =
        Accountant.best(new PrivacyEvent.GaussianSum(noise * part)).epsilon(approximate.delta());
    return new PrivacyEvent.Approximate(epsilon, approximate.delta());
  }
}
