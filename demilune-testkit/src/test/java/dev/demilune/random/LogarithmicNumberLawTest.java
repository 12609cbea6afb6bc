// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every statistical assertion: one false alarm in a million runs. */
class LogarithmicNumberLawTest {

  private static final double FALSE_ALARM = 1e-6;
  private static final int DRAWS = 30_000;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("LogarithmicNumberLawTest");

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.1, 0.02})
  void hasItsLaw(double gamma) {
    assertThat(pValue(gamma, gamma)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    // And a γ smaller by a third would be seen.
    assertThat(pValue(0.67 * gamma, gamma)).as("seed %d", seed).isLessThan(FALSE_ALARM);
  }

  private double pValue(double drawn, double claimed) {
    LogarithmicNumber law = LogarithmicNumber.of(drawn);
    int cells = 6;
    long[] counts = new long[cells];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) Math.min(law.sample(randomness), cells) - 1]++;
    }
    double[] probabilities = new double[cells];
    double rest = 1;
    for (int k = 1; k < cells; k++) {
      probabilities[k - 1] = Math.pow(1 - claimed, k) / (k * -Math.log(claimed));
      rest -= probabilities[k - 1];
    }
    probabilities[cells - 1] = rest;
    return ChiSquare.pValue(counts, probabilities);
  }

  @Test
  void findsTheLawOfAMean() {
    for (double mean : new double[] {1.01, 2, 6, 40, 1000}) {
      assertThat(LogarithmicNumber.ofMean(mean).mean()).isCloseTo(mean, within(1e-6 * mean));
    }
    assertThatThrownBy(() -> LogarithmicNumber.ofMean(1))
        .hasMessage("mean must be above 1 and at most 1000, got 1.0");
    assertThatThrownBy(() -> LogarithmicNumber.of(0))
        .hasMessage("gamma must be from 1e-6 to below 1, got 0.0");
  }
}
