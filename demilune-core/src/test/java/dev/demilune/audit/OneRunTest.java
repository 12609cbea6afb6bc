// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OneRunTest {

  /** Values of the authors' own program. */
  @ParameterizedTest
  @CsvSource({
    "1000, 100, 90, 0, 1.630823",
    "1000, 100, 90, 1e-5, 1.626143",
    "1000, 1000, 600, 1e-5, 0.297227",
    "1000, 100, 100, 1e-6, 3.490216",
    "10000, 200, 190, 1e-5, 2.352564",
    "1000, 50, 25, 0, 0"
  })
  void theBoundIsThePublishedOne(
      int canaries, int guesses, int right, double delta, double epsilon) {
    assertThat(new OneRun(canaries, guesses, right).lowerBound(delta, 0.05))
        .isCloseTo(epsilon, within(2e-6));
  }

  @Test
  void withoutDeltaThePValueIsATailOfTheBinomial() {
    // Two of three right at ε = 0: (3 + 1)/8.
    assertThat(new OneRun(10, 3, 2).pValue(0, 0)).isCloseTo(0.5, within(1e-12));
    // All of three right where each is right with probability 3/4.
    assertThat(new OneRun(10, 3, 3).pValue(Math.log(3), 0)).isCloseTo(27.0 / 64, within(1e-12));
    // δ adds 2mδ times the steepest mean of masses below: 27/64 here (two right), of 27, 36 and 37.
    assertThat(new OneRun(10, 3, 3).pValue(Math.log(3), 1e-3))
        .isCloseTo(27.0 / 64 + 0.02 * 27 / 64, within(1e-12));
  }

  @Test
  void nothingRightSaysNothing() {
    assertThat(new OneRun(10, 3, 0).pValue(0.1, 0)).isEqualTo(1);
    assertThat(new OneRun(10, 3, 0).lowerBound(1e-5, 0.05)).isZero();
  }

  @Test
  void refusesImpossibleCounts() {
    assertThatThrownBy(() -> new OneRun(10, 11, 3))
        .hasMessage("guesses must be between 1 and 10, got 11");
    assertThatThrownBy(() -> new OneRun(10, 5, 6))
        .hasMessage("right must be between 0 and 5, got 6");
  }

  /** Tails that independent coins have under the claim are never refuted, whatever their number. */
  @Test
  void aTrueTradeOffIsNotRefuted() {
    for (double mu : new double[] {0.1, 0.5, 2}) {
      GuessLimit claim = new GuessLimit.Gaussian(mu);
      for (int canaries : new int[] {1, 7, 100}) {
        for (int right = 1; right <= canaries; right++) {
          OneRun run = new OneRun(canaries, canaries, right);
          double tail = RegularizedBeta.value(claim.mostRight(1), right, canaries - right + 1.0);
          assertThat(run.refutes(claim, tail)).as("%s, μ = %s", run, mu).isFalse();
        }
      }
    }
  }

  /** Largest μ that is refuted, computed independently with another program. */
  @Test
  void aFalseTradeOffIsRefuted() {
    assertRefutedUpTo(0.14092, new OneRun(2_000, 200, 130), 0.05);
    assertRefutedUpTo(0.28316, new OneRun(100, 100, 75), 0.01);
  }

  private static void assertRefutedUpTo(double mu, OneRun run, double falseAlarm) {
    assertThat(run.refutes(new GuessLimit.Gaussian(mu - 1e-4), falseAlarm)).isTrue();
    assertThat(run.refutes(new GuessLimit.Gaussian(mu + 1e-4), falseAlarm)).isFalse();
  }
}
