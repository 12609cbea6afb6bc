// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.schema.Part;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the unit is a person who has several rows. */
class PersonLawsTest {

  static Stream<Learner> learners() {
    return Learners.all().stream()
        .filter(some -> some.description().adjacencies().contains(Adjacency.ADD_OR_REMOVE_PERSON));
  }

  static Stream<Learner> others() {
    return Learners.all().stream()
        .filter(some -> !some.description().adjacencies().contains(Adjacency.ADD_OR_REMOVE_PERSON));
  }

  /** In every configuration, on tables that differ by one person of four or five rows. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("learners")
  void aPersonMovesEveryReleaseByNoMoreThanItsSensitivity(Learner learner) {
    Learner configured = learner;
    for (Map.Entry<String, String> setting :
        learner.description().audit().lawSettings().entrySet()) {
      configured = configured.with(setting.getKey(), setting.getValue());
    }
    new ReplayLaws(new Subject(configured), List.of(Adjacency.ADD_OR_REMOVE_PERSON))
        .laws()
        .forEach(law -> law.check().run());
  }

  @ParameterizedTest
  @MethodSource("others")
  void learnersWithoutAProofForPersonsRefuse(Learner learner) {
    for (int features : new int[] {2, 10}) {
      Plan plan =
          learner.plan(
              new Shape(
                  100_000,
                  features,
                  2,
                  Adjacency.ADD_OR_REMOVE_PERSON,
                  List.of(),
                  List.of(new Part.Number("x", 0, 1))),
              ApproximateDp.of(1, 1e-6));
      assertThat(plan.runnable()).isFalse();
    }
  }
}
