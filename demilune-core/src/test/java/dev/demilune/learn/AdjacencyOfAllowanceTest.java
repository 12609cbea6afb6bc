// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Allowance;
import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A learner looks at the adjacency before anything else: before the plan, the count and a row. */
class AdjacencyOfAllowanceTest {

  /**
   * But for the one that protects labels only and the one of named columns, which would refuse
   * these data anyway; the laws have the same for them.
   */
  static List<Learner> learners() {
    return Learners.all().stream()
        .filter(
            some ->
                some.description().adjacencies().containsAll(LearnerDescription.ROW_ADJACENCIES))
        .filter(some -> some.description().audit().table() != AuditCase.Table.COLUMNS)
        .toList();
  }

  private static BoundedDataset data(Adjacency adjacency) {
    double[][] rows = {{1, 0}, {0, 1}, {1, 1}};
    Schema schema = Schema.vectors(2, LabelSet.numbered(2)).adjacency(adjacency).build();
    return BoundedDataset.of(schema, VectorTable.of(rows, new int[] {0, 1, 1}));
  }

  private static Allowance allowance(Guarantee guarantee) {
    return Ledger.inMemory(
            "customers", Adjacency.ADD_OR_REMOVE_ONE, guarantee, Randomness.reproducible(1))
        .spend("churn model", guarantee);
  }

  @ParameterizedTest
  @MethodSource("learners")
  void refusesDataOfAnotherAdjacencyAndLeavesTheAllowance(Learner learner) {
    Allowance allowance = allowance(ApproximateDp.of(1, 1e-6));

    refused(learner, allowance);

    PrivateFit fit = learner.fit(data(Adjacency.ADD_OR_REMOVE_ONE), allowance);
    assertThat(fit.certificate().adjacency()).isEqualTo(Adjacency.ADD_OR_REMOVE_ONE);
  }

  /** Gaussian noise cannot be pure: the plan refuses too, and must not be asked. */
  @ParameterizedTest
  @MethodSource("learners")
  void refusesBeforeItPlansWithARowCountThatTheLedgerHoldsPrivate(Learner learner) {
    refused(learner, allowance(PureDp.of(1)));
  }

  private static void refused(Learner learner, Allowance allowance) {
    assertThatThrownBy(() -> learner.fit(data(Adjacency.REPLACE_ONE), allowance))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the allowance for 'churn model' cannot be used on these data: ledger 'customers'"
                + " counts for ADD_OR_REMOVE_ONE and the schema says REPLACE_ONE; give both the"
                + " same adjacency");
  }
}
