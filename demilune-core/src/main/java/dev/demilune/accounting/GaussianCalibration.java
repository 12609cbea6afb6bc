/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Check;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.GaussianDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.privacy.ZeroConcentratedDp;

/**
 * How much Gaussian noise meets a guarantee: the inverse of the exact Gaussian accountant.
 *
 * <p>μ is rounded down and noise up, and every answer has been priced by the accountant that will
 * price the fit, so a calibrated event never costs more than what it was calibrated for.
 */
public final class GaussianCalibration {

  private GaussianCalibration() {}

  /** Returns the largest μ whose profile meets (ε, δ), rounded down; at most 10,000. */
  public static double mu(ApproximateDp guarantee) {
    double epsilon = guarantee.epsilon();
    double delta = guarantee.delta();
    double smallest = Double.MIN_NORMAL;
    if (GaussianProfile.delta(smallest, epsilon) > delta) {
      throw new DemiluneException(
          "no Gaussian noise that can be drawn meets "
              + guarantee.describe()
              + ": use a larger ε or δ");
    }
    return Bisection.largest(
        smallest,
        GaussianProfile.LARGEST_MU,
        candidate -> GaussianProfile.delta(candidate, epsilon) <= delta);
  }

  /**
   * Returns the largest μ of Gaussian DP that meets the guarantee, rounded down.
   *
   * @throws DemiluneException for a pure guarantee, which Gaussian noise cannot meet
   */
  public static double mu(Guarantee guarantee) {
    if (guarantee instanceof ApproximateDp approximate) {
      return mu(approximate);
    }
    if (guarantee instanceof GaussianDp gaussian) {
      return Math.min(gaussian.mu(), GaussianProfile.LARGEST_MU);
    }
    if (guarantee instanceof ZeroConcentratedDp concentrated) {
      // ρ = μ²/2; two doubles down from the nearest root is below the true one.
      double mu = Math.nextDown(Math.nextDown(Math.sqrt(2 * concentrated.rho())));
      return Math.min(mu, GaussianProfile.LARGEST_MU);
    }
    PureDp pure = (PureDp) guarantee;
    throw new DemiluneException(
        "Gaussian noise cannot meet the pure guarantee "
            + pure.describe()
            + ": give a delta above 0 (for example 1e-6), or choose a learner that `demilune"
            + " learners` lists as pure");
  }

  /**
   * Returns the smallest noise multiplier, rounded up, with which a number of equal Gaussian
   * releases together meet the guarantee.
   */
  public static double noiseMultiplier(Guarantee guarantee, long releases) {
    Check.between("releases", releases, 1, Long.MAX_VALUE);
    double mu = mu(guarantee);
    double candidate = Up.divide(Up.sqrt(Up.fromLong(releases)), mu);
    // The accountant rounds up as well; a few doubles more make it agree.
    while (muOf(candidate, releases) > mu) {
      candidate = Math.nextUp(candidate);
    }
    return candidate;
  }

  /**
   * Returns one noise multiplier for each share: releases with these multipliers together meet the
   * guarantee, and each uses up its share of μ² (shares need not add up to 1).
   */
  public static double[] noiseMultipliers(Guarantee guarantee, double... shares) {
    double mu = mu(guarantee);
    double whole = 0;
    for (double share : shares) {
      whole += Check.positive("share", share);
    }
    double[] multipliers = new double[shares.length];
    for (double slack = 1; ; slack += 0x1p-50) { // ends after a few turns: errors are a few ulps
      double muSquared = 0;
      for (int i = 0; i < shares.length; i++) {
        multipliers[i] = slack * Math.sqrt(whole / shares[i]) / mu;
        muSquared =
            Up.add(
                muSquared,
                Totals.of(new PrivacyEvent.GaussianSum(multipliers[i])).gaussianMuSquared());
      }
      if (Up.sqrt(muSquared) <= mu) {
        return multipliers;
      }
    }
  }

  private static double muOf(double noiseMultiplier, long releases) {
    return Totals.of(
            new PrivacyEvent.Repeated(new PrivacyEvent.GaussianSum(noiseMultiplier), releases))
        .gaussianMu();
  }
}
