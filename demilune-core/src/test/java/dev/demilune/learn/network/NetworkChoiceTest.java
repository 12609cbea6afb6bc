// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.learn.CorrectCount;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.model.NetworkClassifier;
import dev.demilune.model.NetworkLayer;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkChoiceTest {

  private static final NetworkChoice CHOICE = NetworkChoice.withDefaults();
  private static final Shape MOONS = new Shape(20_000, 2, 2, Adjacency.REPLACE_ONE);

  @Test
  void thePlanIsOneChoicePerRoundAndCostsNoMoreThanItMay() {
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      for (int rounds : new int[] {1, 3, 7, 16, 1000}) {
        Plan plan =
            CHOICE
                .with("rounds", Integer.toString(rounds))
                .plan(new Shape(1_000_000, 2, 2, adjacency), PureDp.of(0.7));
        PrivacyEvent event = plan.event().orElseThrow();
        assertThat(Accountant.best(event).epsilon(0)).isBetween(0.6999, 0.7);
        if (rounds == 3) {
          PrivacyEvent choice = new PrivacyEvent.ExponentialChoice(0.7 * (1 - 1e-12) / 3);
          assertThat(event).isEqualTo(new PrivacyEvent.Repeated(choice, 3));
        }
      }
    }
  }

  @Test
  void aDeltaBuysMoreForEachRound() {
    PrivacyEvent event = CHOICE.plan(MOONS, ApproximateDp.of(1, 1e-6)).event().orElseThrow();
    assertThat(Accountant.best(event).epsilon(1e-6)).isLessThanOrEqualTo(1);
    PrivacyEvent.Repeated rounds = (PrivacyEvent.Repeated) event;
    assertThat(rounds.times()).isEqualTo(16);
    assertThat(((PrivacyEvent.ExponentialChoice) rounds.event()).epsilon()).isGreaterThan(1.5 / 16);
  }

  @Test
  void roundsGrowWithRowsTimesBudget() {
    assertThat(rounds(20_000, 1)).isEqualTo("16");
    assertThat(rounds(2_000, 1)).isEqualTo("8");
    assertThat(rounds(2_000, 0.1)).isEqualTo("4");
    assertThat(rounds(2, 1)).isEqualTo("1");
    assertThat(rounds(0, 1)).isEqualTo("8");
  }

  private static String rounds(long rows, double epsilon) {
    Shape shape = new Shape(rows, 2, 2, Adjacency.REPLACE_ONE);
    return CHOICE.plan(shape, PureDp.of(epsilon)).details().get("rounds");
  }

  @Test
  void whatCannotWorkIsRefusedWithTheNearestThingThatCan() {
    Plan plan = CHOICE.with("candidates", "1000000000000").plan(MOONS, PureDp.of(1));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason())
        .isEqualTo(
            "1000000000000 candidates in each of 16 rounds would take about 1.2e+05 days on one"
                + " core: set candidates to 94696969 or less");
    assertThat(CHOICE.with("candidates", "94696969").plan(MOONS, PureDp.of(1)).runnable()).isTrue();
    plan = CHOICE.with("rounds", "16").plan(MOONS, PureDp.of(1e-5));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason())
        .isEqualTo(
            "with ε = 1.00e-05 all choices are as good as uniform, whatever the 20000 rows say: ask"
                + " for an ε of at least 8.00e-05, or bring 8.0 times the rows");
    Shape wide = new Shape(100, 10_000_000, 2, Adjacency.REPLACE_ONE);
    assertThat(CHOICE.plan(wide, PureDp.of(1)).reason())
        .isEqualTo(
            "10000000 features times 8 units are more weights than a network may have: set units to"
                + " 1 or less");
    wide = new Shape(100, 2_097_152, 2, Adjacency.REPLACE_ONE);
    assertThat(CHOICE.with("projection", "17").plan(wide, PureDp.of(1)).reason())
        .endsWith("more random signs than fit in memory: set projection to 16 or less");
  }

  @Test
  void settingsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> CHOICE.with("layers", "0"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("setting 'layers' must be a whole number from 1 to 8, got '0'");
    assertThatThrownBy(() -> CHOICE.with("projection", "0"))
        .hasMessageContaining("must be a whole number from 1 to");
    assertThatThrownBy(() -> CHOICE.with("candidates", "1"))
        .hasMessageContaining("from 2 to 1000000000000000, got '1'");
    assertThatThrownBy(() -> CHOICE.with("width", "1")).hasMessageContaining("has no setting");
    assertThat(CHOICE.with("projection", "off").settings()).containsEntry("projection", "off");
    for (String key : CHOICE.settings().keySet()) {
      assertThat(CHOICE.with(key, CHOICE.settings().get(key))).isEqualTo(CHOICE);
    }
  }

  /** Rows that try to break it, and networks as searches make them: counted one row at a time. */
  @Test
  void mistakesAreThoseOfTheModelRowByRow() {
    for (int trial = 0; trial < 24; trial++) {
      int classes = 2 + trial % 3;
      int features = 1 + trial;
      HostileRows rows = new HostileRows(500 + trial, features, classes);
      Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.clip(1));
      BoundedDataset data = HostileRows.bound(schema, rows.rows(700), rows.labels(700));
      NetworkShape shape =
          new NetworkShape(
              features,
              1 + trial % 2,
              1 + trial % 9,
              NetworkClassifier.outputs(classes),
              /* directions= */ 1 + trial % 11,
              trial % 3 == 0 ? 0 : 0.3,
              trial,
              /* norm= */ 0);
      NetworkCover cover = NetworkCover.everywhere(shape);
      List<double[]> numbers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        numbers.add(cover.next());
      }
      long[] counted = mistakes(data, shape, numbers);
      long all = data.privateSize();
      for (int i = 0; i < counted.length; i++) {
        NetworkClassifier model =
            NetworkClassifier.of(schema, shape.network(numbers.get(i), shape.projections()));
        // Sums are added in another order, so a score of exactly 0 may come out on either side.
        assertThat((double) counted[i])
            .isCloseTo((double) (all - CorrectCount.of(data, model)), within(ties(data, model)));
      }
    }
  }

  private static long[] mistakes(BoundedDataset data, NetworkShape shape, List<double[]> numbers) {
    List<Optional<dev.demilune.embed.SignProjection>> inner = new ArrayList<>(shape.projections());
    NetworkRows rows =
        new NetworkRows(data, NetworkLabels.all(data.classes()), inner.set(0, Optional.empty()));
    return rows.mistakes(numbers.stream().map(n -> shape.network(n, inner)).toList(), 0);
  }

  /** How many rows have two leading scores that only rounding tells apart. */
  private static double ties(BoundedDataset data, NetworkClassifier model) {
    int ties = 0;
    double[] scores = new double[data.classes()];
    int[] grid = new int[data.features()];
    for (int b = 0; b < data.blocks(); b++) {
      for (int row = 0; row < data.block(b).rows(); row++) {
        data.block(b).copyTo(row, grid);
        double[] vector = new double[grid.length];
        for (int j = 0; j < grid.length; j++) {
          vector[j] = (double) grid[j] / BoundedDataset.GRID_RADIUS;
        }
        model.scoresOfBounded(vector, scores);
        double[] sorted = scores.clone();
        java.util.Arrays.sort(sorted);
        ties += sorted[sorted.length - 1] - sorted[sorted.length - 2] < 1e-12 ? 1 : 0;
      }
    }
    return ties;
  }

  /** A margin counts rows that are right, but not by so much; at zero it is the prediction. */
  @Test
  void aMarginCountsRowsBelowIt() {
    HostileRows rows = new HostileRows(40, 3, 2);
    Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.clip(1));
    BoundedDataset data = HostileRows.bound(schema, rows.rows(300), rows.labels(300));
    for (int outputs : new int[] {1, 2}) { // one unit for two classes, or one for each
      NetworkShape shape = new NetworkShape(3, 1, 4, outputs, 3, 0.3, 1, 0);
      NetworkRows columns = new NetworkRows(data, NetworkLabels.all(2), Optional.empty());
      var network =
          List.of(
              shape.network(
                  NetworkCover.everywhere(shape).next(),
                  List.of(Optional.empty(), Optional.empty())));
      long before = columns.mistakes(network, 0)[0];
      for (double margin : new double[] {0.01, 0.1, 1, 1e9}) {
        long now = columns.mistakes(network, margin)[0];
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
      assertThat(before).isEqualTo(300);
    }
  }

  /** Neighbors of all kinds, against networks at random: never more than one, and often one. */
  @Test
  void noNeighborMovesACountByMoreThanOne() {
    long moved = 0;
    for (int trial = 0; trial < 20; trial++) {
      HostileRows rows = new HostileRows(600 + trial, 3, 2 + trial % 2);
      Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.scale());
      double[][] features = rows.rows(41);
      int[] labels = rows.labels(41);
      double[][] without = java.util.Arrays.copyOf(features, 40);
      int[] withoutLabels = java.util.Arrays.copyOf(labels, 40);
      NetworkShape shape =
          new NetworkShape(3, 1, 4, NetworkClassifier.outputs(2 + trial % 2), 2, 0.2, trial, 0);
      NetworkCover cover = NetworkCover.everywhere(shape);
      List<double[]> numbers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        numbers.add(cover.next());
      }
      long[] with = mistakes(HostileRows.bound(schema, features, labels), shape, numbers);
      long[] less = mistakes(HostileRows.bound(schema, without, withoutLabels), shape, numbers);
      for (int i = 0; i < 100; i++) {
        assertThat(with[i] - less[i]).isBetween(0L, 1L); // all in one direction
        moved += with[i] - less[i];
      }
    }
    assertThat(moved).isBetween(200L, 1800L);
  }

  @Test
  void candidatesArePublicAndStartWithTheWinner() {
    NetworkShape shape = new NetworkShape(2, 1, 3, 1, 2, 0.2, 5, 0);
    double[] winner = NetworkCover.everywhere(shape).next();
    assertThat(NetworkCover.everywhere(shape).next()).isEqualTo(winner);
    NetworkCover cover = NetworkCover.around(shape, winner, 0.01, 2);
    assertThat(cover.next()).isEqualTo(winner);
    double[] near = cover.next();
    double layer = 0;
    double apart = 0;
    for (int i = 0; i < shape.numbers(0); i++) {
      layer += near[i] * near[i];
      apart += (near[i] - winner[i]) * (near[i] - winner[i]);
    }
    assertThat(layer).isCloseTo(3, within(1e-12));
    assertThat(Math.sqrt(apart)).isBetween(0.001, 0.0174);
    assertThat(NetworkCover.around(shape, winner, 0.01, 3).next()).isEqualTo(winner);
    NetworkCover third = NetworkCover.around(shape, winner, 0.01, 3);
    third.next();
    assertThat(third.next()).isNotEqualTo(near);
  }

  /** A single number moved by its opposite has no direction: it still makes a network. */
  @Test
  void aLayerOfOneNumberNeverVanishes() {
    NetworkShape shape = new NetworkShape(1, 1, 1, 1, 1, 0, 0, 0);
    NetworkCover cover = NetworkCover.around(shape, new double[] {1, -1}, 1, 2);
    for (int i = 0; i < 100; i++) {
      for (double number : cover.next()) {
        assertThat(Math.abs(number)).isEqualTo(1);
      }
    }
  }

  /** The best of all candidates, by hand; and a budget without end chooses it too. */
  @Test
  void withoutNoiseTheBestCandidateWins() {
    HostileRows rows = new HostileRows(77, 2, 2);
    Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.clip(1));
    BoundedDataset data = HostileRows.bound(schema, rows.rows(300), rows.labels(300));
    NetworkChoice one = CHOICE.with("rounds", "1").with("candidates", "50");
    NetworkShape shape = NetworkPlan.network(one, Shape.of(data), schema.intercept());
    NetworkCover cover = NetworkCover.everywhere(shape);
    List<double[]> numbers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      numbers.add(cover.next());
    }
    long[] counts = mistakes(data, shape, numbers);
    int best = 0;
    for (int i = 1; i < counts.length; i++) {
      best = counts[i] < counts[best] ? i : best;
    }
    double expected = shape.network(numbers.get(best), shape.projections()).get(0).weight(0, 0);
    NetworkClassifier plain = (NetworkClassifier) one.fitWithoutPrivacy(data).model();
    assertThat(plain.layers().get(0).weight(0, 0)).isEqualTo(expected);
    PureDp plenty = PureDp.of(1000);
    try (Ledger ledger =
        Ledger.inMemory("t", Adjacency.REPLACE_ONE, plenty, Randomness.reproducible(1))) {
      NetworkClassifier fit =
          (NetworkClassifier) one.fit(data, ledger.spend("a fit", plenty)).model();
      assertThat(CorrectCount.of(data, fit)).isEqualTo(CorrectCount.of(data, plain));
    }
  }

  /** The number that docs/learners and docs/papers give, and one for a thousand features. */
  @Test
  void thePlanCountsTheCoverOfTheTheorem() {
    assertThat(CHOICE.plan(MOONS, PureDp.of(1)).details().get("theorem"))
        .contains("margin of 0.100 and Λ = 2.83: 7.3e+06 directions, a cover of 10^102 networks");
    Shape wide = new Shape(2_000, 1_000, 2, Adjacency.REPLACE_ONE);
    assertThat(CHOICE.with("norm", "1").with("margin", "0.5").plan(wide, PureDp.of(1)).details())
        .extractingByKey("theorem")
        .asString()
        .contains("margin of 0.500 and Λ = 1.00: ");
  }

  /** One network for each class: the same budget, divided by classes times rounds. */
  @Test
  void oneAgainstRestSharesTheBudget() {
    NetworkChoice learner = CHOICE.with("classes", "one-vs-rest");
    Plan plan = learner.plan(new Shape(2_000, 2, 3, Adjacency.REPLACE_ONE), PureDp.of(1));
    PrivacyEvent event = plan.event().orElseThrow();
    assertThat(Accountant.best(event).epsilon(0)).isBetween(0.9999, 1.0);
    assertThat(((PrivacyEvent.Repeated) event).times()).isEqualTo(18); // (2000/3)^0.28 is 6
    assertThat(plan.details()).containsEntry("rounds", "6 for each class");
    // Two classes are one problem, however it is asked.
    assertThat(learner.plan(MOONS, PureDp.of(1)).event())
        .isEqualTo(CHOICE.plan(MOONS, PureDp.of(1)).event());
  }

  /** A count for one class against the rest is that of a table of two classes, neighbors too. */
  @Test
  void oneAgainstRestCountsTheRowsOfATableOfTwoClasses() {
    HostileRows rows = new HostileRows(91, 3, 3);
    double[][] features = rows.rows(200);
    int[] labels = java.util.Arrays.stream(rows.labels(200)).map(k -> k % 3).toArray();
    BoundedDataset data = HostileRows.bound(numbered(3), features, labels);
    NetworkShape shape = new NetworkShape(3, 2, 4, 1, 3, 0.3, 1, /* norm= */ 2);
    NetworkCover cover = NetworkCover.everywhere(shape);
    for (int one = 0; one < 3; one++) {
      int positive = one;
      int[] against = java.util.Arrays.stream(labels).map(k -> k == positive ? 1 : 0).toArray();
      BoundedDataset two = HostileRows.bound(numbered(2), features, against);
      for (int trial = 0; trial < 30; trial++) {
        var network = List.of(shape.network(cover.next(), shape.projections()));
        assertThat(
                new NetworkRows(data, NetworkLabels.against(one, 3), Optional.empty())
                    .mistakes(network, 0))
            .isEqualTo(
                new NetworkRows(two, NetworkLabels.all(2), Optional.empty()).mistakes(network, 0));
      }
    }
  }

  private static Schema numbered(int classes) {
    return Schema.vectors(3, LabelSet.numbered(classes))
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(RowBound.clip(1))
        .intercept(0.3)
        .build();
  }

  /** Side by side, networks have the scores that each has alone. */
  @Test
  void networksSideBySideKeepTheirScores() {
    NetworkShape shape = new NetworkShape(3, 2, 5, 1, 3, 0.3, 1, 0);
    NetworkCover cover = NetworkCover.everywhere(shape);
    List<List<NetworkLayer>> three = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      three.add(shape.network(cover.next(), shape.projections()));
    }
    double[] row = {0.3, -0.5, 0.7};
    double[] together = new double[3];
    NetworkLayer.scores(SideBySide.of(three), row, together);
    for (int k = 0; k < 3; k++) {
      double[] alone = new double[2];
      NetworkLayer.scores(three.get(k), row, alone);
      assertThat(together[k]).isCloseTo(alone[1] - alone[0], within(1e-12));
    }
  }

  /** Λ is the norm of every layer; by rule a hidden one has the root of its units. */
  @Test
  void layersHaveTheNormThatIsSet() {
    for (double norm : new double[] {0, 2.5}) {
      NetworkShape shape = new NetworkShape(2, 2, 4, 1, 2, 0.2, 5, norm);
      double[] numbers = NetworkCover.everywhere(shape).next();
      int start = 0;
      for (int layer = 0; layer < 3; layer++) {
        double squares = 0;
        for (int i = start; i < start + shape.numbers(layer); i++) {
          squares += numbers[i] * numbers[i];
        }
        double expected = norm > 0 ? norm : layer < 2 ? 2 : 1;
        assertThat(Math.sqrt(squares)).isCloseTo(expected, within(1e-12));
        start += shape.numbers(layer);
      }
    }
  }
}
