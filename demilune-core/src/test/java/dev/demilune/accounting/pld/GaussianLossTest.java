// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The losses of Gaussian sums against files computed with 120 and 150 digits. */
class GaussianLossTest {

  private static int below;

  /** Without its error many a value would be below the truth: the term is needed, not caution. */
  @AfterAll
  static void valuesAloneAreNoBounds() {
    assertThat(below).isGreaterThan(20);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "normal-pair.csv", numLinesToSkip = 1)
  void aPairOfNormalLawsIsWithinItsError(double mu, double y, BigDecimal truth) {
    Estimate estimate = NormalPair.above(mu, y, 0);

    assertCovers(estimate, truth);
    below += new BigDecimal(estimate.value()).compareTo(truth) < 0 ? 1 : 0;
    assertThat(estimate.error())
        .isLessThan(1e-10 * truth.doubleValue() + 10 * Double.MIN_NORMAL + 1e-300);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "sampled-gaussian.csv", numLinesToSkip = 1)
  void aSampledSumIsWithinItsError(
      String name, double mu, double rate, double t, BigDecimal truth) {
    LossLaw removed = new SampledLaw(new GaussianLaw(mu), rate);
    LossLaw law =
        switch (name) {
          case "removed" -> removed;
          case "added" -> new MirroredLaw(removed);
          default -> new ReplacedGaussianLaw(mu / 2, rate);
        };
    Estimate estimate = t >= 0 ? law.above(t) : law.below(t);

    assertCovers(estimate, truth);
    // Near the lowest loss of a sampled sum the inner threshold goes to minus infinity.
    boolean atTheEdge = Math.min(t - law.lowest(), law.highest() - t) < 1e-3 * rate;
    if (!atTheEdge) {
      assertThat(estimate.error()).isLessThan(1e-9 * truth.doubleValue() + 1e-300);
    }
    double difference = t >= 0 ? law.pAbove(t) - law.qAbove(t) : law.qUpTo(t) - law.pUpTo(t);
    double sum = t >= 0 ? law.pAbove(t) + law.qAbove(t) : law.qUpTo(t) + law.pUpTo(t);
    assertThat(Math.abs(difference - truth.doubleValue()))
        .isLessThanOrEqualTo(2 * (law.error(t) + 1e-15) * sum + 2 * estimate.error());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 20})
  void atRateOneSamplingChangesNothing(double mu) {
    LossLaw plain = new GaussianLaw(mu);
    LossLaw all = new SampledLaw(plain, 1);
    LossLaw replaced = new ReplacedGaussianLaw(mu / 2, 1); // N(m) against N(-m)
    for (double t : new double[] {0, 0.1 * mu, mu, 5 * mu}) {
      assertAgree(all.above(t), plain.above(t));
      assertAgree(replaced.above(t), plain.above(t));
      assertAgree(all.below(-t), plain.below(-t));
      assertAgree(new MirroredLaw(plain).above(t), plain.above(t));
    }
  }

  /** A replaced row is a removed and an added one, but at less than twice the sensitivity. */
  @Test
  void aReplacedRowCostsMoreThanARemovedOneAndLessThanTwice() {
    LossLaw removed = new SampledLaw(new GaussianLaw(1), 0.1);
    LossLaw replaced = new ReplacedGaussianLaw(1, 0.1);
    LossLaw twiceAsSensitive = new SampledLaw(new GaussianLaw(2), 0.1);
    for (double t : new double[] {0.01, 0.1, 0.5, 1}) {
      assertThat(replaced.above(t).lower()).isGreaterThan(removed.above(t).upper());
      assertThat(replaced.above(t).upper()).isLessThan(twiceAsSensitive.above(t).lower());
    }
  }

  /** Any two contributions of length at most m, in the plane: none above the law. */
  @Test
  void noTwoContributionsAreAboveTheReplacedLaw() {
    double m = 0.8;
    double rate = 0.3;
    LossLaw law = new ReplacedGaussianLaw(m, rate);
    double cell = 0.05;
    for (double alpha : new double[] {0.6, 0.9, 1, 1.1, 1.5, 3}) {
      double bound =
          alpha >= 1
              ? law.above(Math.log(alpha)).upper()
              : law.below(Math.log(alpha)).upper() + 1 - alpha;
      for (double radius : new double[] {0, m / 2, m}) {
        for (int k = 0; k <= 8; k++) {
          double angle = Math.PI * k / 8;
          double divergence = 0;
          for (double x = -6; x <= 6; x += cell) {
            for (double y = -6; y <= 6; y += cell) {
              double p = (1 - rate) * density(x, y) + rate * density(x - m, y);
              double q =
                  (1 - rate) * density(x, y)
                      + rate * density(x - radius * Math.cos(angle), y - radius * Math.sin(angle));
              divergence += Math.max(0, p - alpha * q) * cell * cell;
            }
          }
          assertThat(divergence).isLessThan(bound + 1e-4); // the sum's own error
          if (k == 8 && radius == m) {
            assertThat(divergence).isGreaterThan(bound - 1e-4);
          }
        }
      }
    }
  }

  private static double density(double x, double y) {
    return Math.exp(-(x * x + y * y) / 2) / (2 * Math.PI);
  }

  private static void assertAgree(Estimate one, Estimate other) {
    assertThat(Math.abs(one.value() - other.value()))
        .isLessThanOrEqualTo(one.error() + other.error());
  }

  private static void assertCovers(Estimate estimate, BigDecimal truth) {
    assertThat(new BigDecimal(estimate.upper())).isGreaterThanOrEqualTo(truth);
    assertThat(new BigDecimal(estimate.lower())).isLessThanOrEqualTo(truth);
  }
}
