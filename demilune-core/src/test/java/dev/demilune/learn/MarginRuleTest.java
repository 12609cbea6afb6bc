// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarginRuleTest {

  private static final ApproximateDp GUARANTEE = ApproximateDp.of(1, 1e-5);

  private static Shape shape(long rows, int features, int classes) {
    return new Shape(rows, features, classes, Adjacency.ADD_OR_REMOVE_ONE);
  }

  /** μ = 0.26805 for this guarantee: 6/√2500 + 1.5·√100/(0.26805·2500) = 0.12 + 0.0224. */
  @Test
  void theMarginIsWhatRowsAndBudgetCanBear() {
    assertThat(MarginRule.MARGIN_ERM.margin(shape(2_500, 99, 2), GUARANTEE)).isEqualTo(0.142);
    // 0.5/√2500 + 2·√100/(0.26805·2500) = 0.01 + 0.0298
    assertThat(MarginRule.PROJECTED_SGD.margin(shape(2_500, 99, 2), GUARANTEE)).isEqualTo(0.04);
    // Ten classes in a ball of radius ten: √20 times as much, of the noise too.
    assertThat(MarginRule.PROJECTED_SGD.margin(shape(2_500, 99, 10), GUARANTEE)).isEqualTo(0.178);
  }

  @Test
  void itStaysWithinItsEnds() {
    for (MarginRule rule : MarginRule.values()) {
      for (long rows : new long[] {1, 100, 10_000, 1_000_000, 1L << 40}) {
        for (int features : new int[] {1, 100, 100_000}) {
          assertThat(rule.margin(shape(rows, features, 2), GUARANTEE)).isBetween(0.015, 0.5);
        }
      }
    }
  }

  @Test
  void projectedSgdAsksForNoMoreStepsThanThereIsTimeFor() {
    // 4/margin² steps of 60,000 · (7,850 + 50) products are 2·10^11.
    assertThat(MarginRule.PROJECTED_SGD.margin(shape(60_000, 784, 10), GUARANTEE)).isEqualTo(0.097);
    assertThat(MarginRule.PROJECTED_SGD.margin(shape(1L << 40, 784, 10), GUARANTEE))
        .isEqualTo(0.25);
  }

  @Test
  void withoutARowCountItIsATenth() {
    for (MarginRule rule : MarginRule.values()) {
      assertThat(rule.margin(shape(0, 5, 2), GUARANTEE)).isEqualTo(0.1);
    }
  }

  @Test
  void itDecidesForTheLearnersThatLeaveTheMarginToIt() {
    Shape shape = shape(2_500, 99, 2);
    for (Learner learner :
        List.of(
            BatchPerceptron.withDefaults(),
            MarginErm.withDefaults().with("margin", "auto"),
            ProjectedSgd.withDefaults())) {
      MarginRule rule = MarginRule.of(learner.name()).orElseThrow();
      String decided = Double.toString(rule.margin(shape, GUARANTEE));
      TrainingPlan plan = learner.plan(shape, GUARANTEE).orThrow();
      TrainingPlan set = learner.with("margin", decided).plan(shape, GUARANTEE).orThrow();

      assertThat(learner.settings()).containsEntry("margin", "auto");
      assertThat(plan.isOf(learner)).isTrue();
      // What people read on the certificate says what to set for the same model.
      assertThat(plan.settings()).isEqualTo(learner.with("margin", decided).settings());
      assertThat(plan.details())
          .containsEntry("margin", decided)
          .containsAllEntriesOf(set.details());
      assertThat(plan.charged()).isEqualTo(set.charged());
    }
  }
}
