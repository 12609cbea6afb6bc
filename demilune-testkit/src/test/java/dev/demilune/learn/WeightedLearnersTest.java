// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.testkit.Law;
import dev.demilune.testkit.LearnerLaws;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Class weights, calibration and decisions keep the laws. */
@Tag("slow")
class WeightedLearnersTest {

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource
  void keepTheLaws(String learner, Law law) {
    law.check().run();
  }

  static Stream<Arguments> keepTheLaws() {
    return Stream.of(
            NoisyDescent.withDefaults()
                .with("steps", "5")
                .with("loss", "softmax")
                .with("class-weights", "balanced")
                .with("calibration", "on")
                .with("decision", "balanced-accuracy"),
            BatchPerceptron.withDefaults()
                .with("rounds", "4")
                .with("margin", "0.5")
                .with("class-weights", "balanced"))
        .flatMap(
            learner ->
                LearnerLaws.of(learner).quick().stream()
                    .map(law -> Arguments.of(learner.settings().toString(), law)));
  }
}
