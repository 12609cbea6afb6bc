// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class EpsilonRefutationTest {

  @Test
  void equalRunsRefuteNothing() {
    EpsilonRefutation.Finding finding =
        new EpsilonRefutation(0.1, 0, 10, 1_000, 0.05).of(i -> i % 2, i -> i % 2);

    assertThat(finding.lowerBound()).isZero();
    assertThat(finding.refuted()).isFalse();
  }

  @Test
  void aCanaryThatOnlyItsAbsenceBetraysIsFound() {
    // Small values are common without the canary and never seen with it.
    EpsilonRefutation audit = new EpsilonRefutation(1, 0, 10, 1_000, 0.05);

    assertThat(audit.of(i -> i % 2, i -> 1).refuted()).isTrue();
  }

  /** The exact price of a Gaussian step stands, and that of twice its noise falls. */
  @Test
  void theAuditIsNeitherTooStrictNorBlind() {
    double delta = 0.25;
    EpsilonRefutation audit =
        new EpsilonRefutation(epsilon(1 / 0.85, delta), delta, 200, 800, 1e-6);

    assertThat(audit.of(normal(0, "a"), normal(0.85, "b")).refuted())
        .as("seed %d", Seeds.seed())
        .isFalse();
    assertThat(audit.of(normal(0, "c"), normal(1.7, "d")).refuted())
        .as("seed %d", Seeds.seed())
        .isTrue();
  }

  private static double epsilon(double noiseMultiplier, double delta) {
    return Accountant.best(new PrivacyEvent.GaussianSum(noiseMultiplier)).epsilon(delta);
  }

  private static IntToDoubleFunction normal(double mean, String purpose) {
    return run -> mean + Generator.of(Seeds.randomness(purpose).stream("run " + run)).normal();
  }
}
