// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.LearnerDescription.GuaranteeKind;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Part;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleasePlanTest {

  private static final double[] EPSILONS = {1e-3, 0.01, 0.1, 0.5, 1, 3, 10, 100};
  private static final double[] DELTAS = {1e-12, 1e-6, 1e-5, 0.1};
  private static final long[] ROWS = {0, 1, 100, 60_000, 1L << 40};
  private static final int[] FEATURES = {1, 784, 55_197};
  private static final int[] STEPS = {1, 30, 80, 100_000};

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void thePriceOfAllReleasesFitsTheGuaranteeAndUsesIt(Adjacency adjacency) {
    for (double epsilon : EPSILONS) {
      for (double delta : DELTAS) {
        ApproximateDp guarantee = ApproximateDp.of(epsilon, delta);
        double mu = GaussianCalibration.mu(guarantee);
        for (long rows : ROWS) {
          for (int features : FEATURES) {
            for (int steps : STEPS) {
              Shape shape = new Shape(rows, features, 10, adjacency);
              for (boolean centered : new boolean[] {false, true}) {
                if (3 * Math.sqrt(steps) / mu < 1e6) { // beyond it the noise cannot be drawn
                  check(plan(shape, guarantee, Schedule.even(steps, 1), centered), guarantee, mu);
                  check(
                      plan(shape, guarantee, Schedule.matched(steps, (steps + 2) / 3, 1), centered),
                      guarantee,
                      mu);
                }
              }
            }
          }
        }
      }
    }
  }

  private static ReleasePlan plan(
      Shape shape, ApproximateDp guarantee, Schedule schedule, boolean centered) {
    return ReleasePlan.of(shape, guarantee, schedule, centered);
  }

  private static void check(ReleasePlan plan, ApproximateDp guarantee, double mu) {
    Accountant price = Accountant.best(plan.event());
    assertThat(price.epsilon(guarantee.delta()))
        .as("%s for %s", plan, guarantee)
        .isLessThanOrEqualTo(guarantee.epsilon());
    assertThat(usedMu(plan)).as("%s for %s", plan, guarantee).isBetween(0.999 * mu, mu);
    // The event is that of the mechanisms, each as often as it is used.
    assertThat(muSquared(plan.event()))
        .isCloseTo(usedMu(plan) * usedMu(plan), withinPercentage(1e-9));
  }

  private static double usedMu(ReleasePlan plan) {
    double squares = 0;
    if (plan.schedule().steps() <= 80) {
      for (int step = 1; step <= plan.schedule().steps(); step++) {
        squares += square(plan.mechanism(step).event());
      }
    } else {
      for (int i = 0; i < plan.phases().size(); i++) {
        squares += plan.schedule().phases().get(i).steps() * square(plan.phases().get(i).event());
      }
    }
    squares += plan.count().map(mechanism -> square(mechanism.event())).orElse(0.0);
    squares += plan.mean().map(mechanism -> square(mechanism.event())).orElse(0.0);
    return Math.sqrt(squares);
  }

  private static double muSquared(PrivacyEvent event) {
    if (event instanceof PrivacyEvent.Composed composed) {
      return composed.events().stream().mapToDouble(ReleasePlanTest::muSquared).sum();
    }
    if (event instanceof PrivacyEvent.Repeated repeated) {
      return repeated.times() * muSquared(repeated.event());
    }
    return square((PrivacyEvent.GaussianSum) event);
  }

  private static double square(PrivacyEvent.GaussianSum event) {
    return 1 / (event.noiseMultiplier() * event.noiseMultiplier());
  }

  /** The factor that is easily forgotten: replacing a row takes one part away and adds another. */
  @Test
  void replacingARowDoublesEverySensitivity() {
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      long changed = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
      ReleasePlan plan =
          ReleasePlan.of(
              new Shape(5_000, 20, 3, adjacency), guarantee, Schedule.matched(80, 27, 1), true);

      assertThat(plan.phases())
          .hasSize(5)
          .allSatisfy(
              step ->
                  assertThat(step.sensitivitySquared())
                      .isEqualTo(BigInteger.valueOf(changed * plan.contribution()).pow(2)));
      assertThat(plan.mean().orElseThrow().sensitivitySquared())
          .isEqualTo(BigInteger.valueOf(changed * BoundedDataset.GRID_RADIUS).pow(2));
    }
  }

  /**
   * The event is a Poisson sample around every step, of the adjacency and with the multiplier of
   * the noise over the step's sensitivity; count and mean see all rows. All of it fits the
   * guarantee and uses it, while steps without their sample would cost far more.
   */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void sampledStepsAreCalibratedTogetherWithCountAndMean(Adjacency adjacency) {
    long changed = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 1 : 2;
    for (ApproximateDp guarantee :
        List.of(
            ApproximateDp.of(0.1, 1e-6), ApproximateDp.of(1, 1e-6), ApproximateDp.of(8, 1e-9))) {
      for (long rows : new long[] {0, 5_000}) {
        Shape shape = new Shape(rows, 20, 3, adjacency);
        Schedule schedule = Schedule.matched(60, 20, 0.1);
        ReleasePlan plan = ReleasePlan.of(shape, guarantee, schedule, true);

        List<PrivacyEvent> expected = new ArrayList<>();
        List<PrivacyEvent> unsampled = new ArrayList<>();
        plan.count().ifPresent(count -> expected.add(count.event()));
        expected.add(plan.mean().orElseThrow().event());
        unsampled.addAll(expected);
        for (int i = 0; i < 5; i++) {
          PrivacyEvent sum = new PrivacyEvent.GaussianSum(plan.phases().get(i).noiseMultiplier());
          int steps = schedule.phases().get(i).steps();
          expected.add(
              new PrivacyEvent.Repeated(
                  new PrivacyEvent.PoissonSampled(0.1, adjacency, sum), steps));
          unsampled.add(new PrivacyEvent.Repeated(sum, steps));
          assertThat(plan.phases().get(i).sensitivitySquared())
              .isEqualTo(BigInteger.valueOf(changed * plan.contribution()).pow(2));
        }
        assertThat(plan.event()).isEqualTo(new PrivacyEvent.Composed(expected));
        assertThat(Accountant.best(plan.event()).epsilon(guarantee.delta()))
            .isBetween(0.9999 * guarantee.epsilon(), guarantee.epsilon());
        assertThat(Accountant.best(new PrivacyEvent.Composed(unsampled)).epsilon(guarantee.delta()))
            .isGreaterThan(1.5 * guarantee.epsilon());
        // Planned again, the same: a fit does exactly what its plan said.
        assertThat(ReleasePlan.of(shape, guarantee, schedule, true)).isEqualTo(plan);
      }
    }
  }

  @Test
  void aSampledPlanReachesLessThanAFullOneOfAsManySteps() {
    Shape shape = new Shape(5_000, 20, 3, Adjacency.ADD_OR_REMOVE_ONE);
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    double full = ReleasePlan.of(shape, guarantee, Schedule.even(50, 1), true).signal();
    double half = ReleasePlan.of(shape, guarantee, Schedule.even(50, 0.5), true).signal();
    double tenth = ReleasePlan.of(shape, guarantee, Schedule.even(50, 0.1), true).signal();

    assertThat(tenth).isLessThan(half);
    assertThat(half).isLessThan(full).isGreaterThan(0.9 * full);
  }

  @Test
  void aRateNextToOneIsPlannedLikeOne() {
    Shape shape = new Shape(5_000, 20, 3, Adjacency.REPLACE_ONE);
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    double full = ReleasePlan.of(shape, guarantee, Schedule.even(50, 1), true).signal();

    assertThat(ReleasePlan.of(shape, guarantee, Schedule.even(50, 1 - 1e-9), true).signal())
        .isCloseTo(full, withinPercentage(0.2));
  }

  @Test
  void theRateIsPartOfThePlan() {
    Shape shape = new Shape(60_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE);
    Plan plan =
        BatchPerceptron.withDefaults().with("rate", "0.1").plan(shape, ApproximateDp.of(1, 1e-5));

    assertThat(plan.details()).containsEntry("rate", "0.1").containsEntry("steps", "30");
    // σ over one row's contribution; 2.43 by the accountant's own calculator.
    assertThat(Double.parseDouble(plan.details().get("noiseMultiplier"))).isBetween(2.40, 2.46);
  }

  @Test
  void aCountIsBoughtOnlyWhereTheRowsAreNotKnown() {
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    Shape known = new Shape(5_000, 20, 3, Adjacency.ADD_OR_REMOVE_ONE);
    Shape unknown = new Shape(0, 20, 3, Adjacency.ADD_OR_REMOVE_ONE);

    assertThat(ReleasePlan.of(known, guarantee, Schedule.matched(80, 27, 1), true).count())
        .isEmpty();
    assertThat(
            ReleasePlan.of(unknown, guarantee, Schedule.matched(80, 27, 1), true)
                .count()
                .orElseThrow())
        .satisfies(count -> assertThat(count.sensitivitySquared()).isEqualTo(BigInteger.ONE));
    assertThat(ReleasePlan.of(known, guarantee, Schedule.matched(80, 27, 1), false).mean())
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = {"REPLACE_ONE", "REPLACE_LABEL"})
  void aPublicCountIsNeverBought(Adjacency adjacency) {
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-6);
    assertThat(
            ReleasePlan.of(
                    new Shape(0, 20, 3, adjacency), guarantee, Schedule.matched(80, 27, 1), true)
                .count())
        .isEmpty();
    SchemaBuilder schema = Schema.vectors(20, LabelSet.numbered(3)).adjacency(adjacency);
    Shape unread = Shape.of(schema.build());
    Shape expected = Shape.of(schema.expectedRows(5_000).build());
    int planned = 0;
    for (Learner learner : Learners.all()) {
      Plan plan = learner.plan(unread, guarantee);
      if (!plan.runnable()) {
        continue; // for few dimensions only, or for public features
      }
      assertThat(outlook(learner, plan))
          .startsWith("the row count is public and known once the rows are read")
          .doesNotContain("bought");
      assertThat(plan.details()).containsEntry("rows", "public, counted when they are read");

      Plan foreseen = learner.plan(expected, guarantee);
      if (!foreseen.runnable()) {
        continue; // too few rows for blocks of them
      }
      assertThat(outlook(learner, foreseen))
          .startsWith(
              learner.name().equals("grid-aggregate")
                  ? "noise moves the mean direction of 806 blocks"
                  : "rows times budget is ");
      assertThat(foreseen.details()).containsEntry("rows", "5000");
      planned++;
    }
    assertThat(planned).isGreaterThanOrEqualTo(12);
  }

  /** What is said about the rows; a choice of a learner and its reason come before it. */
  private static String outlook(Learner learner, Plan plan) {
    return plan.orThrow().outlook().choice().isPresent() || learner.has("kernel")
        ? plan.reason().substring(plan.reason().indexOf("; ") + 2)
        : plan.reason();
  }

  @Test
  void aPrivateCountIsBoughtAndThePlanSaysSo() {
    Shape shape = new Shape(0, 20, 3, Adjacency.ADD_OR_REMOVE_ONE);
    Plan plan = NoisyDescent.withDefaults().plan(shape, ApproximateDp.of(1, 1e-6));
    assertThat(plan.reason()).contains("will be bought");
    assertThat(plan.details()).containsEntry("rows", "bought");
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-13, 1e-300})
  void noiseThatCannotBeDrawnIsRefusedInOneSentence(double epsilon) {
    ApproximateDp guarantee = ApproximateDp.of(epsilon, epsilon);
    for (boolean centered : new boolean[] {false, true}) {
      for (int steps : new int[] {1, 80}) {
        Shape shape = new Shape(100, 5, 2, Adjacency.REPLACE_ONE);
        assertThatThrownBy(
                () ->
                    ReleasePlan.of(
                        shape, guarantee, Schedule.matched(steps, (steps + 2) / 3, 1), centered))
            .isInstanceOf(DemiluneException.class)
            .hasMessageContaining(": use a larger ε or δ");
      }
    }
  }

  @Test
  void moreWeightsThanMemoryHoldsAreRefused() {
    Shape shape = new Shape(100, 1 << 24, 65_536, Adjacency.REPLACE_ONE);

    for (Learner learner : Learners.all()) {
      if (learner.description().adjacencies().contains(Adjacency.REPLACE_ONE)
          && learner.description().guarantees().contains(GuaranteeKind.APPROXIMATE)) {
        assertThat(learner.plan(shape, ApproximateDp.of(1, 1e-6)).runnable())
            .as(learner.name())
            .isFalse();
      }
    }
    assertThat(NoisyDescent.withDefaults().plan(shape, ApproximateDp.of(1, 1e-6)).reason())
        .isEqualTo(
            "16777216 features times 65536 classes are more weights than fit in memory: use fewer"
                + " of either, or give Java more memory (-Xmx)");
  }

  /** For the learners that need them; others look at features alone. */
  private static final List<Part> COLUMNS = List.of(new Part.Number("x", 0, 1));

  /** Planes for the learners of planes and grids, which refuse more features. */
  @Test
  void aLearnerKeepsAPureGuaranteeIfAndOnlyIfItSaysSo() {
    for (Learner learner : Learners.all()) {
      Adjacency adjacency = learner.description().adjacencies().iterator().next();
      List<Plan> plans =
          Stream.of(2, 10)
              .map(features -> new Shape(200_000, features, 2, adjacency, List.of(), COLUMNS))
              .map(shape -> learner.plan(shape, PureDp.of(1)))
              .toList();

      assertThat(plans.stream().anyMatch(Plan::runnable))
          .as(learner.name())
          .isEqualTo(learner.description().guarantees().contains(GuaranteeKind.PURE));
      plans.stream()
          .flatMap(plan -> plan.event().stream())
          .forEach(event -> assertThat(Accountant.best(event).epsilon(0)).isBetween(0.9, 1.0));
      if (!learner.description().guarantees().contains(GuaranteeKind.PURE)) {
        assertThat(plans)
            .allSatisfy(
                plan ->
                    assertThat(plan.reason()).contains("ε = 1").contains("give a delta above 0"));
      }
    }
  }

  @Test
  void thePlanSaysWhatWillBeReleased() {
    Shape shape = new Shape(60_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE);
    ApproximateDp guarantee = ApproximateDp.of(1, 1e-5);

    Plan plan = NoisyDescent.withDefaults().plan(shape, guarantee);

    assertThat(plan.runnable()).isTrue();
    assertThat(plan.event())
        .contains(ReleasePlan.of(shape, guarantee, Schedule.matched(120, 40, 1), true).event());
    assertThat(plan.details()).containsEntry("steps", "120").containsEntry("rows", "60000");
    assertThat(plan.reason()).contains("rows times budget is ");
  }

  @Test
  void aWeakPlanSaysSo() {
    Shape shape = new Shape(20, 784, 10, Adjacency.ADD_OR_REMOVE_ONE);

    assertThat(NoisyDescent.withDefaults().plan(shape, ApproximateDp.of(0.1, 1e-5)).reason())
        .contains("little better than guessing");
  }
}
