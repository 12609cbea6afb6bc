// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import org.junit.jupiter.api.Test;

/** Every learner can be audited: a new one without an attack fails here. */
class WorstCasesTest {

  @Test
  void everyLearnerHasAnAttack() {
    assertThat(WorstCases.names())
        .as("attacks; add one to WorstCases for a new learner")
        .containsAll(Learners.all().stream().map(Learner::name).toList());
  }

  @Test
  void theSettingsOfEveryAttackAreTheLearners() {
    for (Learner learner : Learners.all()) {
      assertThat(WorstCases.learner(learner.name()).name()).isEqualTo(learner.name());
    }
  }

  @Test
  void aNameThatIsNoLearnerIsRefused() {
    assertThatThrownBy(() -> WorstCases.learner("oracle"))
        .hasMessageStartingWith("there is no learner 'oracle'");
  }
}
