// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import org.junit.jupiter.api.Test;

class SphereChoiceTest {

  private static Plan plan(int features, int classes, String... settings) {
    Learner learner = SphereChoice.withDefaults().with("margin", "0.3").with("intercept", "off");
    for (int i = 0; i < settings.length; i += 2) {
      learner = learner.with(settings[i], settings[i + 1]);
    }
    return learner.plan(new Shape(1_000, features, classes, Adjacency.REPLACE_ONE), PureDp.of(1));
  }

  @Test
  void thePlaneIsEnumerated() {
    assertThat(plan(2, 2).details()).containsEntry("sampling", "all of 262144 directions");
    assertThat(plan(1, 2, "intercept", "on").details())
        .containsEntry("sampling", "all of 262144 directions");
    assertThat(plan(500, 2, "projection", "2").details())
        .containsEntry("sampling", "all of 262144 directions")
        .containsEntry("projection", "500 to 2 features");
  }

  /**
   * By hand: arccos 0.285 - arccos 0.3 = 0.015686, of which (1 - cos)/2 is 6.15e-5; 400 over that
   * is between 2^22 and 2^23.
   */
  @Test
  void trialsFollowFromTheMeasureOfACap() {
    assertThat(plan(3, 2).details())
        .containsEntry("goodShare", "6.15e-05")
        .containsEntry("sampling", "at most 8.39e+06 trials on average");
    assertThat(plan(3, 2).event()).contains(new PrivacyEvent.ExponentialChoice(1 - 1e-12));
    assertThat(plan(3, 4).details()).containsEntry("choices", "4");
  }

  /** Trials or rounds: by the measure of the cap, from public numbers alone. */
  @Test
  void tooManyDimensionsForTrialsAreSearchedInRounds() {
    assertThat(plan(5, 2).details())
        .containsEntry("sampling", "3 rounds, as net-choice")
        .containsEntry("cover", "refine");
    assertThat(plan(5, 2).orThrow().outlook().secretTime()).isFalse();
    assertThat(plan(5, 2, "margin-kept", "0.85").details().get("sampling")).contains("trials");
    assertThat(plan(5, 2, "margin-kept", "0.86").details().get("sampling")).contains("rounds");
    assertThat(plan(500, 2, "projection", "4").details().get("sampling")).contains("trials");
    assertThat(plan(500, 2, "projection", "5").details().get("sampling")).contains("rounds");
    assertThat(plan(500, 2).details())
        .containsEntry("projection", "500 to 500 features")
        .containsEntry("sampling", "1 rounds, as net-choice");
  }

  @Test
  void roundsReleaseWhatThoseOfNetChoiceDo() {
    Plan net =
        NetChoice.withDefaults()
            .with("margin", "0.3")
            .with("slack", "0.95")
            .with("cover", "refine")
            .with("projection", "off")
            .with("intercept", "off")
            .plan(new Shape(1_000, 20, 2, Adjacency.REPLACE_ONE), PureDp.of(1));
    assertThat(plan(20, 2).event()).isEqualTo(net.event());
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> SphereChoice.withDefaults().with("margin-kept", "1"))
        .hasMessage("setting 'margin-kept' must be a number from 0.0 to 0.99, got '1'");
    assertThatThrownBy(() -> SphereChoice.withDefaults().with("projection", "0"))
        .hasMessageContaining("'projection' must be a whole number from 1");
  }

  @Test
  void rowsNeededAreThePapersAndThoseOfItsProof() {
    RowsNeeded needed =
        SphereChoice.withDefaults()
            .rowsNeeded(
                new Shape(1_000, 3, 2, Adjacency.REPLACE_ONE),
                PureDp.of(1),
                new Goal(0.3, 0.1, 0.1));

    // One in 400 searches ends at random, so nothing is guaranteed for failures that are rarer.
    assertThat(
            SphereChoice.withDefaults()
                .rowsNeeded(
                    new Shape(1_000, 3, 2, Adjacency.REPLACE_ONE),
                    PureDp.of(1),
                    new Goal(0.3, 0.1, 1e-6))
                .guaranteed())
        .isEmpty();
    // Λ² = 10^12·ln 10·(1/0.3)², larger than 3.
    assertThat(needed.published().getAsDouble())
        .isCloseTo(1e4 * 1e12 * Math.log(10) / 0.09 / 0.1 + 1e12 / 0.09, within(1e8));
    assertThat(needed.guaranteed().getAsDouble())
        .isCloseTo(640_000 * Math.log(8 / 0.0975) / 0.01 / (0.285 * 0.285), within(1.0));
    RowsNeeded little =
        SphereChoice.withDefaults()
            .rowsNeeded(
                new Shape(1_000, 3, 2, Adjacency.REPLACE_ONE),
                PureDp.of(1e-7),
                new Goal(0.3, 0.1, 0.1));
    assertThat(little.guaranteed().getAsDouble())
        .isCloseTo(4 * Math.log(2 / 0.0975 / 6.15e-5) / 1e-8, within(1e7));
  }
}
