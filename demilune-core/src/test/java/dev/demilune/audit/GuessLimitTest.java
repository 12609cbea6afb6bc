// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

class GuessLimitTest {

  private static double phi(double x) {
    return 0.5 * Erfc.value(-x / Math.sqrt(2));
  }

  @Test
  void gaussianGuessesAreShiftedQuantiles() {
    GuessLimit limit = new GuessLimit.Gaussian(0.3);
    assertThat(limit.leastWrong(phi(-1))).isCloseTo(phi(-1.3), within(1e-14));
    assertThat(limit.leastWrong(0)).isZero();
    // All guessed: the errors of both kinds are equal, Φ(-μ/2).
    assertThat(limit.mostRight(1)).isCloseTo(phi(0.15), within(1e-14));
    // A tenth on each side of the mean of the two Gaussians.
    double cut = 1.2;
    double right = 0.5 * (phi(0.15 - cut) + phi(0.15 - cut));
    double wrong = 0.5 * (phi(-0.15 - cut) + phi(-0.15 - cut));
    assertThat(limit.mostRight(right + wrong)).isCloseTo(right, within(1e-13));
  }

  @Test
  void pureGuessesHaveOneRatio() {
    GuessLimit limit = new GuessLimit.Approximate(Math.log(3), 0);
    assertThat(limit.leastWrong(0.3)).isCloseTo(0.1, within(1e-15));
    assertThat(limit.leastWrong(0.9)).isCloseTo(0.7, within(1e-15)); // 1 - 3(1 - 0.9)
    assertThat(limit.mostRight(0.4)).isCloseTo(0.3, within(1e-15));
    assertThat(limit.mostRight(1)).isCloseTo(0.75, within(1e-15));
  }

  @Test
  void deltaIsRightForNothing() {
    GuessLimit limit = new GuessLimit.Approximate(Math.log(3), 0.01);
    assertThat(limit.leastWrong(0.01)).isZero();
    assertThat(limit.leastWrong(0.31)).isCloseTo(0.1, within(1e-15));
    assertThat(limit.mostRight(0.41)).isCloseTo(0.31, within(1e-15));
  }
}
