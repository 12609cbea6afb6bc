// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.junit.jupiter.api.Test;

class GaussianBoundTest {

  /** The bound on the share of right guesses is where its tail is the false-alarm rate. */
  @Test
  void theBoundSolvesTheBinomialTail() {
    double mu = GaussianBound.mu(600, 400, 1_000, 0.05);
    double share = 0.5 * Erfc.value(-mu / 2 / Math.sqrt(2));

    assertThat(RegularizedBeta.value(share, 1_200, 801)).isCloseTo(0.05, within(1e-8));
  }

  /** The calibration of ε = 1 and δ = 1e-5 has μ = 1/3.73063163. */
  @Test
  void epsilonIsThatOfAGaussianSum() {
    double mu = 1 / 3.73063163;
    int runs = 100_000_000;
    int hits = (int) Math.round(runs * 0.5 * Erfc.value(-mu / 2 / Math.sqrt(2)));

    assertThat(new GaussianBound(1e-5).of(hits, runs - hits, runs, 0.05))
        .isCloseTo(1, within(0.002))
        .isLessThan(1);
  }

  @Test
  void chanceGivesNoBound() {
    assertThat(new GaussianBound(1e-5).of(500, 500, 1_000, 0.05)).isZero();
    assertThat(new GaussianBound(1e-5).of(0, 1_000, 1_000, 0.05)).isZero();
  }

  @Test
  void completeSeparationGivesALargeFiniteBound() {
    assertThat(new GaussianBound(1e-5).of(1_000, 0, 1_000, 0.05)).isBetween(20.0, 60.0);
  }

  /**
   * How often the bound is wrong for a Gaussian mechanism, summed over all outcomes of the two
   * binomials without drawing anything: the best threshold and a bad one.
   */
  @Test
  void theBoundIsWrongNoMoreOftenThanStated() {
    int runs = 60;
    double mu = 0.8;
    for (double threshold : new double[] {0.4, 1.5}) {
      double p = 0.5 * Erfc.value((threshold - mu) / Math.sqrt(2));
      double q = 0.5 * Erfc.value(threshold / Math.sqrt(2));
      double wrong = 0;
      for (int tp = 0; tp <= runs; tp++) {
        for (int fp = 0; fp <= runs; fp++) {
          wrong +=
              GaussianBound.mu(tp, fp, runs, 0.1) > mu ? mass(tp, runs, p) * mass(fp, runs, q) : 0;
        }
      }
      assertThat(wrong).isLessThanOrEqualTo(0.1);
      assertThat(wrong)
          .as("not silent at the best threshold")
          .isGreaterThan(threshold == 0.4 ? 0.04 : 0);
    }
  }

  private static double mass(int successes, int trials, double p) {
    double tail =
        successes == 0 ? 1 : RegularizedBeta.value(p, successes, trials - successes + 1.0);
    double next =
        successes == trials ? 0 : RegularizedBeta.value(p, successes + 1.0, trials - successes);
    return tail - next;
  }

  @Test
  void refusesAConfidenceForWhichTheProofDoesNotHold() {
    assertThatThrownBy(() -> GaussianBound.mu(5, 5, 10, 0.3))
        .hasMessage("falseAlarm must be at most 0.25, got 0.3");
  }
}
