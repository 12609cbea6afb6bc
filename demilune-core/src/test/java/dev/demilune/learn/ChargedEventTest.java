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
import dev.demilune.learn.grid.GridAggregate;
import dev.demilune.learn.label.LabelPrivate;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.List;
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
      Learner learner = some instanceof GridAggregate ? some.with("blocks", "3") : some;
      for (Adjacency adjacency : Adjacency.values()) {
        if (learner instanceof LabelPrivate && adjacency != Adjacency.REPLACE_LABEL) {
          continue; // for public features only
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

  private static Allowance charge(Case one, PrivacyEvent event) {
    return Ledger.inMemory("customers", one.adjacency, GUARANTEE, Randomness.reproducible(1))
        .spend("model", GUARANTEE, event);
  }

  private static PrivacyEvent done(PrivateFit fit) {
    return EventJson.read(JsonParser.parseString(fit.certificate().eventJson()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theFitDoesWhatThePlanForTheSchemaSaid(Case one) {
    BoundedDataset data = data(one);
    PrivacyEvent event = one.learner.plan(Shape.of(data.schema()), GUARANTEE).event().orElseThrow();

    assertThat(done(one.learner.fit(data, charge(one, event)))).isEqualTo(event);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theFitDoesWhatThePlanForTheDataSaid(Case one) {
    BoundedDataset data = data(one);
    PrivacyEvent event = one.learner.plan(Shape.of(data), GUARANTEE).event().orElseThrow();

    assertThat(done(one.learner.fit(data, charge(one, event)))).isEqualTo(event);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anotherEventIsRefusedAndTheAllowanceStays(Case one) {
    PrivacyEvent other = new PrivacyEvent.GaussianSum(1000);
    Allowance allowance = charge(one, other);

    assertThatThrownBy(() -> one.learner.fit(data(one), allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the allowance for 'model' was charged for another plan");
    allowance.use(one.adjacency); // nothing was drawn from it
  }
}
