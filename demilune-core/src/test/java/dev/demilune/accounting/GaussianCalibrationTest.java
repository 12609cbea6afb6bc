// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianCalibrationTest {

  @ParameterizedTest
  @CsvSource({
    "0.1, 1e-6, 36.30469043",
    "0.5, 1e-5, 7.03182668",
    "1, 1e-5, 3.73063163",
    "1, 1e-6, 4.22467889",
    "2, 1e-5, 1.99381245",
    "4, 1e-6, 1.19351859",
    "8, 1e-5, 0.60022907"
  })
  void findsThePublishedNoise(double epsilon, double delta, double sigma) {
    double multiplier = GaussianCalibration.noiseMultiplier(ApproximateDp.of(epsilon, delta), 1);

    assertThat(multiplier).isCloseTo(sigma, within(1e-8));
    assertThat(GaussianCalibration.mu(ApproximateDp.of(epsilon, delta)))
        .isCloseTo(1 / sigma, within(1e-8));
  }

  /** Fixed seed; what is claimed holds always, so there is no false alarm. */
  @Test
  void theAccountantNeverChargesMoreThanWasCalibratedFor() {
    Randomness randomness = Randomness.reproducible(11);
    for (int i = 0; i < 500; i++) {
      double epsilon = Math.exp(uniform(randomness) * 14 - 9);
      double delta = Math.exp(-uniform(randomness) * 60 - 1);
      long releases = 1 + randomness.nextBits(16);
      ApproximateDp guarantee = ApproximateDp.of(epsilon, delta);

      double multiplier = GaussianCalibration.noiseMultiplier(guarantee, releases);
      double price =
          Accountant.best(new Repeated(new GaussianSum(multiplier), releases)).epsilon(delta);
      double cheaper =
          Accountant.best(new Repeated(new GaussianSum(multiplier * (1 - 1e-6)), releases))
              .epsilon(delta);

      assertThat(price).as("%s", guarantee).isLessThanOrEqualTo(epsilon);
      assertThat(cheaper).as("%s: noise 1e-6 smaller", guarantee).isGreaterThan(epsilon);
    }
  }

  /** A learner may list its steps in another order than the calibration did. */
  @Test
  void theOrderOfStepsDoesNotMakeThemTooExpensive() {
    ApproximateDp guarantee = ApproximateDp.of(0.3, 1e-5);
    double multiplier = GaussianCalibration.noiseMultiplier(guarantee, 97);
    double price = Accountant.best(new Repeated(new GaussianSum(multiplier), 97)).epsilon(1e-5);
    PrivacyEvent oneByOne =
        new Composed(java.util.Collections.nCopies(97, new GaussianSum(multiplier)));

    assertThat(price).isLessThanOrEqualTo(0.3);
    assertThat(Accountant.best(oneByOne).epsilon(1e-5))
        .isLessThanOrEqualTo(0.3)
        .isCloseTo(price, within(1e-12));
  }

  @Test
  void extremesWork() {
    for (double epsilon : new double[] {1e-12, 1e-6, 1, 1e6, 1e300}) {
      for (double delta : new double[] {1e-30, 1e-6, 0.5}) {
        double mu = GaussianCalibration.mu(ApproximateDp.of(epsilon, delta));
        assertThat(mu).as("%s, %s", epsilon, delta).isPositive().isLessThanOrEqualTo(1e4);
        assertThat(new GaussianAccountant(mu).delta(epsilon)).isLessThanOrEqualTo(delta);
      }
    }
    assertThat(GaussianCalibration.mu(ApproximateDp.of(1e300, 1e-6))).isEqualTo(1e4);
  }

  @Test
  void aPureGuaranteeIsRefusedWithAWayOut() {
    assertThatThrownBy(() -> GaussianCalibration.noiseMultiplier(PureDp.of(1), 10))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "Gaussian noise cannot meet the pure guarantee ε = 1: give a delta above 0 (for example"
                + " 1e-6), or choose a learner that `demilune learners` lists as pure");
  }

  private static double uniform(Randomness randomness) {
    return randomness.nextBits(53) * 0x1p-53;
  }
}
