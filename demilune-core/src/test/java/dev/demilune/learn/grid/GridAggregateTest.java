// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.ClassHalfspaces;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GridAggregateTest {

  private static final Learner LEARNER = GridAggregate.withDefaults();

  private static Plan plan(Learner learner, long rows, int features, Adjacency adjacency) {
    return learner.plan(new Shape(rows, features, 2, adjacency), PureDp.of(1));
  }

  /** A row of the unit ball, one in seven of them at a place where others are too. */
  private static double[] row(int features, Randomness randomness) {
    double[] row = new double[features];
    for (int j = 0; j < features; j++) {
      row[j] = (UniformInteger.below(21, randomness) - 10) / 10.0;
    }
    return row;
  }

  private static BoundedDataset bound(double[][] rows, int[] labels, Adjacency adjacency) {
    return BoundedDataset.of(
        Schema.vectors(rows[0].length, LabelSet.numbered(2))
            .adjacency(adjacency)
            .rows(RowBound.clip(Math.sqrt(rows[0].length)))
            .intercept(1)
            .build(),
        VectorTable.of(rows, labels));
  }

  private static long[] answers(BoundedDataset data, int[] numbers, int[] weights, int given) {
    GridAggregate settings = (GridAggregate) LEARNER.with("bits", "5");
    RowBlocks rows = RowBlocks.of(data, data.gridIntercept(), 5, numbers);
    return new GridAggregate.Search(ClassHalfspaces.of(data, Optional.empty()), rows, settings)
        .answers(1, weights, given);
  }

  /** How many blocks are at a place or below it, or at it or above it, whichever are fewer. */
  private static long depth(long[] answers, long place) {
    return Math.min(
        Arrays.stream(answers).filter(a -> a <= place).count(),
        Arrays.stream(answers).filter(a -> a >= place).count());
  }

  /**
   * One row replaced or removed, whatever was released before: the other blocks answer the same,
   * and what the choice sees moves as the choice expects. That it does move by one up here and by
   * one down there also when a row is removed shows that nothing less would do.
   */
  @Test
  void oneRowChangesTheAnswerOfOneBlockAndCountsOfBlocksByOneEitherWay() {
    Randomness randomness = Randomness.reproducible(1);
    long widestReplaced = 0;
    long widestRemoved = 0;
    for (int trial = 0; trial < 300; trial++) {
      int count = (int) UniformInteger.below(30, randomness) + 1;
      double[][] rows = new double[count][];
      int[] labels = new int[count];
      int[] numbers = new int[count];
      for (int i = 0; i < count; i++) {
        rows[i] = row(2, randomness);
        labels[i] = (int) randomness.nextBits(1);
        numbers[i] = (int) UniformInteger.below(5, randomness);
      }
      int given = (int) UniformInteger.below(2, randomness);
      int[] weights = {(int) UniformInteger.below(65, randomness) - 32, 0, 0};
      BoundedDataset data = bound(rows, labels, Adjacency.REPLACE_ONE);
      long[] before = answers(data, numbers, weights, given);

      int changed = (int) UniformInteger.below(count, randomness);
      double[][] others = rows.clone();
      int[] otherLabels = labels.clone();
      others[changed] = row(2, randomness);
      otherLabels[changed] = (int) randomness.nextBits(1);
      long[] replaced =
          answers(bound(others, otherLabels, Adjacency.REPLACE_ONE), numbers, weights, given);
      widestReplaced = Math.max(widestReplaced, widest(before, replaced, numbers[changed]));

      if (count > 1) {
        int[] kept = IntStream.range(0, count).filter(i -> i != changed).toArray();
        long[] removed =
            answers(
                bound(
                    Arrays.stream(kept).mapToObj(i -> rows[i]).toArray(double[][]::new),
                    Arrays.stream(kept).map(i -> labels[i]).toArray(),
                    Adjacency.ADD_OR_REMOVE_ONE),
                Arrays.stream(kept).map(i -> numbers[i]).toArray(),
                weights,
                given);
        widestRemoved = Math.max(widestRemoved, widest(before, removed, numbers[changed]));
      }
    }
    assertThat(widestReplaced).isEqualTo(2);
    assertThat(widestRemoved).isEqualTo(2);
  }

  /** By how much more some place moved than another. */
  private static long widest(long[] before, long[] after, int block) {
    for (int k = 0; k < before.length; k++) {
      if (k != block) {
        assertThat(after[k]).isEqualTo(before[k]);
      }
    }
    long[] moves =
        IntStream.rangeClosed(0, 64).mapToLong(i -> depth(after, i) - depth(before, i)).toArray();
    assertThat(Arrays.stream(moves)).allMatch(move -> Math.abs(move) <= 1);
    return Arrays.stream(moves).max().orElseThrow() - Arrays.stream(moves).min().orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(
      value = Adjacency.class,
      names = "ADD_OR_REMOVE_PERSON",
      mode = EnumSource.Mode.EXCLUDE)
  void blocksAreReplacedAndRowsAreWhatTheAdjacencySays(Adjacency adjacency) {
    GridAggregate learner = GridAggregate.withDefaults();
    Shape shape = new Shape(0, 3, 2, adjacency);
    AggregatePlan plan =
        AggregatePlan.of(learner, shape, AggregatePlan.choices(learner, shape, PureDp.of(1)));

    assertThat(plan.among().search().shift()).isEqualTo(ValueShift.EITHER_WAY);
    assertThat(plan.last().shift()).isEqualTo(ValueShift.ofCounts(adjacency));
    assertThat(plan.among().event()).isEqualTo(plan.last().event());
    assertThat(plan.event())
        .isEqualTo(
            new PrivacyEvent.Repeated(new PrivacyEvent.ExponentialChoice((1 - 1e-12) / 4), 4));
  }

  /** 2·ln(2^21·80)·4 = 151.5: 151, as integers below it; blocks are four times as many and one. */
  @Test
  void thePlanSaysHowManyBlocksAndRows() {
    Plan plan = plan(LEARNER, 200_000, 3, Adjacency.REPLACE_ONE);
    assertThat(Math.ceil(8 * Math.log(Math.pow(2, 21) * 80))).isEqualTo(152);
    assertThat(plan.runnable()).isTrue();
    assertThat(plan.details())
        .containsEntry("choices", "4")
        .containsEntry("blocks", "605")
        .containsEntry("rowsPerBlock", "330")
        .containsEntry("grid", "2097153 weights from -128 to 128");
    assertThat(plan.reason())
        .contains("weights have at least 152 of 605 blocks on either side")
        .endsWith("the last one gets at most 151 rows fewer right than the best there is");
    // With a δ choices compose better than they add.
    Plan composed =
        LEARNER.plan(new Shape(200_000, 3, 2, Adjacency.REPLACE_ONE), ApproximateDp.of(1, 1e-6));
    assertThat(Double.parseDouble(composed.details().get("epsilonPerChoice"))).isGreaterThan(0.26);
    assertThat(Accountant.best(composed.event().orElseThrow()).epsilon(1e-6)).isBetween(0.99, 1.0);
  }

  @Test
  void tooFewRowsAreRefusedWithHowManyWouldDo() {
    Learner points = LEARNER.with("combine", "interior-points");
    Plan plan = plan(points, 4_839, 3, Adjacency.REPLACE_ONE);
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason())
        .isEqualTo(
            "an ε of 0.250 for each weight asks for 605 blocks, of 8 rows at least: bring 4840"
                + " rows, ask for a larger ε, set combine to mean, or use net-choice, or with a δ"
                + " noisy-descent");
    assertThat(plan(points, 4_840, 3, Adjacency.REPLACE_ONE).runnable()).isTrue();
    // By rule the mean is taken below that number, and refused where it would be noise.
    assertThat(plan(LEARNER, 4_839, 3, Adjacency.REPLACE_ONE).details())
        .containsEntry("combine", "mean");
    assertThat(plan(LEARNER, 4_840, 3, Adjacency.REPLACE_ONE).details())
        .containsEntry("blocks", "605");
    assertThat(plan(LEARNER, 40, 20, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "the noise in a mean of 40 directions of 20 features would be 1.3 of their length:"
                + " bring at least 103 rows, ask for a larger ε, set projection to fewer features,"
                + " or use net-choice, or with a δ noisy-descent");
    assertThat(plan(LEARNER, 103, 20, Adjacency.REPLACE_ONE).runnable()).isTrue();
    // Not known yet, or private and not declared: nothing to refuse.
    assertThat(plan(LEARNER, 0, 3, Adjacency.ADD_OR_REMOVE_ONE).runnable()).isTrue();
    // Whoever sets the blocks is told what that means.
    assertThat(plan(LEARNER.with("blocks", "9"), 100, 3, Adjacency.REPLACE_ONE).reason())
        .endsWith(
            "of so few blocks nothing is promised: a weight lies between theirs from 303 blocks"
                + " on");
  }

  @Test
  void tooManyWeightsAreRefusedWithWhatWouldDo() {
    assertThat(plan(LEARNER, 1_000_000, 64, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "grid-aggregate chooses one weight after the other, 64 at most, and not 65: set"
                + " projection to 63, or use net-choice, or with a δ rescaling-perceptron or"
                + " noisy-descent");
    assertThat(plan(LEARNER, 2_000_000_000, 60, Adjacency.REPLACE_ONE).reason())
        .contains("days on one core: set projection to 3");
    assertThat(
            plan(LEARNER.with("projection", "3"), 1_000_000, 500, Adjacency.REPLACE_ONE).details())
        .containsEntry("projection", "500 to 3 features");
  }

  @Test
  void tooFewRowsAreRefusedBeforeTheAllowanceIsUsed() {
    BoundedDataset data =
        bound(new double[][] {{0.5, 0.5}, {0, 1}}, new int[] {0, 1}, Adjacency.REPLACE_ONE);
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), PureDp.of(1), Randomness.reproducible(3));
    var allowance = ledger.spend("all of it", PureDp.of(1));

    assertThatThrownBy(() -> LEARNER.fit(data, allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("bring ");
    allowance.use(data.adjacency()); // nothing was drawn from it
  }

  /** With a budget so large that only a mistake can make it fail; rows a thousandth apart. */
  @Test
  void rowsWithoutAMarginAreLearned() {
    for (int classes : new int[] {2, 3}) {
      Randomness randomness = Randomness.reproducible(7);
      double[][] rows = new double[4_000][];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double angle = UniformInteger.below(1 << 20, randomness) * 2 * Math.PI / (1 << 20);
        rows[i] = new double[] {Math.cos(angle), Math.sin(angle)};
        labels[i] =
            classes == 2 ? (rows[i][0] * 3 - rows[i][1] > 1 ? 1 : 0) : (int) (angle * 3 / 6.2832);
      }
      BoundedDataset data =
          BoundedDataset.of(
              Schema.vectors(2, LabelSet.numbered(classes))
                  .adjacency(Adjacency.REPLACE_ONE)
                  .rows(RowBound.clip(1))
                  .intercept(1)
                  .build(),
              VectorTable.of(rows, labels));
      PureDp guarantee = PureDp.of(200);
      Ledger ledger =
          Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(3));
      for (Classifier model :
          List.of(
              LEARNER.fit(data, ledger.spend("all of it", guarantee)).model(),
              LEARNER.fitWithoutPrivacy(data).model())) {
        int wrong = 0;
        for (int i = 0; i < rows.length; i++) {
          wrong += model.predict(rows[i]) == labels[i] ? 0 : 1;
        }
        assertThat(wrong).as("%d classes", classes).isLessThanOrEqualTo(classes == 2 ? 20 : 200);
      }
    }
  }
}
