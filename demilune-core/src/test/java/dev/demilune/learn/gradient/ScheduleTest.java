// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 10, 80, 119, 120, 100_000})
  void everyStepIsInOnePhaseAndTheSharesOfTheAverageAddUpToOne(int steps) {
    for (Schedule schedule :
        new Schedule[] {Schedule.even(steps, 1), Schedule.matched(steps, (steps + 2) / 3, 1)}) {
      assertThat(schedule.steps()).isEqualTo(steps);
      double sum = 0;
      for (int step = 1; step <= steps; step++) {
        sum += schedule.share(step);
      }
      assertThat(sum).isCloseTo(1, within(1e-9));
      assertThat(schedule.share(steps)).isPositive();
    }
  }

  /** What the pull of a step counts in the average, by adding up the shares of later weights. */
  private static double[] counts(Schedule schedule) {
    double[] counts = new double[schedule.steps()];
    double later = 0;
    for (int step = schedule.steps(); step >= 1; step--) {
      later += schedule.share(step);
      counts[step - 1] = later;
    }
    return counts;
  }

  @Test
  void theTotalWeightIsWhatAllPullsCount() {
    for (int steps : new int[] {1, 7, 80, 120}) {
      double sum = 0;
      for (double count : counts(Schedule.matched(steps, (steps + 2) / 3, 1))) {
        sum += count;
      }
      assertThat(Schedule.matched(steps, (steps + 2) / 3, 1).totalWeight())
          .isCloseTo(sum, within(1e-9));
    }
  }

  @Test
  void matchedNoiseIsWithinOnePerCentOfTheLeastThereIsAndEvenNoiseIsNot() {
    for (int steps : new int[] {10, 30, 80, 120}) {
      Schedule matched = Schedule.matched(steps, (steps + 2) / 3, 1);
      double[] counts = counts(matched);
      double least = 0;
      double even = 0;
      double noise = 0;
      int step = 0;
      for (Schedule.Phase phase : matched.phases()) {
        for (int i = 0; i < phase.steps(); i++, step++) {
          least += counts[step];
          even += counts[step] * counts[step] * steps;
          noise += counts[step] * counts[step] / phase.weight() * matched.totalWeight();
        }
      }
      assertThat(Math.sqrt(noise)).isBetween(least * (1 - 1e-12), 1.01 * least);
      assertThat(Math.sqrt(even)).isGreaterThan(1.04 * least);
    }
  }

  @Test
  void aCertificateNamesFiveKindsOfStepsAtMost() {
    assertThat(Schedule.matched(120, 40, 1).phases())
        .containsExactly(
            new Schedule.Phase(80, 1),
            new Schedule.Phase(10, 1 - 9 / 80.0),
            new Schedule.Phase(10, 1 - 29 / 80.0),
            new Schedule.Phase(10, 1 - 49 / 80.0),
            new Schedule.Phase(10, 1 - 69 / 80.0));
    assertThat(Schedule.matched(1, 1, 1).phases()).containsExactly(new Schedule.Phase(1, 1));
  }

  @Test
  void theRateIsTheOneThatRowsAreTakenWith() {
    assertThat(Schedule.even(3, 0.1).rate()).isEqualTo(0.1);
    assertThat(Schedule.even(3, 1e-9 / 3).rate()).isLessThan(1e-9 / 3).isGreaterThan(3.3e-10);
    assertThat(Schedule.even(3, 1).sampled()).isFalse();
    assertThat(Schedule.even(3, 0.999).sampled()).isTrue();
  }
}
