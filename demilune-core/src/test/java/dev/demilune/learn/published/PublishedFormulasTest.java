// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

/** Values by hand, for n = 10,000, α = 0.1, β = 0.05, γ = 0.1, ε = 1, δ = 1e-6 if not said. */
class PublishedFormulasTest {

  /** ln(2/3.90625e-10) = 22.3564, and with η = 0.001: η²/4 - η³/6 = 2.49833e-7. */
  @Test
  void theProjectionOfNguyenUllmanZakynthinou() {
    double length = SingleRowDescent.failureOfLength(1e4, 0.1, 0.05);
    assertThat(length).isCloseTo(3.90625e-10, withinPercentage(1e-6));
    assertThat(SingleRowDescent.directions(0.1, length)).isEqualTo(89_485_338);
    // A distortion of a quarter of the margin would still need 1.5e5.
    assertThat(JohnsonLindenstrauss.directions(0.025, length)).isEqualTo(145_507);
    assertThat(JohnsonLindenstrauss.distortion(145_507, length)).isCloseTo(0.025, within(1e-6));
    assertThat(JohnsonLindenstrauss.distortion(10, length)).isInfinite();
  }

  /** k = ⌈ln 160⌉ = 6; √(32·24.8177·15.6072)·6 = 667.99; L = 11.628. */
  @Test
  void theNoiseOfNguyenUllmanZakynthinou() {
    assertThat(SingleRowDescent.runs(0.05)).isEqualTo(6);
    assertThat(SingleRowDescent.steps(1e4)).isEqualTo(1e8);
    double sigma = SingleRowDescent.noise(0.1, 1e4, 1.0 / 6, 1e-6 / 6);
    assertThat(sigma / (1e4 * SingleRowDescent.slope(0.1))).isCloseTo(667.99, within(0.01));
    assertThat(SingleRowDescent.largestLoss(0.1)).isCloseTo(12.744, within(1e-3));
  }

  /** By another program: n = 2.6595691e9 in 50 dimensions; one row less is not enough. */
  @Test
  void theRowsOfTheoremSix() {
    double rows = SingleRowDescent.rows(50, 0.1, 0.1, 0.05, 1, 1e-6).orElseThrow();
    assertThat(rows).isCloseTo(2.6595691e9, withinPercentage(1e-5));
    double slack = 0.1 * rows / 4;
    assertThat(SingleRowDescent.lossBound(rows, 50, 0.1, 0.05, 1, 1e-6)).isLessThan(slack);
    assertThat(SingleRowDescent.lossBound(0.999 * rows, 50, 0.1, 0.05, 1, 1e-6))
        .isGreaterThan(0.999 * slack);
    // Halving ε asks for about twice the rows; the runs and the choice have half of it each.
    assertThat(SingleRowDescent.rows(50, 0.1, 0.1, 0.05, 0.5, 1e-6).orElseThrow() / rows)
        .isBetween(2.0, 2.2);
  }

  /** (1 + 20/0.1)^50 = 10^115.16; max(8, 4)·(265.165 + 4.382)/0.1. */
  @Test
  void theNetAndTheRowsOfTheoremEleven() {
    assertThat(NetOfBall.logPrinted(50, 0.1) / Math.log(10)).isCloseTo(100, within(1e-9));
    double enough = NetOfBall.logEnough(50, 0.1);
    assertThat(enough / Math.log(10)).isCloseTo(115.16, within(0.01));
    assertThat(NetOfBall.rows(enough, 0.1, 0.05, 1, 2)).isEqualTo(21_564);
    assertThat(NetOfBall.rows(enough, 0.1, 0.05, 0.1, 2)).isEqualTo(107_819);
    assertThat(NetOfBall.rows(enough, 0.1, 0.05, 0.1, 1)).isEqualTo(53_910);
  }

