// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ChiSquareTest {

  @Test
  void survivalIsThatOfTheTables() {
    assertThat(ChiSquare.survival(3.841458820694124, 1)).isCloseTo(0.05, within(1e-12));
    assertThat(ChiSquare.survival(18.307038053275146, 10)).isCloseTo(0.05, within(1e-12));
    assertThat(ChiSquare.survival(10, 2)).isCloseTo(Math.exp(-5), within(1e-15));
  }

  @Test
  void pValueOfACountedCoin() {
    // 60 heads of 100: the statistic is 4.
    double p = ChiSquare.pValue(new long[] {60, 40}, new double[] {0.5, 0.5});
    assertThat(p).isCloseTo(2 * NormalLaw.survival(2), within(1e-12));
  }

  /**
   * P-values of the right law are uniform, up to the draws being counts: once in a million runs.
   */
  @Test
  void pValuesOfTheRightLawAreUniform() {
    Generator generator = Generator.of(Seeds.randomness("ChiSquare"));
    double[] probabilities = {0.1, 0.2, 0.3, 0.4};
    double[] pValues = new double[2000];
    for (int run = 0; run < pValues.length; run++) {
      pValues[run] = ChiSquare.pValue(counts(generator, 4000), probabilities);
    }
    double limit = KolmogorovSmirnov.limit(pValues.length, 1e-6);
    assertThat(KolmogorovSmirnov.distance(pValues, p -> p)).isLessThan(limit);
  }

  @Test
  void aWrongLawIsSeen() {
    Generator generator = Generator.of(Seeds.randomness("ChiSquare"));
    double[] wrong = {0.11, 0.2, 0.3, 0.39};
    assertThat(ChiSquare.pValue(counts(generator, 100_000), wrong)).isLessThan(1e-6);
  }

  @Test
  void refusesWhatItCannotJudge() {
    assertThatThrownBy(() -> ChiSquare.pValue(new long[] {1, 99}, new double[] {0.01, 0.99}))
        .hasMessage("cell 0 must expect at least 25.0 draws, got 1.0");
    assertThatThrownBy(() -> ChiSquare.pValue(new long[] {50, 50}, new double[] {0.5, 0.4}))
        .hasMessage("probabilities must sum to 1, got 0.9");
    assertThatThrownBy(() -> ChiSquare.pValue(new long[] {50}, new double[] {1}))
        .hasMessage("cells must be at least 2 and as many as probabilities, got 1 and 1");
  }

  private static long[] counts(Generator generator, int draws) {
    long[] counts = new long[4];
    for (int i = 0; i < draws; i++) {
      int tenth = generator.integer(0, 9);
      counts[tenth < 1 ? 0 : tenth < 3 ? 1 : tenth < 6 ? 2 : 3]++;
    }
    return counts;
  }
}
