/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Learners;
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