  /** M = ⌈ln 40⌉ = 4; ε' = 1/(16·ln 8e6) = 1/254.32. */
  @Test
  void theBudgetOfBassilyMohriSuresh() {
    int runs = BootstrapErm.runs(0.05);
    assertThat(runs).isEqualTo(4);
    double epsilon = BootstrapErm.epsilonOfRun(1, 1e-6, runs);
    double delta = BootstrapErm.deltaOfRun(1e-6, runs);
    assertThat(epsilon).isCloseTo(0.00393207, within(1e-8));
    assertThat(delta).isCloseTo(3.93207e-15, within(1e-20));
    assertThat(BootstrapErm.noiseMultiplier(epsilon, delta)).isCloseTo(2929, within(1.0));
    // 10,000·12.206/(2.9957·51.35)
    assertThat(BootstrapErm.directions(1e4, 0.05, 1, 1e-6)).isEqualTo(794);
    assertThat(BootstrapErm.sensitivity(1e4, 10)).isCloseTo(0.0011, within(1e-12));
    assertThat(BootstrapErm.sensitivity(1e4, 0.5)).isCloseTo(0.0001, within(1e-12));
    assertThat(FourierErm.frequencies(1_000, 0.05)).isEqualTo(10_596_635);
    assertThat(MarginSelection.margins(1e4)).isEqualTo(7);
  }

  /** By another program. */
  @Test
  void theErrorsOfBassilyMohriSuresh() {
    assertThat(CoverChoice.error(1e4, 2, 0.5, 0.1, 1)).isCloseTo(0.01743218, within(1e-8));
    assertThat(BootstrapErm.error(1e9, 50, 0.1, 0.05, 1, 1e-6)).isCloseTo(0.03228679, within(1e-8));
    assertThat(BootstrapErm.error(1e9, 1e9, 0.1, 0.05, 1, 1e-6))
        .isCloseTo(201.26805, within(1e-4)); // projected to 1.54e8 directions
    assertThat(FourierErm.error(1e12, 0.1, 0.05, 1, 1e-6)).isCloseTo(16.042931, within(1e-5));
    assertThat(NetworkCoverChoice.error(1e5, 2, 2, 8, 0.25, 0.1, 1))
        .isCloseTo(0.05957540, within(1e-8));
    assertThat(MarginSelection.error(1e9, 50, 0.1, 0.05, 1, 1e-6))
        .isCloseTo(0.14662554, within(1e-8));
    assertThat(MarginSelection.error(99, 50, 0.1, 0.05, 1, 1e-6)).isInfinite();
    assertThat(TruncatedCover.error(1e9, 0.5, 0.05, 1)).isCloseTo(0.93077872, within(1e-8));
    assertThat(TruncatedCover.error(4_095, 0.5, 0.05, 1)).isInfinite();
  }

  /** More rows, a larger margin and a larger budget never make a bound worse. */
  @Test
  void boundsFallWithRowsMarginAndBudget() {
    for (double rows = 1e4; rows < 1e13; rows *= 10) {
      for (double margin : new double[] {0.05, 0.2}) {
        double error = BootstrapErm.error(rows, 50, margin, 0.05, 1, 1e-9);
        assertThat(BootstrapErm.error(2 * rows, 50, margin, 0.05, 1, 1e-9)).isLessThan(error);
        assertThat(BootstrapErm.error(rows, 50, 2 * margin, 0.05, 1, 1e-9)).isLessThan(error);
        assertThat(CoverChoice.error(2 * rows, 50, margin, 0.05, 1))
            .isLessThan(CoverChoice.error(rows, 50, margin, 0.05, 1));
        assertThat(CoverChoice.error(rows, 50, margin, 0.05, 2))
            .isLessThan(CoverChoice.error(rows, 50, margin, 0.05, 1));
        assertThat(NetworkCoverChoice.error(2 * rows, 50, 2, 8, margin, 0.05, 1))
            .isLessThan(NetworkCoverChoice.error(rows, 50, 2, 8, margin, 0.05, 1));
      }
    }
  }

  @Test
  void leastRowsAreTheLeast() {
    assertThat(LeastRows.from(n -> n >= 1_234_567)).hasValue(1_234_567);
    assertThat(LeastRows.from(n -> n >= 1.5)).hasValue(2);
    assertThat(LeastRows.from(n -> false)).isEmpty();
  }

  /** A halfspace of margin 0.2 as (w·x, -w·x)/√2 and (1, -1)/√2: a network of margin 0.1. */
  @Test
  void aHalfspaceIsANetwork() {
    assertThat(NetworkCoverChoice.marginOfHalfspace(0.2, 2)).isCloseTo(0.1, within(1e-15));
  }
}
