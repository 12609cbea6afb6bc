// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The noise fits the sensitivities and the guarantee, and no release is made twice. */
class RescalingPlanTest {

  private static final RescalingSchedule SCHEDULE = new RescalingSchedule(5, 3, 4);

  @Test
  void aScheduleCountsItsReleases() {
    assertThat(SCHEDULE.moments()).isEqualTo(2 + 4 * 3); // two shared, three of each halfspace
    assertThat(SCHEDULE.pulls()).isEqualTo(4 * 3 * 3);
    assertThat(new RescalingSchedule(1, 1, 1).moments()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void theEventCostsWhatWasGrantedAndNoMore(Adjacency adjacency) {
    for (double epsilon : new double[] {0.01, 1, 20}) {
      ApproximateDp guarantee = ApproximateDp.of(epsilon, 1e-6);
      RescalingPlan plan = RescalingPlan.of(SCHEDULE, adjacency, guarantee);
      double cost = Accountant.best(plan.event()).epsilon(1e-6);
      assertThat(cost).isBetween(0.999 * epsilon, epsilon);
    }
  }

  /** Exact sensitivities: twice a contribution where a row is replaced. */
  @Test
  void sensitivitiesAreThoseOfTheTerms() {
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      RescalingPlan plan = RescalingPlan.of(SCHEDULE, adjacency, guarantee);
      BigInteger changed =
          BigInteger.valueOf(adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2).pow(2);
      assertThat(plan.moment().sensitivitySquared())
          .isEqualTo(
              BigInteger.valueOf(5 * plan.momentRadius() * plan.momentRadius())
                  .pow(2)
                  .multiply(changed));
      assertThat(plan.pull().sensitivitySquared())
          .isEqualTo(BigInteger.valueOf(plan.pullRadius()).pow(2).multiply(changed));
      assertThat(plan.momentRadius()).isBetween(256L, MomentTerm.LARGEST_RADIUS);
    }
  }

  @Test
  void refusesWhatGaussianNoiseCannotMeet() {
    assertThatThrownBy(() -> RescalingPlan.of(SCHEDULE, Adjacency.REPLACE_ONE, PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("pure guarantee");
    assertThatThrownBy(
            () -> RescalingPlan.of(SCHEDULE, Adjacency.REPLACE_ONE, ApproximateDp.of(1e-9, 1e-12)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("larger than can be drawn");
  }

  @Test
  void noMoreReleasesAreMadeThanPlanned() {
    RescalingPlan plan =
        RescalingPlan.of(
            new RescalingSchedule(1, 1, 1), Adjacency.REPLACE_ONE, ApproximateDp.of(1, 1e-6));
    RescalingReleases releases = RescalingReleases.noisy(plan, Randomness.reproducible(1));
    SignedRows none = new NoRows();
    Coordinates own = Coordinates.identity(2);
    releases.moment(none, own, new double[2], 0);
    releases.pull(none, own, new double[2], 0);
    assertThatThrownBy(() -> releases.moment(none, own, new double[2], 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> releases.pull(none, own, new double[2], 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(
            new RescalingTraining(
                    RescalingReleases.noisy(plan, Randomness.reproducible(1)), 0.02, 0, () -> {})
                .run(List.of(none)))
        .hasSize(1);
  }

  private record NoRows() implements SignedRows {

    @Override
    public int dimension() {
      return 2;
    }

    @Override
    public long[] sum(Coordinates coordinates, RowTerm term) {
      return new long[term.entries()];
    }
  }
}
