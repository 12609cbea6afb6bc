// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.tuning;

import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
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
