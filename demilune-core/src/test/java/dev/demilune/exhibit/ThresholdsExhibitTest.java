// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.audit.EpsilonAudit;
import dev.demilune.exhibit.HalfspacesViaThresholds.Tie;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import org.junit.jupiter.api.Test;

class ThresholdsExhibitTest {

  private final Exhibit exhibit = Exhibits.named("half-spaces-via-thresholds");

  /** False alarms of the repaired learner's part: one in 20,000; the seed is fixed. */
  @Test
  void thePublishedClaimIsRefutedAndTheRepairedOneStands() {
    ExhibitResult result =
        exhibit.run(
            ApproximateDp.of(1, 1e-6), 600, 0.9999, Randomness.reproducible(3), Progress.NONE);

    assertThat(result.shown()).isTrue();
    assertThat(result.published().finding().lowerBound()).isGreaterThan(3);
    assertThat(result.repaired().finding().lowerBound()).isBetween(0.0, 1.0);
    assertThat(result.sentence())
        .contains("with 99.99 % confidence", "is REFUTED;", "for angle-halfspace", "stands");
    assertThat(ExhibitReport.of(result).toHtml())
        .contains(
            "300 rows ((0, 1), +1)", "REFUTED", "As published", "reads the rows a second time");
  }

  @Test
  void noLargerEpsilonSavesIt() {
    ExhibitResult result =
        exhibit.run(PureDp.of(3), 400, 0.999, Randomness.reproducible(4), Progress.NONE);
    assertThat(result.published().refuted()).isTrue();
  }

  @Test
  void itDoesNotDependOnWhichOfSeveralBestAnglesIsTaken() {
    HalfspacesViaThresholds last = new HalfspacesViaThresholds(10, 200, 1, 0, Tie.LAST);
    HalfspacesViaThresholds.Counts without = last.read(new ThresholdsExhibit().planeRows(false));
    HalfspacesViaThresholds.Counts with = last.read(new ThresholdsExhibit().planeRows(true));
    Randomness randomness = Randomness.reproducible(5);
    // With the row, angles begin at 90 degrees; without it, at 180.
    EpsilonAudit.Finding finding =
        EpsilonAudit.byEvents(0, 1e-4)
            .of(
                200,
                1000,
                run -> turn(last.run(without, randomness.stream("without " + run))),
                run -> turn(last.run(with, randomness.stream("with " + run))));
    assertThat(finding.lowerBound()).isGreaterThan(1.5);
  }

  private static double turn(double angle) {
    return Math.abs(angle - 0.75 * Math.PI); // small between 90 and 180 degrees
  }

  @Test
  void noExhibitIsALearner() {
    assertThat(Exhibits.all()).isNotEmpty().noneMatch(Learner.class::isInstance);
    assertThat(Learners.all()).noneMatch(learner -> learner.name().equals(exhibit.name()));
  }

  @Test
  void whatIsNotThereIsRefused() {
    assertThatThrownBy(() -> Exhibits.named("nothing"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "there is no exhibit 'nothing': show one of half-spaces-via-thresholds,"
                + " half-spaces-via-thresholds-3d");
    assertThatThrownBy(
            () -> exhibit.run(PureDp.of(1), 99, 0.99, Randomness.reproducible(1), Progress.NONE))
        .hasMessageContaining("trials must be between 100");
    assertThatThrownBy(
            () ->
                exhibit.run(PureDp.of(1e-6), 100, 0.99, Randomness.reproducible(1), Progress.NONE))
        .hasMessage("epsilon must be between 0.1 and 10 for this exhibit, got 1.0E-6");
  }
}
