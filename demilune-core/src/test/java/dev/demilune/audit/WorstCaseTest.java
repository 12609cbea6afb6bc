// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import org.junit.jupiter.api.Test;

/** Every learner can be audited: a new one without an attack fails here. */
class WorstCaseTest {

  @Test
  void everyLearnerHasAnAttack() {
    for (Learner learner : Learners.all()) {
      assertThat(WorstCase.of(learner).tables(Adjacency.REPLACE_ONE).classes())
          .as(learner.name())
          .isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void theSettingsOfEveryAttackAreTheLearners() {
    for (Learner learner : Learners.all()) {
      assertThat(WorstCase.learner(learner.name()).name()).isEqualTo(learner.name());
    }
  }

  @Test
  void aNameThatIsNoLearnerIsRefused() {
    assertThatThrownBy(() -> WorstCase.learner("oracle"))
        .hasMessageStartingWith("there is no learner 'oracle'");
  }
}
