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
 * @param part of the noise that is left
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

  /** As if it were a Gaussian sum, which is what such steps mostly come from. */
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
