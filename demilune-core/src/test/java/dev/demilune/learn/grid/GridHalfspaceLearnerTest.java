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
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
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
  void moreThanTwoFeaturesAreRefusedWithWhatWouldDo() {
    assertThat(plan(1_000, 3, 2, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "grid-halfspace is for one or two features and not for 3, as its work goes with the"
                + " rows to the power of the features and one: set projection to 2, or use"
                + " grid-aggregate or noisy-descent");
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
  void oneAndTwoFeaturesAreLearnedWithTheirThreshold() {
    for (int features = 1; features <= 2; features++) {
      Random random = new Random(features);
      double[][] rows = new double[features == 1 ? 300 : 60][features];
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
          wrong += model.predict(EncodedRow.of(rows[i])) == labels[i] ? 0 : 1;
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
