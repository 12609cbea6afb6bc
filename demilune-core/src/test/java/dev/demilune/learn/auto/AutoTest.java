// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.gradient.HostileRows;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Certificate;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import org.junit.jupiter.api.Test;

class AutoTest {

  private static final ApproximateDp TARGET = ApproximateDp.of(1, 1e-5);
  private static final Auto AUTO = Demilune.classifier();

  private static String chosen(long rows, int features, int classes, Guarantee guarantee) {
    Shape shape = new Shape(rows, features, classes, Adjacency.ADD_OR_REMOVE_ONE);
    return AUTO.plan(shape, guarantee).details().get("chosen");
  }

  @Test
  void choosesByPublicSizes() {
    assertThat(chosen(455, 30, 2, TARGET)).isEqualTo("noisy-descent");
    assertThat(chosen(1_000, 30, 2, ApproximateDp.of(100, 1e-5)))
        .isEqualTo("objective-perturbation");
    assertThat(chosen(1_000, 30, 3, ApproximateDp.of(100, 1e-5))).isEqualTo("noisy-descent");
    assertThat(chosen(455, 300, 2, TARGET)).isEqualTo("noisy-descent");
    assertThat(chosen(0, 30, 2, TARGET)).isEqualTo("noisy-descent");
    assertThat(chosen(60_000, 784, 10, TARGET)).isEqualTo("kernel-margin");
    assertThat(chosen(7_291, 256, 10, TARGET)).isEqualTo("kernel-margin");
    assertThat(chosen(7_291, 256, 10, ApproximateDp.of(0.5, 1e-5))).isEqualTo("noisy-descent");
    assertThat(chosen(32_561, 123, 2, TARGET)).isEqualTo("objective-perturbation");
    assertThat(chosen(32_561, 123, 2, ApproximateDp.of(0.5, 1e-5))).isEqualTo("noisy-descent");
    assertThat(chosen(32_561, 123, 3, TARGET)).isEqualTo("noisy-descent");
    // A row replaced moves sums twice as far: half the signal.
    Shape replaced = new Shape(32_561, 123, 2, Adjacency.REPLACE_ONE);
    assertThat(AUTO.plan(replaced, TARGET).details()).containsEntry("chosen", "noisy-descent");
  }

  @Test
  void takesShapesWhereRowsAndBudgetAreEnoughForThem() {
    assertThat(ofColumns(4, 2, 900)).isEqualTo("noisy-descent"); // rows times budget is 241
    assertThat(ofColumns(4, 2, 1_000)).isEqualTo("additive");
    assertThat(ofColumns(50, 2, 1_000)).isEqualTo("noisy-descent"); // 10 for every column
    assertThat(ofColumns(50, 2, 2_000)).isEqualTo("additive");
    assertThat(ofColumns(18, 4, 300)).isEqualTo("noisy-descent");
    assertThat(ofColumns(18, 4, 400)).isEqualTo("additive"); // sooner for several classes
    assertThat(ofColumns(18, 4, 0)).isEqualTo("noisy-descent");
  }

  private static String ofColumns(int columns, int classes, long rows) {
    SchemaBuilder schema = Schema.builder().adjacency(Adjacency.ADD_OR_REMOVE_ONE);
    for (int j = 0; j < columns; j++) {
      schema.number("x" + j, 0, 1);
    }
    schema.label("class", LabelSet.numbered(classes).names().toArray(String[]::new));
    Shape shape = Shape.of(schema.build()).withRows(rows);
    return AUTO.plan(shape, TARGET).details().get("chosen");
  }

  @Test
  void refusesWhatWouldBeNoiseWithTheRowsOrTheEpsilonThatWouldDo() {
    Shape shape = new Shape(6_412, 55_197, 105, Adjacency.ADD_OR_REMOVE_ONE);
    String reason = AUTO.plan(shape, TARGET).reason();
    assertThat(reason)
        .startsWith(
            "what is learned of 105 classes of 55197 features would be noise: rows times budget is"
                + " 1.72e+03, and about 3.70e+03 is needed")
        .endsWith("to train on it all the same, name a learner, such as noisy-descent");
    long rows = Long.parseLong(reason.replaceAll(".*takes (\\d+) rows.*", "$1"));
    assertThat(AUTO.plan(shape.withRows(rows), TARGET).runnable()).isTrue();
    assertThat(AUTO.plan(shape.withRows(rows - 1), TARGET).runnable()).isFalse();
    double epsilon = Double.parseDouble(reason.replaceAll(".*an ε of ([0-9.]+);.*", "$1"));
    assertThat(epsilon).isBetween(1.8, 3.0);
    assertThat(AUTO.plan(shape, ApproximateDp.of(1.1 * epsilon, 1e-5)).runnable()).isTrue();
    assertThat(AUTO.plan(shape, ApproximateDp.of(0.9 * epsilon, 1e-5)).runnable()).isFalse();
    assertThat(AUTO.plan(shape.withRows(20), TARGET).reason()).doesNotContain("an ε of");
    assertThat(AUTO.plan(shape.withRows(0), TARGET).runnable()).isTrue();
    assertThat(NoisyDescent.withDefaults().plan(shape, TARGET).runnable()).isTrue();
  }

