// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.audit.ClopperPearson;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KolmogorovSmirnovTest {

  @Test
  void limitFollowsTheInequality() {
    assertThat(KolmogorovSmirnov.limit(50_000, 1e-6)).isCloseTo(0.012045, within(1e-6));
    // 2 exp(-2 n t²) at the limit is the false-alarm rate.
    double limit = KolmogorovSmirnov.limit(100, 0.05);
    assertThat(2 * Math.exp(-200 * limit * limit)).isCloseTo(0.05, within(1e-12));
  }

  @Test
  void distanceIsTakenOnBothSidesOfEveryStep() {
    assertThat(KolmogorovSmirnov.distance(new double[] {0.5}, x -> x)).isEqualTo(0.5);
    assertThat(KolmogorovSmirnov.distance(new double[] {0.9, 0.1}, x -> x))
        .isCloseTo(0.4, within(1e-15));
    assertThat(KolmogorovSmirnov.distance(new double[] {0.25, 0.75}, x -> x)).isEqualTo(0.25);
  }

  /** The rate of false alarms itself, at 5 %: wrong once in a million runs. */
  @Test
  void falseAlarmsAreAsRareAsStated() {
    Generator generator = Generator.of(Seeds.randomness("KolmogorovSmirnov"));
    double limit = KolmogorovSmirnov.limit(500, 0.05);
    int alarms = 0;
    for (int run = 0; run < 4000; run++) {
      double[] sample = new double[500];
      Arrays.setAll(sample, i -> generator.number(0, 1));
      if (KolmogorovSmirnov.distance(sample, x -> x) > limit) {
        alarms++;
      }
    }
    assertThat(ClopperPearson.lower(alarms, 4000, 1e-6)).as("alarms %d", alarms).isLessThan(0.05);
    // And it is not silent: the limit is nearly sharp, 3 % to 5 % of the samples exceed it.
    assertThat(ClopperPearson.upper(alarms, 4000, 1e-6))
        .as("alarms %d", alarms)
        .isGreaterThan(0.03);
  }

  @Test
  void aNanDoesNotPassUnseen() {
    assertThatThrownBy(() -> KolmogorovSmirnov.distance(new double[] {1}, x -> Double.NaN))
        .hasMessage("cdf must lie in [0, 1], got NaN");
    assertThatThrownBy(() -> KolmogorovSmirnov.limit(10, 0))
        .hasMessage("falseAlarm must lie in (0, 1), got 0.0");
    assertThatThrownBy(() -> KolmogorovSmirnov.distance(new double[0], x -> x))
        .hasMessage("sample size must be at least 1, got 0");
  }
}
