// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FadingHingeTest {

  private static final MathContext DIGITS = new MathContext(60);

  /** 1 - (1 + a(1 - t)/4)^-4 for t below 1, from the decimals that the doubles are. */
  static BigDecimal exactPull(double sharpness, BigDecimal score) {
    BigDecimal missing = BigDecimal.ONE.subtract(score);
    if (missing.signum() <= 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal base =
        missing
            .multiply(new BigDecimal(sharpness))
            .multiply(new BigDecimal("0.25"))
            .add(BigDecimal.ONE);
    return BigDecimal.ONE.subtract(BigDecimal.ONE.divide(base.pow(4, DIGITS), DIGITS));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.7, 3, 30})
  void thePullIsAsExactAsClaimed(double sharpness) {
    FadingHinge loss = new FadingHinge(sharpness);
    SplittableRandom random = new SplittableRandom(3);
    double worst = 0;
    for (int i = 0; i < 20_000; i++) {
      double score = 1 - Math.pow(10, random.nextDouble(-9, 5));
      BigDecimal exact = exactPull(sharpness, new BigDecimal(score));
      double error = new BigDecimal(loss.pull(score)).subtract(exact).abs().doubleValue();
      worst = Math.max(worst, error * 0x1p53);
    }
    assertThat(worst).isLessThanOrEqualTo(FadingHinge.PULL_ULPS).isGreaterThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.7, 3, 30})
  void theCurvatureIsTheSlopeOfThePullAndFadesWithIt(double sharpness) {
    FadingHinge loss = new FadingHinge(sharpness);
    for (double score = -20; score < 1; score += 0.013) {
      double slope = (loss.pull(score - 1e-5) - loss.pull(score + 1e-5)) / 2e-5;
      double curvature = loss.curvature(score);

      assertThat(curvature).isBetween(slope - 1e-3 * sharpness, slope + 1e-3 * sharpness);
      assertThat(curvature).isLessThanOrEqualTo(sharpness * (1 - loss.pull(score)) * (1 + 1e-9));
      assertThat(loss.pull(score)).isBetween(0.0, 1.0);
    }
  }

  @Test
  void nothingPullsFromTheMarginOn() {
    FadingHinge loss = new FadingHinge(5);
    for (double score : new double[] {1, 1.5, 1e300, Double.POSITIVE_INFINITY}) {
      assertThat(loss.pull(score)).isZero();
      assertThat(loss.curvature(score)).isZero();
    }
  }
}
