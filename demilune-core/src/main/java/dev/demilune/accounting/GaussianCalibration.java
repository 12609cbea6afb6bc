// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Bisection;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.accounting.pld.GaussianProfile;
import dev.demilune.internal.Check;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;

/**
 * How much Gaussian noise meets a guarantee: the inverse of the exact Gaussian accountant.
 *
 * <p>μ is rounded down and noise up, with room for the roundings of the accountant. So a calibrated
 * event never costs more than its guarantee.
 */
public final class GaussianCalibration {

  private GaussianCalibration() {}

  /** Returns the largest μ whose profile meets (ε, δ), rounded down; at most 10,000. */
  public static double mu(ApproximateDp guarantee) {
    double epsilon = guarantee.epsilon();
    double delta = guarantee.delta();
    double smallest = Double.MIN_NORMAL; // the smallest normal μ: the most noise considered
    if (!meets(smallest, epsilon, delta)) {
      throw new DemiluneException(
          "no Gaussian noise that can be drawn meets "
              + guarantee.describe()
              + ": use a larger ε or δ");
    }
    return Bisection.largest(smallest, GaussianProfile.LARGEST_MU, mu -> meets(mu, epsilon, delta));
  }

  /**
   * Whether the accountant's ε of every μ' ≤ μ is at most this ε. The profile it uses is above the
   * true one by at most {@link GaussianProfile#looseness}, which a rounding or two elsewhere must
   * not turn into a refusal; so that much of δ is left. (True profile and looseness times true
   * profile both increase with μ, and the true one decreases with ε: hence all smaller μ, and all
   * larger ε, pass the accountant's test if this one does.)
   */
  private static boolean meets(double mu, double epsilon, double delta) {
    return GaussianProfile.delta(mu, epsilon) * (1 + GaussianProfile.looseness(mu)) <= delta;
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
    throw new DemiluneException(
        "Gaussian noise cannot meet the pure guarantee "
            + guarantee.describe()
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
    // z = √n/μ, with room for the roundings of the accountant that adds up n·(1/z)².
    return RoundUp.multiply(
        Rounding.CALIBRATION_UP, RoundUp.divide(RoundUp.sqrt(RoundUp.fromLong(releases)), mu));
  }
}
