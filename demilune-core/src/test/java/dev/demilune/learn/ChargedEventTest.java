// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever was charged for an event does this event, however many rows turn out to be there. */
class ChargedEventTest {

  private static final ApproximateDp GUARANTEE = ApproximateDp.of(1, 1e-6);

  record Case(Learner learner, Adjacency adjacency, long expectedRows) {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Learner some : Learners.all()) {
      // By itself it makes no plan for so few rows.
      Learner learner = some.name().equals("grid-aggregate") ? some.with("blocks", "3") : some;
      for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
        if (!learner.description().adjacencies().contains(adjacency)
            // of named columns: the laws have the same for it
            || learner.description().audit().table() == AuditCase.Table.COLUMNS) {
          continue;
        }
        for (long rows : new long[] {0, 3, 1000}) {
          cases.add(new Case(learner, adjacency, rows));
        }
      }
    }
    return cases;
  }

  private static BoundedDataset data(Case one) {
    double[][] rows = {{1, 0}, {0, 1}, {1, 1}};
    var builder = Schema.vectors(2, LabelSet.numbered(2)).adjacency(one.adjacency);
    Schema schema =
        one.expectedRows == 0 ? builder.build() : builder.expectedRows(one.expectedRows).build();
    return BoundedDataset.of(schema, VectorTable.of(rows, new int[] {0, 1, 1}));
  }

  private static Ledger ledger(Case one) {
    return Ledger.inMemory("customers", one.adjacency, GUARANTEE, Randomness.reproducible(1));
  }

  private static PrivacyEvent done(PrivateFit fit) {
    return EventJson.read(JsonParser.parseString(fit.certificate().eventJson()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theFitDoesWhatThePlanForTheSchemaSaid(Case one) {
    BoundedDataset data = data(one);
    TrainingPlan plan = one.learner.plan(Shape.of(data.schema()), GUARANTEE).orThrow();

    PrivateFit fit = one.learner.fit(data, ledger(one).spend("model", plan));

    assertThat(done(fit)).isEqualTo(plan.charged());
    assertThat(fit.plan()).isSameAs(plan);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theFitDoesWhatThePlanForTheDataSaid(Case one) {
    BoundedDataset data = data(one);
    TrainingPlan plan = one.learner.plan(Shape.of(data), GUARANTEE).orThrow();

    PrivateFit fit = one.learner.fit(data, ledger(one).spend("model", plan));

    assertThat(done(fit)).isEqualTo(plan.charged());
    assertThat(fit.plan()).isSameAs(plan);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anotherEventIsRefusedAndTheAllowanceStays(Case one) {
    PrivacyEvent other = new PrivacyEvent.GaussianSum(1000);
    Allowance allowance = ledger(one).spend("model", GUARANTEE, other);

    assertThatThrownBy(() -> one.learner.fit(data(one), allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the allowance for 'model' was charged for another plan");
    allowance.use(one.adjacency); // nothing was drawn from it
  }

  /** What was charged is what runs: not even a plan that is equal in every way runs instead. */
  @ParameterizedTest
  @MethodSource("cases")
  void theLikeOfAPlanIsRefusedAndTheAllowanceStays(Case one) {
    BoundedDataset data = data(one);
    TrainingPlan charged = one.learner.plan(Shape.of(data), GUARANTEE).orThrow();
    TrainingPlan alike = one.learner.plan(Shape.of(data), GUARANTEE).orThrow();
    Allowance allowance = ledger(one).spend("model", charged);

    assertThatThrownBy(() -> alike.run(data, allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the allowance for 'model' was charged for another plan");
    charged.run(data, allowance);
    assertThatThrownBy(() -> charged.run(data, allowance))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("refuses a second use");
  }

  /** Noise is planned for the shape: rows of another one would release more than is paid for. */
  @Test
  void rowsOfAnotherShapeAreRefusedAndTheAllowanceStays() {
    Case one = new Case(Learners.named("objective-perturbation"), Adjacency.REPLACE_ONE, 0);
    BoundedDataset data = data(one);
    for (Shape other :
        List.of(
            new Shape(3, 2, 3, Adjacency.REPLACE_ONE), new Shape(3, 1, 2, Adjacency.REPLACE_ONE))) {
      TrainingPlan plan = one.learner.plan(other, GUARANTEE).orThrow();
      Allowance allowance = ledger(one).spend("model", plan);

      assertThatThrownBy(() -> plan.run(data, allowance))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("and the rows have 2 and 2: plan for the schema of these rows");
      allowance.use(Adjacency.REPLACE_ONE); // nothing was drawn from it
    }
  }
}
