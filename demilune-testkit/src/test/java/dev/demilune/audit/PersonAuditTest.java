// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A person of ten rows is there or not. What her rows share is as well hidden as one row; the same
 * rows without sharing are found out. One false alarm in a million seeds.
 */
class PersonAuditTest {

  private static final ApproximateDp CLAIM = ApproximateDp.of(1, 1e-5);
  private static final double CONFIDENCE = 1 - 1e-6;
  private static final int TRIALS = 400;

  private static AuditResult audit(String learner, Adjacency adjacency, int rows) {
    Learner configured = WorstCase.learner(learner);
    return new LearnerAudit(
            configured, CLAIM, adjacency, rows, LearnerAudit.Method.RUNS, TRIALS, CONFIDENCE)
        .run(Seeds.randomness("persons " + learner), Progress.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"noisy-descent", "private-svm", "batch-perceptron", "additive"})
  void thePromiseToPersonsStands(String learner) {
    for (int rows : new int[] {1, 3, 10}) {
      assertThat(audit(learner, Adjacency.ADD_OR_REMOVE_PERSON, rows).refuted()).isFalse();
    }
  }

  /** A plan for rows, whose noise knows nothing of the other nine. */
  @ParameterizedTest
  @ValueSource(strings = {"noisy-descent", "private-svm", "batch-perceptron"})
  void aPromiseToRowsIsNoneToPersons(String learner) {
    AuditResult ignored = audit(learner, Adjacency.ADD_OR_REMOVE_ONE, 10);
    assertThat(ignored.refuted()).isTrue();
    assertThat(ignored.lowerBound()).isGreaterThan(4);
    assertThat(audit(learner, Adjacency.ADD_OR_REMOVE_ONE, 1).refuted()).isFalse();
  }

  @Test
  void severalRowsAreAddedOrRemovedAndByRunsOnly() {
    assertThatThrownBy(() -> audit("noisy-descent", Adjacency.REPLACE_ONE, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("use add-or-remove-person");
    assertThatThrownBy(
            () ->
                new LearnerAudit(
                    WorstCase.learner("noisy-descent"),
                    CLAIM,
                    Adjacency.ADD_OR_REMOVE_PERSON,
                    LearnerAudit.Method.ONE_RUN,
                    100,
                    0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("by many runs");
  }
}
