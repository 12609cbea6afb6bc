// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.data.VectorTable;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.NumberScale;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GridHalfspaceLearnerTest {

  private static final Learner LEARNER = GridHalfspaceLearner.withDefaults();

  private static Plan plan(long rows, int features, int classes, Adjacency adjacency) {
    return LEARNER.plan(new Shape(rows, features, classes, adjacency), PureDp.of(1));
  }

  @Test
  void onePlanIsOneSearchForEachHalfspace() {
    Plan two = plan(1_000, 1, 2, Adjacency.REPLACE_ONE);
    assertThat(two.event().orElseThrow()).isInstanceOf(PrivacyEvent.Composed.class);
    assertThat(two.details())
        .containsEntry("halfspaces", "1")
        .containsEntry("fractions", "2^18, 2^17")
        .doesNotContainKey("sample");
    assertThat(two.reason())
        .startsWith(
            "if a halfspace classifies all rows correctly, the chosen one is wrong on at most 131"
                + " rows");
    PrivacyEvent three = plan(1_000, 2, 3, Adjacency.REPLACE_ONE).event().orElseThrow();
    assertThat(three).isInstanceOf(PrivacyEvent.Repeated.class);
    assertThat(Accountant.best(three).epsilon(0)).isBetween(0.9999, 1.0);
  }

  @Test
  void largeTablesAreSampledAndCostTheSame() {
    for (Adjacency adjacency : List.of(Adjacency.REPLACE_ONE, Adjacency.ADD_OR_REMOVE_ONE)) {
      Plan plan = plan(1_000_000, 2, 2, adjacency);
      assertThat(plan.details()).containsKeys("sample", "epsilonOnSample");
      assertThat(Accountant.best(plan.event().orElseThrow()).epsilon(0)).isBetween(0.9999, 1.0);
    }
    assertThat(plan(1_000_000, 2, 2, Adjacency.REPLACE_LABEL).reason())
        .contains("for replaced labels samples save nothing");
    assertThat(LEARNER.with("sample", "off").settings()).containsEntry("sample", "off");
    assertThatThrownBy(() -> LEARNER.with("sample", "none")).isInstanceOf(DemiluneException.class);
  }

  @Test
  void moreThanFourFeaturesAreRefusedWithWhatWouldDo() {
    assertThat(plan(1_000, 5, 2, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "grid-halfspace is for one to four features and not for 5, as its work goes with the"
                + " rows to the power of the features and one: set projection to 4, or use"
                + " net-choice, or with a δ rescaling-perceptron or noisy-descent");
  }

  /** What a refusal names does run, with the guarantee that it names it for. */
  @Test
  void whatARefusalNamesCanRun() {
    for (int features : new int[] {5, 10}) {
      Shape shape = new Shape(5_000, features, 2, Adjacency.REPLACE_ONE);
      for (String name : List.of("net-choice", "rescaling-perceptron", "noisy-descent")) {
        Learner named = Learners.named(name);
        assertThat(named.plan(shape, ApproximateDp.of(1, 1e-6)).runnable()).as(name).isTrue();
      }
      assertThat(Learners.named("net-choice").plan(shape, PureDp.of(1)).runnable()).isTrue();
      assertThat(LEARNER.with("projection", "4").plan(shape, PureDp.of(1)).runnable()).isTrue();
    }
  }

  @Test
  void aPrivateNumberOfRowsIsToBeDeclaredForMoreThanTwoFeatures() {
    assertThat(plan(0, 2, 2, Adjacency.ADD_OR_REMOVE_ONE).runnable()).isTrue();
    assertThat(plan(0, 3, 2, Adjacency.REPLACE_ONE).runnable()).isTrue();
    assertThat(plan(0, 3, 2, Adjacency.ADD_OR_REMOVE_ONE).reason())
        .isEqualTo(
            "grid-halfspace of 3 features draws a sample, and needs the number of rows for it:"
                + " declare the schema's expected-rows, or set projection to 2");
  }

  /**
   * A plan that would be refused, or would draw too few rows to reach the goal, is not expected.
   */
  @Test
  void whatIsExpectedRuns() {
    Goal goal = new Goal(0.1, 0.1, 0.05);
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      for (int features = 1; features <= 4; features++) {
        Shape shape = new Shape(1_000, features, 2, adjacency);
        RowsNeeded needed = LEARNER.rowsNeeded(shape, PureDp.of(1), goal);
        if (needed.expected().isPresent()) {
          long rows = (long) needed.expected().getAsDouble();
          assertThat(plan(rows, features, 2, adjacency).runnable()).isTrue();
        }
        assertThat(needed.expected().isPresent())
            .as("%d features, %s", features, adjacency)
            .isEqualTo(features < 4 || adjacency != Adjacency.REPLACE_LABEL);
      }
    }
  }

  @Test
  void aPublicNumberOfRowsThatNobodyDeclaredIsCutToWhatCanBeSearched() {
    Constraints many = new GridHalfspace(1, 9).constraints(new long[1_000][1], new boolean[1_000]);
    Constraints part = GridHalfspaceLearner.part(many, 300, Randomness.reproducible(1));
    assertThat(part.size()).isEqualTo(300);
    assertThat(GridHalfspaceLearner.part(many, 1_000, Randomness.reproducible(1)).size())
        .isEqualTo(1_000);
  }

  /** Integers that the 16-bit grid of the rows cannot tell apart. */
  @Test
  void declaredIntegersAreLearnedExactly() {
    for (NumberScale scale : NumberScale.values()) {
      for (int features = 1; features <= 2; features++) {
        Schema schema = integers(features, -(1L << 40), 1L << 42, scale);
        Random random = new Random(features);
        StringBuilder csv = new StringBuilder(features == 1 ? "x1,y\n" : "x1,x2,y\n");
        for (int i = 0; i < 80; i++) {
          long first = 1_000_000_000_000L + random.nextInt(1_000);
          long second = 2_000_000_000_000L + random.nextInt(1_000);
          // x1 ≥ 10^12 + 500, or x1 - x2 ≥ -10^12
          boolean positive =
              features == 1 ? first >= 1_000_000_000_500L : first - second >= -1_000_000_000_000L;
          csv.append(first).append(features == 1 ? "" : "," + second);
          csv.append(positive ? ",b\n" : ",a\n");
        }
        BoundedDataset data = BoundedDataset.of(schema, csv(csv.toString()));
        PureDp guarantee = PureDp.of(1_000);
        Ledger ledger =
            Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(3));
        Classifier model = LEARNER.fit(data, ledger.spend("all of it", guarantee)).model();
        int wrong = 0;
        Table table = csv(csv.toString());
        RowEncoder encoder = schema.encoder(table);
        EncodedRow row = new EncodedRow();
        while (table.next()) {
          encoder.encode(table, row);
          wrong += model.predict(row) == row.label() ? 0 : 1;
        }
        assertThat(wrong).as("%d features, %s", features, scale).isLessThanOrEqualTo(1);
      }
    }
  }

  /** The numbers that reach the search are those of the file, up to 2^60 and to the last digit. */
  @Test
  void pointsAreTheDeclaredIntegersCountedFromTheMiddle() {
    long most = 1L << 60;
    Schema schema = integers(2, -(double) most, (double) most, NumberScale.MINUS_ONE_TO_ONE);
    String csv = "x1,x2,y\n" + (most - 1) + "," + (1 - most) + ",a\n" + most + ",no,b\n9e99,-3,b\n";
    BoundedDataset data = BoundedDataset.of(schema, csv(csv));
    RowIntegers integers = RowIntegers.of(Shape.of(data), 2);
    assertThat(integers.grid()).isEqualTo(new GridHalfspace(2, most));
    assertThat(integers.points(data))
        .isDeepEqualTo(new long[][] {{most - 1, 1 - most}, {most, 0}, {most, -3}});
    Schema odd = integers(1, 10, 15, NumberScale.ZERO_TO_ONE);
    BoundedDataset few = BoundedDataset.of(odd, csv("x1,y\n10,a\n15,b\n99,b\n"));
    integers = RowIntegers.of(Shape.of(few), 1);
    assertThat(integers.grid().largest()).containsExactly(3L); // from 12
    assertThat(integers.points(few)).isDeepEqualTo(new long[][] {{-2}, {3}, {3}});
  }

  @Test
  void rowsOfOtherIntegersThanPlannedAreRefusedBeforeTheyAreUsed() {
    Schema schema = integers(1, 0, 9, NumberScale.ZERO_TO_ONE);
    Schema other = integers(1, 0, 8, NumberScale.ZERO_TO_ONE);
    TrainingPlan plan = LEARNER.plan(Shape.of(schema), PureDp.of(1)).orThrow();
    BoundedDataset data = BoundedDataset.of(other, csv("x1,y\n1,a\n"));
    Ledger ledger =
        Ledger.inMemory("test", data.adjacency(), PureDp.of(1), Randomness.reproducible(3));
    assertThatThrownBy(() -> plan.run(data, ledger.spend("it", plan)))
        .hasMessageContaining("for other ranges of integers");
  }

  private static Table csv(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return CsvReader.open(new ByteArrayInputStream(bytes), "rows.csv", CsvFormat.standard());
  }

  private static Schema integers(int features, double low, double high, NumberScale scale) {
    SchemaBuilder builder = Schema.builder();
    for (int j = 1; j <= features; j++) {
      builder.integer("x" + j, low, high);
    }
    return builder
        .label("y", "a", "b")
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(RowBound.clip(1.5))
        .numbersTo(scale)
        .build();
  }

  @Test
  void rowsNeededAreOursBesideThePublishedOnes() {
    RowsNeeded needed =
        LEARNER.rowsNeeded(
            new Shape(1_000, 1, 2, Adjacency.REPLACE_ONE),
            ApproximateDp.of(1, 1e-6),
            new Goal(0.1, 0.1, 0.05));
    assertThat(needed.expected().orElseThrow()).isBetween(2_500.0, 3_000.0);
    assertThat(needed.guaranteed().orElseThrow()).isGreaterThan(1e12);
    assertThat(needed.bound()).contains("Kaplan, Mansour, Stemmer, Tsfadia 2020");
  }

  /** With a budget so large that only a mistake can make it fail, on rows that touch the border. */
  @Test
  void oneToFourFeaturesAreLearnedWithTheirThreshold() {
    for (int features = 1; features <= 4; features++) {
      Random random = new Random(features);
      double[][] rows = new double[new int[] {300, 60, 30, 16}[features - 1]][features];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        double score = -0.25;
        for (int j = 0; j < features; j++) {
          rows[i][j] = random.nextInt(-600, 601) / 1000.0;
          score += (j + 1) * rows[i][j];
        }
        labels[i] = score >= 0 ? 1 : 0;
      }
      BoundedDataset data = data(rows, labels);
      PureDp guarantee = PureDp.of(1_000);
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
        assertThat(wrong).as("%d features", features).isLessThanOrEqualTo(1);
      }
    }
  }

  private static BoundedDataset data(double[][] rows, int[] labels) {
    return BoundedDataset.of(
        Schema.vectors(rows[0].length, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(1))
            .build(),
        VectorTable.of(rows, labels));
  }
}
