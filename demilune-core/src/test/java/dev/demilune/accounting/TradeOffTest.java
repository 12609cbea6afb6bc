// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.junit.jupiter.api.Test;

class TradeOffTest {

  private static final double[] RATES = {0, 1e-6, 1e-3, 0.01, 0.05, 0.1, 0.3, 0.5, 0.7, 0.99, 1};

  /** The trade-off of telling N(0, 1) from N(μ, 1) is Φ(Φ⁻¹(1 - x) - μ). */
  @Test
  void theGaussianCurveLiesBetweenTheEnds() {
    for (double multiplier : new double[] {0.3, 1, 4}) {
      TradeOff curve = Accountant.best(new GaussianSum(multiplier)).tradeOff(RATES);
      for (TradeOff.Point point : curve.points()) {
        double exact = gaussian(1 / multiplier, point.falsePositiveRate());
        assertThat(point.falseNegativeLower()).isLessThanOrEqualTo(exact + 1e-15);
        assertThat(point.falseNegativeUpper()).isGreaterThanOrEqualTo(exact - 1e-15);
        assertThat(point.falseNegativeUpper() - point.falseNegativeLower()).isLessThan(0.02);
        // And it has teeth: a tenth more noise is another curve.
        if (exact > 0.05 && exact < 0.9) {
          assertThat(gaussian(0.8 / multiplier, point.falsePositiveRate()))
              .isGreaterThan(point.falseNegativeUpper());
        }
      }
    }
  }

  @Test
  void aCoinOfTheWorstKindIsFoundExactly() {
    // Randomized response with ratio e: (x, f) goes through (1/(1+e), 1/(1+e)).
    PrivacyProfile profile =
        new PrivacyProfile(
            java.util.List.of(
                new PrivacyProfile.Point(0, Math.tanh(0.5), Math.tanh(0.5)),
                new PrivacyProfile.Point(1, 0, 0)));
    double corner = 1 / (1 + Math.E);

    TradeOff.Point point = TradeOff.of(profile, corner).points().get(0);

    assertThat(point.falseNegativeLower()).isBetween(corner - 2e-14, corner);
    assertThat(point.falseNegativeUpper()).isBetween(corner, corner + 1e-12);
  }

  @Test
  void profilesFallAndEndWhereNothingIsLeft() {
    PrivacyProfile profile = Accountant.best(new GaussianSum(2)).profile();

    assertThat(profile.points()).hasSize(101);
    assertThat(profile.points().get(100).deltaUpper()).isBetween(0.9e-12, 1.1e-12);
    for (int i = 1; i <= 100; i++) {
      assertThat(profile.points().get(i).deltaUpper())
          .isLessThan(profile.points().get(i - 1).deltaUpper());
      assertThat(profile.points().get(i).deltaLower())
          .isBetween(
              profile.points().get(i).deltaUpper() * (1 - 1e-7),
              profile.points().get(i).deltaUpper());
    }
  }

  @Test
  void wrongQuestionsAreRefused() {
    Accountant accountant = Accountant.best(new GaussianSum(2));

    assertThatThrownBy(() -> accountant.tradeOff(1.5))
        .hasMessage("false positive rate must be between 0 and 1, got 1.5");
    assertThatThrownBy(() -> accountant.profile(1, 0.5))
        .hasMessage("the epsilons of a profile must increase");
  }

  private static double gaussian(double mu, double rate) {
    if (rate == 0 || rate == 1) {
      return 1 - rate;
    }
    double threshold = InverseErfc.value(2 * rate) * Math.sqrt(2); // Φ⁻¹(1 - x)
    return 0.5 * Erfc.value((mu - threshold) / Math.sqrt(2));
  }
}
