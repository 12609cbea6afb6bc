// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.testkit.Seeds;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every learner of the registry, audited by name as the command does it. One false alarm in a
 * million; the full audits, a hundred of each, are in docs/benchmarks.md.
 */
@Tag("slow")
class LearnersAuditTest {

  private static final List<Guarantee> CLAIMS = List.of(ApproximateDp.of(1, 1e-5), PureDp.of(1));

  private static AuditResult audit(Learner learner, Guarantee claim, int trials, double sure) {
    Adjacency adjacency = WorstCase.adjacency(learner, claim);
    return new LearnerAudit(learner, claim, adjacency, LearnerAudit.Method.RUNS, trials, sure)
        .run(Seeds.randomness("audit of " + learner.name() + claim), Progress.NONE);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource
  void noClaimIsRefuted(String name, Guarantee claim) {
    Learner learner = WorstCase.learner(name);
    assumeTrue(WorstCase.canClaim(learner, claim), "no such claim is made");

    assertThat(audit(learner, claim, 150, 1 - 1e-6).refuted())
        .as("seed %d", Seeds.seed())
        .isFalse();
  }

  static Stream<Arguments> noClaimIsRefuted() {
    return Learners.all().stream()
        .flatMap(learner -> CLAIMS.stream().map(claim -> Arguments.of(learner.name(), claim)));
  }

  @ParameterizedTest
  @MethodSource
  void everyLearnerMakesAClaim(String name) {
    Learner learner = WorstCase.learner(name);

    assertThat(CLAIMS).anyMatch(claim -> WorstCase.canClaim(learner, claim));
  }

  static Stream<String> everyLearnerMakesAClaim() {
    return Learners.all().stream().map(Learner::name);
  }

  /** A weak attack proves nothing: for full batches with Gaussian noise it sees most of ε. */
  @ParameterizedTest
  @ValueSource(
      strings = {"noisy-descent", "batch-perceptron", "private-svm", "class-means", "additive"})
  void theAttackOnGaussianSumsIsStrong(String name) {
    AuditResult result = audit(WorstCase.learner(name), CLAIMS.get(0), 3_000, 0.95);

    assertThat(result.tested()).isEqualTo("Gaussian DP");
    assertThat(result.lowerBound()).as("seed %d", Seeds.seed()).isGreaterThan(0.3);
  }
}
