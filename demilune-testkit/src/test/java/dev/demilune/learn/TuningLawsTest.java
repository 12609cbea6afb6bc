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
package dev.demilune.learn;

import dev.demilune.testkit.Law;
import dev.demilune.testkit.LearnerLaws;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A search is a learner, and keeps the laws of learners. It is not audited: thousands of searches
 * take long, and its price is an upper bound from which half the noise may not be told.
 */
class TuningLawsTest {

  @ParameterizedTest
  @MethodSource
  void keepsTheLaws(Law law) {
    law.check().run();
  }

  static List<Law> keepsTheLaws() {
    Learner learner = BatchPerceptron.withDefaults().with("rounds", "3");
    return LearnerLaws.of(
            Tuning.of(learner, Configurations.of("margin", "0.05", "0.2")).with("runs", "2"))
        .quick();
  }
}
