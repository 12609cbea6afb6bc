// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClopperPearsonTest {

  @Test
  void boundsWithoutOrWithOnlySuccessesHaveAClosedForm() {
    assertThat(ClopperPearson.lower(0, 100, 0.05)).isZero();
    assertThat(ClopperPearson.upper(0, 100, 0.05))
        .isCloseTo(1 - Math.pow(0.05, 0.01), within(1e-12));
    assertThat(ClopperPearson.upper(100, 100, 0.05)).isEqualTo(1);
    assertThat(ClopperPearson.lower(100, 100, 0.05)).isCloseTo(Math.pow(0.05, 0.01), within(1e-12));
  }

  @Test
  void boundsAreThoseOfTheTables() {
    // The two-sided 95 % interval of 10 successes in 100 trials.
    assertThat(ClopperPearson.lower(10, 100, 0.025)).isCloseTo(0.0490047, within(1e-6));
    assertThat(ClopperPearson.upper(10, 100, 0.025)).isCloseTo(0.1762226, within(1e-6));
  }

  /** The coverage summed over all outcomes, without drawing anything. */
  @Test
  void boundsFailNoMoreOftenThanStated() {
    int n = 40;
    for (double p : new double[] {0.01, 0.1, 0.37, 0.5, 0.9}) {
      double below = 0;
      double above = 0;
      double mass = Math.pow(1 - p, n);
      for (int s = 0; s <= n; s++) {
        below += ClopperPearson.upper(s, n, 0.1) < p ? mass : 0;
        above += ClopperPearson.lower(s, n, 0.1) > p ? mass : 0;
        mass *= (double) (n - s) / (s + 1) * p / (1 - p);
      }
      assertThat(below).isLessThanOrEqualTo(0.1);
      assertThat(above).isLessThanOrEqualTo(0.1);
      assertThat(Math.max(below, above)).as("not silent").isGreaterThan(0.02);
    }
  }

  @Test
  void refusesImpossibleCounts() {
    assertThatThrownBy(() -> ClopperPearson.lower(5, 4, 0.1))
        .hasMessage("successes must be between 0 and 4, got 5");
    assertThatThrownBy(() -> ClopperPearson.upper(1, 4, 1))
        .hasMessage("falseAlarm must lie in (0, 1), got 1.0");
  }
}
