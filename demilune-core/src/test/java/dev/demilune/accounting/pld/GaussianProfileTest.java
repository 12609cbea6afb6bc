// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianProfileTest {

  /** The file was computed with 60 significant digits (400 for μ = 1e-150). */
  @ParameterizedTest
  @CsvFileSource(resources = "gaussian-profile.csv", numLinesToSkip = 1)
  void isAboveTheTruthAndCloseToIt(double mu, double epsilon, BigDecimal truth) {
    BigDecimal bound = new BigDecimal(GaussianProfile.delta(mu, epsilon));

    // The file holds 20 digits, rounded; the bound must clear the last of them too.
    assertThat(bound).isGreaterThanOrEqualTo(truth.min(BigDecimal.ONE));
    assertThat(bound.subtract(truth).doubleValue() / truth.doubleValue())
        .isLessThan(GaussianProfile.looseness(mu) / 2)
        .isLessThan(3e-8);
  }

  /** Without its error term the formula falls below the truth: the term is needed, not caution. */
  @Test
  void theErrorTermIsNeeded() throws IOException {
    int below = 0;
    for (String line : lines()) {
      String[] cells = line.split(",", -1);
      double mu = Double.parseDouble(cells[0]);
      double epsilon = Double.parseDouble(cells[1]);
      double a = (epsilon / mu - mu / 2) / Math.sqrt(2);
      double b = (epsilon / mu + mu / 2) / Math.sqrt(2);
      if (mu > GaussianProfile.SMALL_MU && a > 0) {
        double plain =
            0.5
                * Math.exp(-a * a)
                * (org.apache.commons.numbers.gamma.Erfcx.value(a)
                    - org.apache.commons.numbers.gamma.Erfcx.value(b));
        below += new BigDecimal(plain).compareTo(new BigDecimal(cells[2])) < 0 ? 1 : 0;
      }
    }
    assertThat(below).isGreaterThan(5);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 1, 6.829594983e-3",
    "1, 1, 0.1269367375",
    "1, 3, 1.537185369e-3",
    "2, 4, 8.495331867e-2",
    "0.2, 1, 1.754633e-8"
  })
  void agreesWithPublishedValues(double mu, double epsilon, double delta) {
    assertThat(GaussianProfile.delta(mu, epsilon)).isCloseTo(delta, within(delta * 1e-6 + 1e-14));
    assertThat(GaussianProfile.delta(mu, epsilon)).isCloseTo(delta, within(1e-10));
  }

  @Test
  void extremesStayBetweenZeroAndOne() {
    for (double mu : new double[] {Double.MIN_NORMAL, 1e-200, 1e-9, 1, 1e4}) {
      for (double epsilon : new double[] {0, Double.MIN_VALUE, 1e-12, 1, 1e300, Double.MAX_VALUE}) {
        assertThat(GaussianProfile.delta(mu, epsilon))
            .as("mu %s, epsilon %s", mu, epsilon)
            .isGreaterThan(0)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  private static List<String> lines() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                GaussianProfileTest.class.getResourceAsStream("gaussian-profile.csv"),
                StandardCharsets.UTF_8))) {
      return reader.lines().skip(1).toList();
    }
  }
}
