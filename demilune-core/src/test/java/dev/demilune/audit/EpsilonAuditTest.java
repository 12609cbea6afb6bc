// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class EpsilonAuditTest {

  private static double bound(
      double delta, int counted, IntToDoubleFunction without, IntToDoubleFunction with) {
    return EpsilonAudit.byEvents(delta, 0.05).of(10, counted, without, with).lowerBound();
  }

  /** Hits of 90 % against 10 % of 1000 runs, 97.5 % confidence on each side. */
  @Test
  void countsGiveTheBoundOfClopperAndPearson() {
    assertThat(bound(1e-5, 1_000, i -> i % 10 < 1 ? 1 : 0, i -> i % 10 < 9 ? 1 : 0))
        .isCloseTo(1.989695, within(1e-6));
    assertThat(new EventBound(1e-5).of(900, 100, 1_000, 0.05)).isCloseTo(1.989695, within(1e-6));
  }

  @Test
  void completeSeparationIsBoundedByTheNumberOfRuns() {
    assertThat(bound(0, 1_000, i -> 0, i -> 1)).isCloseTo(5.600588, within(1e-6));
    assertThat(bound(1e-6, 10_000, i -> 0, i -> 1)).isCloseTo(7.904832, within(1e-6));
  }

  @Test
  void equalRunsRefuteNothing() {
    assertThat(bound(0, 1_000, i -> i % 2, i -> i % 2)).isZero();
    assertThat(new EventBound(0).of(500, 500, 1_000, 0.05)).isZero();
  }

  @Test
  void aCanaryThatOnlyItsAbsenceBetraysIsFound() {
    // Small values are common without the canary and never seen with it.
    assertThat(bound(0, 1_000, i -> i % 2, i -> 1)).isGreaterThan(4);
  }

  @Test
  void aCanaryThatLowersTheScoreIsFound() {
    assertThat(bound(0, 1_000, i -> 1, i -> 0)).isCloseTo(5.600588, within(1e-6));
  }

  /** Thresholds come from the pilots: what the counted runs would say of others is not seen. */
  @Test
  void countedRunsDoNotChooseTheThreshold() {
    // The pilots (the first ten) show nothing; the counted ones are told apart by a score of 5.
    IntToDoubleFunction without = i -> i < 10 ? 0 : 4;
    IntToDoubleFunction with = i -> i < 10 ? 0 : 6;

    assertThat(bound(0, 1_000, without, with)).isZero();
  }

  @Test
  void refusesWhatCannotBeCompared() {
    EpsilonAudit audit = EpsilonAudit.byEvents(0, 0.05);

    assertThatThrownBy(() -> audit.of(1, new double[3], new double[4]))
        .hasMessage("number of runs without the canary must be between 4 and 4, got 3");
    assertThatThrownBy(() -> audit.of(4, new double[4], new double[4]))
        .hasMessage("pilots must be between 1 and 3, got 4");
    assertThatThrownBy(() -> EpsilonAudit.byEvents(0, 1))
        .hasMessage("falseAlarm must lie in (0, 1), got 1.0");
  }
}
