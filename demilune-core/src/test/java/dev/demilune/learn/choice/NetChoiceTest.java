// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import org.junit.jupiter.api.Test;

class NetChoiceTest {

  private static final Shape SMALL = new Shape(5_000, 10, 2, Adjacency.ADD_OR_REMOVE_ONE);
  private static final Shape WIDE = new Shape(5_000, 500, 2, Adjacency.REPLACE_ONE);

  private static Plan plan(Shape shape, double epsilon, String... settings) {
    Learner learner = NetChoice.withDefaults().with("margin", "0.3");
    for (int i = 0; i < settings.length; i += 2) {
      learner = learner.with(settings[i], settings[i + 1]);
    }
    return learner.plan(shape, PureDp.of(epsilon));
  }

  @Test
  void theRoundsShareTheBudget() {
    Plan plan = plan(SMALL, 1, "cover", "refine", "rounds", "7");

    assertThat(plan.runnable()).isTrue();
    PrivacyEvent event = plan.event().orElseThrow();
    // The sums of both classes, one sum for each later round, and one choice for each round.
    assertThat(event.parts()).hasSize(3);
    assertThat(((PrivacyEvent.Pure) event.parts().get(0)).epsilon())
        .isCloseTo(1.0 / 14, within(1e-12));
    assertThat(times(event.parts().get(1), PrivacyEvent.Pure.class)).isEqualTo(6);
    assertThat(times(event.parts().get(2), PrivacyEvent.ExponentialChoice.class)).isEqualTo(7);
    assertThat(Accountant.best(event).epsilon(0)).isLessThanOrEqualTo(1).isGreaterThan(0.999);
  }

  private static long times(PrivacyEvent event, Class<? extends PrivacyEvent> kind) {
    PrivacyEvent.Repeated repeated = (PrivacyEvent.Repeated) event;
    assertThat(repeated.event()).isInstanceOf(kind);
    return repeated.times();
  }

  /** The sums of all classes cost as much as a round, for they serve all halfspaces. */
  @Test
  void manyClassesShareTheirSums() {
    Shape five = new Shape(5_000, 10, 5, Adjacency.REPLACE_ONE);
    PrivacyEvent event = plan(five, 1, "rounds", "2").event().orElseThrow();

    assertThat(((PrivacyEvent.Pure) event.parts().get(0)).epsilon()).isCloseTo(0.25, within(1e-12));
    assertThat(times(event.parts().get(1), PrivacyEvent.Pure.class)).isEqualTo(5);
    assertThat(times(event.parts().get(2), PrivacyEvent.ExponentialChoice.class)).isEqualTo(10);
    assertThat(Accountant.best(event).epsilon(0)).isLessThanOrEqualTo(1).isGreaterThan(0.999);
  }

  /** Rounds once had a number of random candidates. */
  @Test
  void candidatesAreForRandomDirections() {
    assertThat(plan(SMALL, 1, "cover", "refine", "candidates", "50").reason())
        .isEqualTo(
            "refine weighs all directions of a plane and takes no number of candidates any more:"
                + " leave candidates out, or set cover to random");
    assertThat(plan(SMALL, 1, "rounds", "2", "candidates", "50").reason())
        .contains("leave candidates out");
    assertThat(plan(SMALL, 1, "candidates", "50").details())
        .containsEntry("cover", "random")
        .containsEntry("candidates", "50");
  }

  @Test
  void manyClassesShareTheBudgetToo() {
    Shape five = new Shape(5_000, 10, 5, Adjacency.REPLACE_ONE);

    assertThat(plan(five, 1, "cover", "random").details()).containsEntry("choices", "5");
    assertThat(plan(five, 1, "rounds", "3").details()).containsEntry("choices", "15");
  }

  @Test
  void byItselfItTakesSmallNetsAndRefinesElsewhere() {
    Shape line = new Shape(5_000, 1, 2, Adjacency.REPLACE_ONE);

    assertThat(plan(line, 1).details())
        .containsEntry("cover", "net")
        .containsEntry("choices", "1")
        .containsEntry("covering", "every point of the unit ball within 0.030");
    assertThat(plan(SMALL, 1).details()).containsEntry("cover", "refine");
    assertThat(plan(WIDE, 1).details()).containsEntry("projection", "500 to 89 features");
  }

