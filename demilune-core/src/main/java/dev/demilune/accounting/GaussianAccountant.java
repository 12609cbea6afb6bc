// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Arguments;
import dev.demilune.accounting.numeric.Bisection;
import dev.demilune.accounting.numeric.Rounding;
import dev.demilune.accounting.pld.GaussianProfile;

/**
 * Exact Gaussian DP: a composition of Gaussian sums is one Gaussian sum, with its exact profile
 * ({@link GaussianProfile}).
 *
 * <p><b>Source.</b> Dong, Roth and Su, JRSS B 84 (2022), Corollary 2: adaptive compositions of
 * μᵢ-Gaussian DP steps are √(Σμᵢ²)-Gaussian DP.
 */
record GaussianAccountant(double mu) implements Accountant {

  GaussianAccountant {
    if (!(mu <= GaussianProfile.LARGEST_MU)) { // written so that NaN fails too
      throw new DemiluneException(
          "the Gaussian noise adds up to μ = "
              + mu
              + ", above "
              + GaussianProfile.LARGEST_MU
              + ", which protects nobody: use more noise or fewer releases");
    }
  }

  @Override
  public String name() {
    return "exact Gaussian DP";
  }

  @Override
  public double epsilon(double delta) {
    Arguments.delta(delta);
    if (delta == 0) {
      return Double.POSITIVE_INFINITY; // Gaussian noise is (ε, 0)-DP for no ε
    }
    // Passes at the upper end: there the profile is below every positive double.
    return Bisection.smallest(
        0, Double.MAX_VALUE, candidate -> GaussianProfile.delta(mu, candidate) <= delta);
  }

  @Override
  public double delta(double epsilon) {
    return GaussianProfile.delta(mu, Arguments.epsilon(epsilon));
  }

  @Override
  public Interval epsilonBetween(double delta) {
    double upper = epsilon(delta);
    if (delta == 0) {
      return Interval.of(upper, upper);
    }
    double trueMu = mu * Rounding.MILLION_DOWN; // μ is a sum that was rounded up
    if (!(GaussianProfile.lowerDelta(trueMu, 0) > delta)) { // even ε = 0 may meet δ
      return Interval.of(0, upper);
    }
    double lower =
        Bisection.largest(
            0, upper, candidate -> GaussianProfile.lowerDelta(trueMu, candidate) > delta);
    return Interval.of(Math.min(lower, upper), upper);
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    double upper = delta(epsilon);
    double lower = GaussianProfile.lowerDelta(mu * Rounding.MILLION_DOWN, epsilon);
    return Interval.of(Math.min(lower, upper), upper);
  }
}
