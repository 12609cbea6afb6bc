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
import java.util.ArrayList;
import java.util.List;

/**
 * An event summed up by kind of step; all sums are rounded up.
 *
 * <p>Three facts let steps be summed, all for adaptive composition. μ-Gaussian DP adds in squares
 * (Dong, Roth and Su 2022). ρ-zCDP adds (Bun and Steinke 2016). ε of pure steps adds.
 *
 * @param gaussianMuSquared sum of 1/z² over Gaussian sums
 * @param discreteMuSquared sum of 1/z² over discrete Gaussian sums; half of it is their ρ
 * @param pureEpsilon sum of ε over pure steps
 * @param pureEpsilonSquared sum of ε² over pure steps; half of it is their ρ
 */
record Totals(
    double gaussianMuSquared,
    double discreteMuSquared,
    double pureEpsilon,
    double pureEpsilonSquared) {

  private static final Totals NOTHING = new Totals(0, 0, 0, 0);

  static Totals of(PrivacyEvent event) {
    if (event instanceof PrivacyEvent.GaussianSum sum) {
      return new Totals(inverseSquare(sum.noiseMultiplier()), 0, 0, 0);
    }
    if (event instanceof PrivacyEvent.DiscreteGaussianSum sum) {
      return new Totals(0, inverseSquare(sum.noiseMultiplier()), 0, 0);
    }
    if (event instanceof PrivacyEvent.Pure pure) {
      return new Totals(0, 0, pure.epsilon(), Up.multiply(pure.epsilon(), pure.epsilon()));
    }
    if (event instanceof PrivacyEvent.Repeated repeated) {
      return of(repeated.event()).times(repeated.times());
    }
    if (event instanceof PrivacyEvent.Composed composed) {
      Totals sum = NOTHING;
      for (PrivacyEvent part : composed.events()) {
        sum = sum.plus(of(part));
      }
      return sum;
    }
    throw new IllegalArgumentException("no price is known for " + event);
  }

  /** μ of the Gaussian sums, rounded up. */
  double gaussianMu() {
    return Up.sqrt(gaussianMuSquared);
  }

  Accountant best() {
    if (!(pureEpsilon < Double.POSITIVE_INFINITY)) {
      throw new DemiluneException(
          "the pure steps add up to more ε than can be counted: use a smaller ε or fewer steps");
    }
    boolean gaussian = gaussianMuSquared > 0;
    boolean discrete = discreteMuSquared > 0;
    boolean pure = pureEpsilon > 0;
    if (gaussian && !discrete && !pure) {
      return new GaussianAccountant(gaussianMu());
    }
    List<Accountant> valid = new ArrayList<>();
    if (pure) {
      Accountant rest = null;
      if (gaussian && !discrete) {
        rest = new GaussianAccountant(gaussianMu());
      } else if (discrete) {
        rest = new ConcentratedAccountant(rho(gaussianMuSquared, discreteMuSquared));
      }
      valid.add(
          rest == null
              ? new PureAccountant(pureEpsilon)
              : new BasicCompositionAccountant(pureEpsilon, rest));
    }
    double rho = rho(gaussianMuSquared, discreteMuSquared, pureEpsilonSquared);
    if (!pure || rho < ConcentratedAccountant.LARGEST_RHO) {
      valid.add(new ConcentratedAccountant(rho));
    }
    return TightestAccountant.of(valid);
  }

  private Totals plus(Totals other) {
    return new Totals(
        Up.add(gaussianMuSquared, other.gaussianMuSquared),
        Up.add(discreteMuSquared, other.discreteMuSquared),
        Up.add(pureEpsilon, other.pureEpsilon),
        Up.add(pureEpsilonSquared, other.pureEpsilonSquared));
  }

  private Totals times(long times) {
    double factor = Up.fromLong(times);
    return new Totals(
        Up.multiply(gaussianMuSquared, factor),
        Up.multiply(discreteMuSquared, factor),
        Up.multiply(pureEpsilon, factor),
        Up.multiply(pureEpsilonSquared, factor));
  }

  private static double rho(double... squares) {
    double sum = 0;
    for (double square : squares) {
      sum = Up.add(sum, square);
    }
    return Up.divide(sum, 2);
  }

  private static double inverseSquare(double noiseMultiplier) {
    double inverse = Up.divide(1, noiseMultiplier);
    return Up.multiply(inverse, inverse);
  }
}