  @Test
  void plansWhatTheChosenLearnerPlansAndSaysWhy() {
    Shape shape = new Shape(455, 30, 2, Adjacency.ADD_OR_REMOVE_ONE);
    Plan plan = AUTO.plan(shape, TARGET);
    assertThat(plan.event())
        .isEqualTo(NoisyDescent.withDefaults().plan(shape, TARGET).event())
        .isPresent();
    assertThat(plan.reason())
        .startsWith("noisy-descent, because it did best at most sizes")
        .contains("rows times budget is 122");
  }

  @Test
  void theCertificateNamesTheChoiceAndItsReason() {
    BoundedDataset data = data(60);
    try (Ledger ledger =
        Ledger.inMemory("rows", Adjacency.REPLACE_ONE, TARGET, Randomness.reproducible(2))) {
      Certificate certificate = AUTO.fit(data, ledger.spend("model", TARGET)).certificate();
      assertThat(certificate.learner()).isEqualTo("auto");
      assertThat(certificate.settings())
          .containsEntry("chosen", "noisy-descent")
          .containsEntry("loss", "hinge");
      assertThat(certificate.settings().get("because")).contains("rows times budget is");
      assertThat(certificate.toString()).contains("Learner: auto, chosen noisy-descent, because");
    }
  }

  /** Before the rows are read their public number is not known, and another learner is chosen. */
  @Test
  void doesWhatWasChargedWhenTheRowsWereNotYetRead() {
    ApproximateDp large = ApproximateDp.of(100, 1e-5);
    BoundedDataset data = data(1_000);
    assertThat(AUTO.plan(Shape.of(data), large).details())
        .containsEntry("chosen", "objective-perturbation");
    Plan plan = AUTO.plan(Shape.of(data.schema()), large);
    assertThat(plan.details()).containsEntry("chosen", "noisy-descent");
    try (Ledger ledger =
        Ledger.inMemory("rows", Adjacency.REPLACE_ONE, large, Randomness.reproducible(3))) {
      Certificate certificate = AUTO.fit(data, ledger.spend("model", plan.orThrow())).certificate();
      assertThat(certificate.settings()).containsEntry("chosen", "noisy-descent");
      assertThat(certificate.event()).isEqualTo(plan.event().orElseThrow().toString());
    }
  }

  @Test
  void settingsLeaveLearnersThatHaveThem() {
    Shape small = new Shape(455, 30, 2, Adjacency.ADD_OR_REMOVE_ONE);
    Shape large = new Shape(60_000, 784, 10, Adjacency.ADD_OR_REMOVE_ONE);
    Auto steps = AUTO.with("steps", "7");
    assertThat(steps.plan(small, TARGET).details())
        .containsEntry("chosen", "noisy-descent")
        .containsEntry("steps", "7");
    assertThat(AUTO.with("regularization", "0.5").plan(large, TARGET).details())
        .containsEntry("chosen", "objective-perturbation")
        .containsEntry("because", "it has the settings that were given");
    assertThatThrownBy(() -> AUTO.with("colour", "blue"))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "no learner that auto chooses from has a setting 'colour': name the learner that is"
                + " meant");
    assertThatThrownBy(() -> steps.with("regularization", "0.5"))
        .hasMessageContaining("all of the settings 'steps', 'regularization'");
    assertThatThrownBy(() -> AUTO.with("steps", "-3"))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("setting 'steps' must be a whole number");
  }

  @Test
  void refusesWhatNoLearnerCanDoWithTheReason() {
    Shape shape = new Shape(455, 30, 2, Adjacency.ADD_OR_REMOVE_ONE);
    Plan plan = AUTO.with("steps", "50").plan(shape, PureDp.of(1));
    assertThat(plan.runnable()).isFalse();
    assertThat(plan.reason()).contains("Gaussian noise cannot meet");
  }

  @Test
  void purePrivacyHasLearnersOfItsOwn() {
    Shape many = new Shape(30_000, 123, 2, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(AUTO.plan(many, PureDp.of(1)).details())
        .containsEntry("chosen", "objective-perturbation")
        .containsEntry(
            "because",
            "with two classes and δ = 0 it did best where noise is short beside the rows, and it is"
                + " 0.00413 of them");
    assertThat(AUTO.plan(many, PureDp.of(0.01)).details())
        .containsEntry("chosen", "class-means")
        .containsEntry(
            "because",
            "at δ = 0 it did best where noise is long beside the rows, and it would be 0.413 of"
                + " them in all directions");
    assertThat(AUTO.plan(new Shape(60_000, 784, 10, Adjacency.REPLACE_ONE), PureDp.of(1)).details())
        .containsEntry("chosen", "class-means")
        .containsEntry("because", "with more than two classes it did best at δ = 0");
    assertThat(AUTO.plan(new Shape(0, 9, 2, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(1)).details())
        .containsEntry("chosen", "class-means");
  }

  private static BoundedDataset data(int count) {
    HostileRows rows = new HostileRows(21, 4, 2);
    Schema schema = rows.schema(Adjacency.REPLACE_ONE, RowBound.scale());
    return BoundedDataset.of(schema, VectorTable.of(rows.rows(count), rows.labels(count)));
  }
}