  /** One for each factor of four; twice the score range counts as half of the rows. */
  @Test
  void moreRowsTimesBudgetAreMoreRounds() {
    assertThat(plan(SMALL, 1).details()).containsEntry("choices", "4"); // 5,000/11 is near 4^4.4
    assertThat(plan(WIDE, 1).details()).containsEntry("choices", "2"); // 2,500/90 is near 4^2.4
    assertThat(plan(SMALL, 0.01).details()).containsEntry("choices", "1");
    assertThat(plan(SMALL, 1_000).details()).containsEntry("choices", "8");
    assertThat(plan(new Shape(0, 10, 2, Adjacency.ADD_OR_REMOVE_ONE), 1).details())
        .containsEntry("choices", "3");
  }

  @Test
  void thePlanSaysHowWellARandomCoverCovers() {
    assertThat(plan(SMALL, 1, "cover", "random", "intercept", "off").details().get("covering"))
        .isEqualTo(
            "a direction within 15.7° of the best one with probability 0.101, and within 23.1° with"
                + " probability 0.95; rows of the margin bear 15.7°");
  }

  @Test
  void aNetTooLargeIsRefusedWithItsSizeAndWhatWouldDo() {
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "6").reason())
        .isEqualTo(
            "a net of 10^12.3 points in 7 dimensions is more than can be weighed: set projection to"
                + " 3 or less, or set cover to random or refine");
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "5").reason())
        .contains("10^10.5 points in 6 dimensions", "projection to 3 or less or margin to 0.66");
    assertThat(plan(WIDE, 1, "cover", "net").reason()).contains("in 501 dimensions");
    // And these would do, but no larger projection nor smaller margin.
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "3").runnable()).isTrue();
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "4").runnable()).isFalse();
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "5", "margin", "0.66").runnable())
        .isTrue();
    assertThat(plan(WIDE, 1, "cover", "net", "projection", "5", "margin", "0.65").runnable())
        .isFalse();
  }

  @Test
  void tooManyCandidatesAreRefused() {
    assertThat(plan(WIDE, 1, "cover", "random", "candidates", "1000000000").reason())
        .isEqualTo(
            "1.00e+09 candidates in 1 choices among 5000 rows are more than can be weighed: set"
                + " candidates to 22222222 or less");
  }

  @Test
  void anEpsilonThatMakesAllChoicesUniformIsRefused() {
    assertThat(plan(SMALL, 1e-6).reason())
        .isEqualTo(
            "with ε = 1.00e-06 all choices are as good as uniform, whatever the 5000 rows say: ask"
                + " for an ε of at least 2.00e-05, or bring 20 times the rows");
    assertThat(plan(SMALL, 2.1e-5).runnable()).isTrue();
    assertThat(plan(new Shape(0, 10, 2, Adjacency.ADD_OR_REMOVE_ONE), 1e-12).reason())
        .contains("whatever the rows say");
    assertThat(plan(SMALL, 0.005).reason()).contains("from about 2.5e+04 rows on it gets useful");
  }

  @Test
  void ofAPromiseWithADeltaOnlyEpsilonIsSpent() {
    NetChoice learner = NetChoice.withDefaults();

    assertThat(learner.plan(SMALL, ApproximateDp.of(1, 1e-6)).event())
        .isEqualTo(learner.plan(SMALL, PureDp.of(1)).event());
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> NetChoice.withDefaults().with("projection", "0"))
        .hasMessageContaining("'projection' must be a whole number from 1");
    assertThatThrownBy(() -> NetChoice.withDefaults().with("cover", "grid"))
        .hasMessage("setting 'cover' must be one of auto, net, random, refine, got 'grid'");
  }

  /** By hand: a net in one dimension of radius 0.1 has 11 points. */
  @Test
  void rowsNeededCountTheNet() {
    Shape line = new Shape(100, 1, 2, Adjacency.REPLACE_ONE);
    RowsNeeded needed =
        NetChoice.withDefaults().rowsNeeded(line, PureDp.of(0.1), new Goal(1, 0.1, 0.1));

    // At most 2(√31 + 1/2) = 12.1 points by the bound, and 2·2/0.1 > 8.
    assertThat(needed.guaranteed().getAsDouble())
        .isCloseTo(40 * Math.log(12.14 * 40) / 0.1, within(5.0));
  }
}
