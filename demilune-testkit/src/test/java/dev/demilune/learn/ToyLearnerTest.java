// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.testkit.Law;
import dev.demilune.testkit.LearnerLaws;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The smallest learner keeps the laws. */
class ToyLearnerTest {

  @ParameterizedTest
  @MethodSource
  void keepsTheLaws(Law law) {
    law.check().run();
  }

  static List<Law> keepsTheLaws() {
    return LearnerLaws.of(ToyLearner.withDefaults()).quick();
  }
}
