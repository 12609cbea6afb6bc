// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.mechanism.L2Laplace;
import dev.demilune.mechanism.NoisyIntegerSum;
import dev.demilune.mechanism.NoisySum;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.RoundedGaussian;

/** The noise of a vector and its privacy cost, for any sensitivity. */
public sealed interface VectorNoise {

  /** Returns the noise for an integer vector of this sensitivity (L2). */
  NoisySum forSensitivity(long sensitivity);

  /** Returns what one release with it is. */
  PrivacyEvent event();

  /** Returns whether it can be drawn for all sensitivities from a sixteenth of this one to it. */
  boolean canBeDrawn(double sensitivity);

  /** Gaussian, its standard deviation a multiple of the sensitivity. */
  record Gaussian(double noiseMultiplier) implements VectorNoise {
    @Override
    public NoisySum forSensitivity(long sensitivity) {
      // Exact, or refused: a square that wrapped around would be too small.
      return NoisyIntegerSum.of(Math.multiplyExact(sensitivity, sensitivity), noiseMultiplier);
    }

    @Override
    public PrivacyEvent event() {
      return new PrivacyEvent.GaussianSum(noiseMultiplier);
    }

    @Override
    public boolean canBeDrawn(double sensitivity) {
      // A little less than the sampler can do: σ is rounded up.
      return 1.001 * sensitivity * noiseMultiplier < RoundedGaussian.LARGEST_SIGMA;
    }
  }

  /** Of density proportional to exp(-ε|z|/Δ). */
  record Pure(double epsilon) implements VectorNoise {
    @Override
    public NoisySum forSensitivity(long sensitivity) {
      return L2Laplace.of(sensitivity, epsilon);
    }

    @Override
    public PrivacyEvent event() {
      return new PrivacyEvent.Pure(epsilon);
    }

    @Override
    public boolean canBeDrawn(double sensitivity) {
      return L2Laplace.canBeDrawn(sensitivity, epsilon)
          && L2Laplace.canBeDrawn(sensitivity / 16, epsilon);
    }
  }

  /**
   * Returns the noise of an integer matrix that meets a guarantee.
   *
   * @param sensitivity the sum of the lengths by which columns move, for a pure guarantee
   * @param squared the square of the length by which the matrix moves, for Gaussian noise
   * @throws DemiluneException if the noise cannot be drawn
   */
  static NoisySum ofMatrix(long sensitivity, long squared, int columns, Guarantee guarantee) {
    if (guarantee instanceof PureDp pure) {
      if (!L2Laplace.canBeDrawn((double) sensitivity, pure.epsilon())) {
        throw tooLarge(guarantee);
      }
      return new L2Laplace(sensitivity, pure.epsilon(), columns);
    }
    // Multiplier 1/μ, rounded up: errs on the safe side.
    NoisyIntegerSum noise =
        NoisyIntegerSum.of(squared, Rounding.NOISE_UP / GaussianCalibration.mu(guarantee));
    if (!(noise.noiseStandardDeviation() < RoundedGaussian.LARGEST_SIGMA)) {
      throw tooLarge(guarantee);
    }
    return noise;
  }

  /** Refuses a guarantee whose noise is too large, or too small, to be drawn. */
  static DemiluneException tooLarge(Guarantee guarantee) {
    return new DemiluneException(
        "the noise for "
            + guarantee.describe()
            + " is larger or smaller than can be drawn: use another ε or δ");
  }
}
