// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.embed.SignProjection;
import dev.demilune.privacy.ApproximateDp;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The arithmetic behind faults of the margin papers that no code here can have. */
class PaperErrataTest {

  /** max(0, 0.96γ - t)/(0.86γ) for a score t of the unit ball, as one row is replaced. */
  @Test
  void theLossOfOneRowIsFarAboveOne() {
    double gamma = 0.1;
    double most = (0.96 * gamma + 1) / (0.86 * gamma); // t = -1
    double least = Math.max(0, 0.96 * gamma - 1) / (0.86 * gamma); // t = 1
    assertThat(most - least).isCloseTo(12.74, within(0.01));
  }

  /** Norms within η with probability 1 - p take ln(2/p)/(η²/4 - η³/6) signs of Achlioptas. */
  private static double directions(double eta, double probability) {
    return Math.log(2 / probability) / (eta * eta / 4 - eta * eta * eta / 6);
  }

  @Test
  void normsKeptToAHundredthOfTheMarginTakeMillionsOfDirections() {
    double rows = 10_000;
    double probability = 0.1 * 0.05 * 0.05 / (64 * rows);
    assertThat(directions(0.1 / 100, probability)).isBetween(8.8e7, 9e7);
    assertThat(directions(0.1 / 4, probability)).isGreaterThan(1.4e5); // and four times as coarse
    assertThat(directions(1e-3, 0.5) / (Math.log(4) / 0.01)).isCloseTo(40_000, within(100.0));
  }

  /** Of 10^6 rows some are distorted where the projection is made for a single one. */
  @Test
  void aProjectionForOneRowIsNotOneForAll() {
    double alpha = 0.1;
    double beta = 0.05;
    double eta = 0.01;
    double rows = 1e6;
    double exponent = eta * eta / 4 - eta * eta * eta / 6;
    double forOne = directions(eta, alpha * beta);
    double forAll = directions(eta, alpha * beta / rows);
    assertThat(rows * 2 * Math.exp(-forOne * exponent)).isGreaterThan(1_000);
    assertThat(rows * 2 * Math.exp(-forAll * exponent)).isLessThan(beta);
  }

  /** One step reads one of n rows; n² of them are composed, k runs share ε and δ. */
  @Test
  void theStepsHaveThirteenTimesTheNoiseTheyNeed() {
    double n = 10_000;
    double k = Math.ceil(Math.log(8 / 0.05));
    assertThat(k).isEqualTo(6);
    double epsilon = 1 / k;
    double delta = 1e-6 / k;
    double relative = Math.sqrt(32 * Math.log(n / delta) * Math.log(1 / delta)) / epsilon;
    assertThat(relative).isCloseTo(668, within(1.0)); // times the longest gradient n·L
    // A replaced row moves a sampled gradient by 2nL: n² steps at rate 1/n are about as private as
    // a Gaussian of sensitivity μ = (1/n)·√(n²)·√(exp(4/relative²) - 1) (central limit theorem).
    double mu = Math.sqrt(Math.expm1(4 / (relative * relative)));
    assertThat(mu).isCloseTo(0.0030, within(1e-4));
    double allowed = GaussianCalibration.mu(ApproximateDp.of(epsilon, delta));
    assertThat(allowed / mu).isBetween(12.0, 15.0);
  }

  /** max(0, 1 - t/ρ) over scores t from -Λr to Λr. */
  @Test
  void theHingeLossOfOneRowGrowsAsTheMarginShrinks() {
    double last = 0;
    for (double rho : new double[] {2, 1, 0.5, 0.1, 0.01}) {
      double range = (1 + 1 / rho) - Math.max(0, 1 - 1 / rho); // Λr = 1
      assertThat(range).isCloseTo(Math.min(2 / rho, 1 + 1 / rho), within(1e-9));
      assertThat(range).isGreaterThan(last); // falls, and does not grow, in ρ
      last = range;
    }
    assertThat(last).isCloseTo(101, within(1e-9)); // and not Λr = 1
  }

  @Test
  void aProjectionLengthensAboutHalfOfAllVectors() {
    SignProjection projection = SignProjection.of(200, 20, 1);
    Random random = new Random(1);
    double[] image = new double[20];
    int longer = 0;
    for (int i = 0; i < 400; i++) {
      double[] vector = random.doubles(200, -1, 1).toArray();
      projection.project(vector, image);
      longer += squares(image) > squares(vector) ? 1 : 0;
    }
    assertThat(longer).isBetween(140, 260); // six standard deviations from 200, and a bias
  }

  private static double squares(double[] vector) {
    double sum = 0;
    for (double number : vector) {
      sum += number * number;
    }
    return sum;
  }

  @Test
  void theKernelsProofAsksForMillionsOfFrequencies() {
    double m = 1_000;
    assertThat(m * m * Math.log(2 * m / 0.05)).isCloseTo(1.06e7, within(1e5));
  }

  /** ε' = ε/(4M ln(2M/δ)) and δ' = δ²/(4M ln(2M/δ)), M = ln(2/β) rounded up. */
  @Test
  void drawingWithReplacementCostsAlmostTheWholeBudget() {
    double delta = 1e-6;
    double runs = Math.ceil(Math.log(2 / 0.05));
    assertThat(runs).isEqualTo(4);
    double divisor = 4 * runs * Math.log(2 * runs / delta);
    assertThat(divisor).isCloseTo(254.3, within(0.1));
    double each = GaussianCalibration.mu(ApproximateDp.of(1 / divisor, delta * delta / divisor));
    double whole = GaussianCalibration.mu(ApproximateDp.of(1, delta));
    assertThat(whole / each).isCloseTo(390, within(5.0));
  }
}
