// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.mechanism.Exponential;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class PlaneChoiceTest {

  private static final Learner LEARNER = PlaneChoice.withDefaults();

  private static Plan plan(long rows, int features, int classes, Adjacency adjacency) {
    return LEARNER.plan(new Shape(rows, features, classes, adjacency), PureDp.of(1));
  }

  @Test
  void onePlanIsOneChoiceForEachHalfspace() {
    Plan two = plan(1_000, 2, 2, Adjacency.REPLACE_ONE);
    assertThat(two.event()).contains(new PrivacyEvent.ExponentialChoice(1 - 1e-12));
    assertThat(plan(1_000, 3, 4, Adjacency.REPLACE_ONE).details()).containsEntry("choices", "4");
    // 2·ln(20·12·2^113) = 167.6, and half of it
    assertThat(two.reason()).contains("at most 168 mistakes more than the best of its candidates");
    assertThat(plan(1_000, 2, 2, Adjacency.ADD_OR_REMOVE_ONE).reason())
        .contains("at most 83.8 mistakes");
    assertThat(2 * (Math.log(20 * 12) + 113 * Math.log(2))).isCloseTo(167.6, within(0.05));
  }

  @Test
  void largeTablesAreSampledAndCostTheSame() {
    for (Adjacency adjacency : List.of(Adjacency.REPLACE_ONE, Adjacency.ADD_OR_REMOVE_ONE)) {
      Plan plan = plan(1_000_000, 2, 2, adjacency);
      assertThat(plan.reason()).startsWith("10000 of 1000000 rows are drawn for each halfspace");
      // ln(1 + 100·(e - 1)) = 5.152
      assertThat(plan.details()).containsEntry("epsilonPerChoice", "5.152");
      assertThat(Accountant.best(plan.event().orElseThrow()).epsilon(0)).isBetween(0.9999, 1.0);
      assertThat(plan(3_000, 2, 2, adjacency).reason()).doesNotContain("drawn");
    }
    assertThat(plan(1_000_000, 2, 2, Adjacency.REPLACE_LABEL).reason())
        .contains("for replaced labels samples save nothing");
  }

  @Test
  void moreThanThreeFeaturesAreRefusedWithWhatWouldDo() {
    assertThat(plan(1_000, 4, 2, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "plane-choice is for one or two features and a threshold, or for three features"
                + " without, and not for 4: set projection to 2, or use grid-halfspace,"
                + " net-choice, or with a δ rescaling-perceptron or noisy-descent");
  }

  /** n = max(2·r/ε, 8)·ln(2N/β)/α with N = 12·2^113. */
  @Test
  void rowsNeededAreThoseOfTheProof() {
    Shape shape = new Shape(1_000, 2, 2, Adjacency.REPLACE_ONE);
    Goal goal = new Goal(0.01, 0.1, 0.05);
    double logarithm = Math.log(12 * 2 / 0.05) + 113 * Math.log(2);
    assertThat(LEARNER.rowsNeeded(shape, PureDp.of(1), goal).guaranteed())
        .hasValue(Math.ceil(80 * logarithm));
    assertThat(LEARNER.rowsNeeded(shape, PureDp.of(0.1), goal).guaranteed())
        .hasValue(Math.ceil(400 * logarithm));
    assertThat(
            LEARNER
                .rowsNeeded(new Shape(1_000, 4, 2, Adjacency.REPLACE_ONE), PureDp.of(1), goal)
                .guaranteed())
        .isEmpty();
  }

  @Test
  void thePagesHaveTheseNumbers() throws IOException {
    Shape shape = new Shape(1_000, 2, 2, Adjacency.REPLACE_ONE);
    Goal goal = new Goal(0.01, 0.1, 0.05);
    for (double epsilon : new double[] {0.5, 1}) {
      double rows = LEARNER.rowsNeeded(shape, PureDp.of(epsilon), goal).guaranteed().orElseThrow();
      assertThat(Files.readString(Path.of("../docs/grid.md")))
          .contains(String.format(Locale.ROOT, "%,.0f for an error", rows));
    }
    assertThat(Files.readString(Path.of("../docs/learners/plane-choice.md")))
        .contains("2·ln(20 · 12 · 2^113)/ε = 168/ε");
  }

  /** With a budget so large that only a mistake can make it fail. */
  @Test
  void oneToThreeFeaturesAreLearned() {
    for (int features = 1; features <= 3; features++) {
      Random random = new Random(features);
      double[][] rows = new double[200][features];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double score = features == 3 ? 0 : -0.25; // without a threshold
        for (int j = 0; j < features; j++) {
          rows[i][j] = random.nextInt(-500, 501) / 1000.0;
          score += (j == 1 ? -2 : j + 1) * rows[i][j];
        }
        labels[i] = score > 0 ? 1 : 0;
      }
      BoundedDataset data = data(rows, labels, 2);
      for (Classifier model : models(data)) {
        assertThat(wrong(model, rows, labels)).as("%d features", features).isLessThanOrEqualTo(1);
      }
    }
  }

  /** Three classes, each of which a line can tell from the others. */
  @Test
  void severalClassesHaveAHalfspaceEach() {
    Random random = new Random(7);
    double[][] rows = new double[150][2];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = i % 3;
      double angle = 2 * Math.PI * labels[i] / 3 + 0.4 * (random.nextDouble() - 0.5);
      rows[i][0] = 0.8 * Math.cos(angle);
      rows[i][1] = 0.8 * Math.sin(angle);
    }
    for (Classifier model : models(data(rows, labels, 3))) {
      assertThat(wrong(model, rows, labels)).isLessThanOrEqualTo(30);
    }
  }

  /** Half of a table with one class per half-plane is enough at this budget. */
  @Test
  void samplesAreLearnedFrom() {
    double[][] rows = new double[400][];
    int[] labels = new int[rows.length];
    Random random = new Random(11);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {random.nextDouble() - 0.5, random.nextDouble() - 0.5};
      labels[i] = rows[i][0] > 0.1 ? 1 : 0;
    }
    for (Adjacency adjacency : List.of(Adjacency.REPLACE_ONE, Adjacency.ADD_OR_REMOVE_ONE)) {
      BoundedDataset data =
          BoundedDataset.of(
              Schema.vectors(2, LabelSet.numbered(2))
                  .adjacency(adjacency)
                  .rows(RowBound.clip(1))
                  .expectedRows(rows.length)
                  .build(),
              VectorTable.of(rows, labels));
      PureDp guarantee = PureDp.of(20);
      Ledger ledger = Ledger.inMemory("test", adjacency, guarantee, Randomness.reproducible(4));
      Classifier model =
          LEARNER.with("sample", "200").fit(data, ledger.spend("half", guarantee)).model();
      assertThat(wrong(model, rows, labels)).isLessThanOrEqualTo(20);
    }
  }

  @Test
  void oneThreadAndManyChooseTheSame() throws Exception {
    SpaceRows rows = CellChoiceTest.rows(new Random(9), 200, 32_000);
    CellChoice choice = new CellChoice(FaceLattice.FINE, rows);
    List<long[]> chosen = new ArrayList<>();
    for (int threads : new int[] {1, 5}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      chosen.add(
          pool.submit(() -> choice.choose(Exponential.of(0.5), Randomness.reproducible(5))).get());
      pool.shutdown();
    }
    assertThat(chosen.get(0)).isEqualTo(chosen.get(1));
  }

  @Test
  void theOrderOfRowsChangesNothing() {
    SpaceRows rows = CellChoiceTest.rows(new Random(10), 100, 5); // with equal ones
    int[] values = new int[rows.values().length];
    boolean[] positive = new boolean[rows.size()];
    for (int i = 0; i < positive.length; i++) {
      int from = positive.length - 1 - i;
      System.arraycopy(rows.values(), 3 * from, values, 3 * i, 3);
      positive[i] = rows.isPositive(from);
    }
    for (int seed = 0; seed < 5; seed++) {
      assertThat(chosen(new SpaceRows(values, positive), seed)).isEqualTo(chosen(rows, seed));
    }
  }

  private static long[] chosen(SpaceRows rows, int seed) {
    return new CellChoice(FaceLattice.FINE, rows)
        .choose(Exponential.of(0.5), Randomness.reproducible(seed));
  }

  @Test
  void rowsOfOneClassAreLearnedAsThatClass() {
    double[][] rows = new double[300][];
    Random random = new Random(12);
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {random.nextDouble() - 0.5, random.nextDouble() - 0.5};
    }
    for (int label = 0; label < 2; label++) {
      int[] labels = new int[rows.length];
      Arrays.fill(labels, label);
      for (Classifier model : models(data(rows, labels, 2))) {
        assertThat(wrong(model, rows, labels)).isZero();
      }
    }
  }

  private static List<Classifier> models(BoundedDataset data) {
    PureDp guarantee = PureDp.of(600);
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(3));
    return List.of(
        LEARNER.fit(data, ledger.spend("all of it", guarantee)).model(),
        LEARNER.fitWithoutPrivacy(data).model());
  }

  private static int wrong(Classifier model, double[][] rows, int[] labels) {
    int wrong = 0;
    for (int i = 0; i < rows.length; i++) {
      wrong += model.predict(rows[i]) == labels[i] ? 0 : 1;
    }
    return wrong;
  }

  private static BoundedDataset data(double[][] rows, int[] labels, int classes) {
    return BoundedDataset.of(
        Schema.vectors(rows[0].length, LabelSet.numbered(classes))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1))
            .build(),
        VectorTable.of(rows, labels));
  }
}
