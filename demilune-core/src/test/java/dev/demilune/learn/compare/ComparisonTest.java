// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final Guarantee TARGET = ApproximateDp.of(1, 1e-6);
  private static final Goal GOAL = new Goal(0.1, 0.1, 0.1);

  private static Shape shape(long rows, Adjacency adjacency) {
    return new Shape(rows, 50, 2, adjacency);
  }

  private static Optional<Verdict> verdict(long rows, Guarantee guarantee, String learner) {
    return Comparison.of(shape(rows, Adjacency.ADD_OR_REMOVE_ONE), guarantee, Optional.of(GOAL))
        .lines()
        .stream()
        .filter(line -> line.learner().name().equals(learner))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Tag("slow")
  @Test
  void rowsDecideWhatIsGuaranteedAndWhatIsExpected() {
    assertThat(verdict(1_988, TARGET, "noisy-descent")).hasValue(Verdict.FEWER_THAN_EXPECTED);
    assertThat(verdict(1_989, TARGET, "noisy-descent")).hasValue(Verdict.EXPECTED);
    assertThat(verdict(1_989, TARGET, "objective-perturbation")).hasValue(Verdict.UNKNOWN);
    assertThat(verdict(200_000_000_000_000L, TARGET, "batch-perceptron"))
        .hasValue(Verdict.GUARANTEED);
    assertThat(verdict(200_000_000_000_000L, TARGET, "noisy-descent")).hasValue(Verdict.EXPECTED);
    assertThat(verdict(10_000, PureDp.of(1), "noisy-descent")).hasValue(Verdict.CANNOT_RUN);
  }

  /** No learner can do with less than what no learner can do with, by estimate or by theorem. */
  @Test
  void whatIsNeededIsNotBelowTheLowerBounds() {
    for (double margin : new double[] {0.05, 0.3, 0.9}) {
      for (double error : new double[] {0.01, 0.1, 0.4}) {
        for (Guarantee guarantee : List.of(PureDp.of(1), ApproximateDp.of(0.1, 1e-9), TARGET)) {
          for (int features : new int[] {2, 50, 5_000}) {
            Shape shape = new Shape(10_000, features, 2, Adjacency.REPLACE_ONE);
            aboveLowerBounds(shape, guarantee, new Goal(margin, error, 0.05));
          }
        }
      }
    }
  }

  private static void aboveLowerBounds(Shape shape, Guarantee guarantee, Goal goal) {
    double least =
        LowerBounds.of(shape, guarantee, goal).stream()
            .filter(
                bound -> !bound.source().contains("may not change")) // those are for robust ones
            .mapToDouble(LowerBound::rows)
            .max()
            .orElse(0);
    for (Learner learner : Learners.all()) {
      RowsNeeded needed = learner.rowsNeeded(shape, guarantee, goal);
      for (OptionalDouble rows : List.of(needed.expected(), needed.guaranteed())) {
        assertThat(rows.orElse(least))
            .as("%s, %s, %s, %s", learner.name(), shape, guarantee, goal)
            .isGreaterThanOrEqualTo(least);
      }
    }
  }

  @Test
  void everyLearnerButTheFrontDoorHasALine() {
    Comparison comparison =
        Comparison.of(shape(10_000, Adjacency.REPLACE_ONE), TARGET, Optional.empty());
    assertThat(comparison.lines()).hasSize(Learners.all().size() - 1);
    assertThat(comparison.chosen().details()).containsKey("chosen");
    assertThat(comparison.lowerBounds()).isEmpty();
    assertThat(comparison.lines()).allMatch(line -> line.verdict().isEmpty());
  }

  /**
   * By hand, D = 50 and α + β = 0.2. Without privacy: ln 0.4/ln 0.98 = 45.36. With it, ε = 1 and a
   * negligible δ: 50·ln 4 = 69.31 where a row is replaced, half of that where it is removed.
   */
  @Test
  void lowerBoundsAreThoseOfAHandCalculation() {
    assertThat(LowerBounds.of(shape(9, Adjacency.REPLACE_ONE), TARGET, GOAL))
        .extracting(LowerBound::rows)
        .containsExactly(70.0, 46.0);
    assertThat(LowerBounds.of(shape(9, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(1), GOAL))
        .extracting(LowerBound::rows)
        .containsExactly(46.0, 35.0, 7.0, 7.0); // and two packings
    // Where half may be wrong anyway, or δ is the larger, nothing is needed.
    Goal easy = new Goal(0.1, 0.3, 0.3);
    assertThat(LowerBounds.of(shape(9, Adjacency.REPLACE_ONE), TARGET, easy))
        .extracting(LowerBound::rows)
        .containsExactly(0.0, 0.0);
  }

  /** One direction, k rows in it, randomized response on each label, and a majority vote. */
  @Test
  void noLowerBoundIsAboveWhatSomeLearnerReaches() {
    double epsilon = 0.5;
    Goal goal = new Goal(1, 0.1, 0.1);
    double bound =
        LowerBounds.of(new Shape(9, 1, 2, Adjacency.REPLACE_LABEL), PureDp.of(epsilon), goal)
            .get(1)
            .rows();
    // The sign of a sum of n labels with Laplace noise of scale 2/ε is wrong with e^(-nε/2)/2.
    double reached = Math.log(1 / (2 * 0.2)) * 2 / epsilon;
    assertThat(bound).isPositive().isLessThanOrEqualTo(Math.ceil(reached));
  }
}
