// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
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
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

public class AngleHalfspaceTest {

  private static Plan plan(Learner learner, int features, int classes, Adjacency adjacency) {
    return learner.plan(new Shape(1_000, features, classes, adjacency), PureDp.of(1));
  }

  @Test
  void onePlanIsOneChoiceForEachHalfspace() {
    Learner learner = AngleHalfspace.withDefaults();
    assertThat(plan(learner, 2, 2, Adjacency.REPLACE_ONE).event())
        .contains(new PrivacyEvent.ExponentialChoice(1 - 1e-12));
    assertThat(plan(learner, 1, 3, Adjacency.REPLACE_ONE).details()).containsEntry("choices", "3");
    // 2·(ln(8·(2·32000² + 1)) + ln 20) = 53.0, and half of it
    assertThat(plan(learner, 2, 2, Adjacency.REPLACE_ONE).reason())
        .contains("at most 53.0 mistakes more than the best of its candidates");
    assertThat(plan(learner, 2, 2, Adjacency.ADD_OR_REMOVE_ONE).reason())
        .contains("at most 26.5 mistakes");
    assertThat(2 * Math.log(20 * 8 * (2 * 32_000.0 * 32_000 + 1))).isCloseTo(53, within(0.05));
  }

  /** a = ln(40·4M) = 26.5 and b = ln 40 = 3.69 make parts of √(a/2) : √(a/2) : √b. */
  @Test
  void halfCirclesAreTwoThresholdsAndAChoice() {
    Learner learner = AngleHalfspace.withDefaults().with("search", "half-circles");
    Plan plan = plan(learner, 2, 2, Adjacency.ADD_OR_REMOVE_ONE);
    PrivacyEvent.Composed event = (PrivacyEvent.Composed) plan.event().orElseThrow();
    PrivacyEvent.Repeated thresholds = (PrivacyEvent.Repeated) event.events().get(0);
    double first = ((PrivacyEvent.ExponentialChoice) thresholds.event()).epsilon();
    double last = ((PrivacyEvent.ExponentialChoice) event.events().get(1)).epsilon();
    assertThat(thresholds.times()).isEqualTo(2);
    assertThat(2 * first + last).isCloseTo(1, within(1e-11)).isLessThan(1);
    assertThat(first).isCloseTo(0.3956, within(1e-4));
    assertThat(first / last)
        .isCloseTo(
            Math.sqrt(0.5 * Math.log(40 * 4 * (2 * 32_000.0 * 32_000 + 1)) / Math.log(40)),
            within(1e-9));
    // 26.51/0.3956 = 67.03 and 3.69/0.2088 = 17.7: 67 + 17, because mistakes are integers.
    assertThat(plan.reason())
        .contains("at most 84.0 mistakes more than the best of its candidates");
    assertThat(plan(learner, 1, 3, Adjacency.REPLACE_ONE).event().orElseThrow().toString())
        .contains("6 × (exponential", "3 × (exponential");
    assertThat(learner.settings()).containsEntry("search", "half-circles");
    assertThatThrownBy(() -> learner.with("search", "spiral"))
        .hasMessageContaining("must be one of perimeter, half-circles");
  }

  /** n = max(2·ln(2N/β)·r/ε, 8·ln(2N/β))/α with N = 8·(2·32000² + 1). */
  @Test
  void rowsNeededAreThoseOfTheProof() {
    Learner learner = AngleHalfspace.withDefaults();
    Shape shape = new Shape(1_000, 2, 2, Adjacency.REPLACE_ONE);
    Goal goal = new Goal(0.01, 0.1, 0.05);
    double logarithm = Math.log(8 * (2 * 32_000.0 * 32_000 + 1) * 2 / 0.05);
    assertThat(learner.rowsNeeded(shape, PureDp.of(1), goal).guaranteed())
        .hasValue(Math.ceil(80 * logarithm));
    assertThat(learner.rowsNeeded(shape, PureDp.of(1), goal).expected().getAsDouble())
        .isCloseTo(20 * Math.log(Math.PI / (0.01 * 0.05)), within(1.0));
    assertThat(learner.rowsNeeded(shape, PureDp.of(0.1), goal).guaranteed().getAsDouble())
        .isCloseTo(20 * logarithm * 2 / 0.1, within(1.0));
    assertThat(learner.rowsNeeded(shape, PureDp.of(1), new Goal(0.9, 0.1, 0.05)).guaranteed())
        .as("whatever the margin is")
        .isEqualTo(learner.rowsNeeded(shape, PureDp.of(1), goal).guaranteed());
    assertThat(
            learner
                .with("search", "half-circles")
                .rowsNeeded(shape, PureDp.of(0.1), goal)
                .guaranteed()
                .getAsDouble())
        .isGreaterThan(20 * logarithm * 2 / 0.1 * 2.5);
    assertThat(
            learner
                .rowsNeeded(new Shape(1_000, 3, 2, Adjacency.REPLACE_ONE), PureDp.of(1), goal)
                .guaranteed())
        .isEmpty();
  }

  @Test
  void thePageOnGridsHasTheseNumbers() throws IOException {
    String page = Files.readString(Path.of("../docs/grid.md"));
    for (AngleHalfspace.Search search : AngleHalfspace.Search.values()) {
      Learner learner = AngleHalfspace.withDefaults().with("search", Setting.word(search));
      StringBuilder line = new StringBuilder();
      for (Adjacency adjacency : List.of(Adjacency.REPLACE_ONE, Adjacency.ADD_OR_REMOVE_ONE)) {
        String reason = plan(learner, 2, 2, adjacency).reason();
        String mistakes =
            reason.replaceAll(".*at most ([0-9.]+) mistakes.*", "$1").replace(".0", "");
        line.append(" | ").append(mistakes);
      }
      assertThat(page).contains(line + " |\n");
    }
    for (double epsilon : new double[] {0.5, 0.1}) {
      Shape shape = new Shape(1_000, 2, 2, Adjacency.REPLACE_ONE);
      double rows =
          AngleHalfspace.withDefaults()
              .rowsNeeded(shape, PureDp.of(epsilon), new Goal(0.01, 0.1, 0.05))
              .guaranteed()
              .orElseThrow();
      assertThat(page).contains(String.format(Locale.ROOT, "%,.0f for", rows));
    }
  }

  @Test
  void moreThanThePlaneIsRefusedWithWhatWouldDo() {
    Learner learner = AngleHalfspace.withDefaults();
    assertThat(plan(learner, 3, 2, Adjacency.REPLACE_ONE).reason())
        .isEqualTo(
            "angle-halfspace is for the plane, one feature and a constant or two features without,"
                + " and not for 3 features: set projection to 2, or use plane-choice,"
                + " net-choice, or with a δ rescaling-perceptron or noisy-descent");
    assertThat(plan(learner.with("projection", "2"), 500, 2, Adjacency.REPLACE_ONE).details())
        .containsEntry("projection", "500 to 2 features");
  }

  /** With a budget so large that only a mistake can make it fail; a threshold for comparison. */
  @Test
  void oneFeatureIsLearnedWithItsConstant() {
    for (int threshold : new int[] {-1, 300, 777, 1_000}) {
      double[][] rows = new double[1_000][];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new double[] {(2 * i - 999) / 1000.0};
        labels[i] = i > threshold ? 1 : 0;
      }
      BoundedDataset data =
          BoundedDataset.of(
              Schema.vectors(1, LabelSet.numbered(2))
                  .adjacency(Adjacency.REPLACE_ONE)
                  .rows(RowBound.clip(1))
                  .intercept(1)
                  .build(),
              VectorTable.of(rows, labels));
      PureDp guarantee = PureDp.of(200);
      Ledger ledger =
          Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(3));
      Learner learner = AngleHalfspace.withDefaults();
      Ledger another =
          Ledger.inMemory("test", data.adjacency(), guarantee, Randomness.reproducible(4));
      for (Classifier model :
          List.of(
              learner.fit(data, ledger.spend("all of it", guarantee)).model(),
              learner
                  .with("search", "half-circles")
                  .fit(data, another.spend("all of it", guarantee))
                  .model(),
              learner.fitWithoutPrivacy(data).model())) {
        int wrong = 0;
        for (int i = 0; i < rows.length; i++) {
          wrong += model.predict(rows[i]) == labels[i] ? 0 : 1;
        }
        assertThat(wrong).as("threshold %d", threshold).isLessThanOrEqualTo(1);
      }
    }
  }
}
