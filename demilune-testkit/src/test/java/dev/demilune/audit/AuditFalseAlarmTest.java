// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.Generator;
import dev.demilune.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Audits of mechanisms whose ε is known exactly, many times over. Each assertion fails for one seed
 * in a million.
 */
@Tag("slow")
class AuditFalseAlarmTest {

  private static final int REPETITIONS = 200;
  private static final int RUNS = 500;
  private static final double FALSE_ALARM = 0.05;
  private static final ApproximateDp CLAIM = ApproximateDp.of(1, 1e-5);

  /** The lower bounds for a Gaussian sum whose noise is a part of what the claim needs. */
  private static double[] bounds(EpsilonAudit audit, double partOfTheNoise) {
    double mu = GaussianCalibration.mu(CLAIM) / partOfTheNoise;
    Randomness randomness = Seeds.randomness("false alarms " + audit.bound().describe());
    double[] bounds = new double[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      Generator generator = Generator.of(randomness.stream("repetition " + i));
      double[] without = new double[RUNS];
      double[] with = new double[RUNS];
      for (int run = 0; run < RUNS; run++) {
        without[run] = generator.normal();
        with[run] = mu + generator.normal();
      }
      bounds[i] = audit.of(RUNS / 5, without, with).lowerBound();
    }
    return bounds;
  }

  private static int above(double[] bounds, double epsilon) {
    int above = 0;
    for (double bound : bounds) {
      above += bound > epsilon ? 1 : 0;
    }
    return above;
  }

  @Test
  void aTrueClaimIsRefutedNoMoreOftenThanStated() {
    int alarms = above(bounds(EpsilonAudit.gaussian(CLAIM.delta(), FALSE_ALARM), 1), 1);

    assertThat(ClopperPearson.lower(alarms, REPETITIONS, 1e-6))
        .as("%d alarms, seed %d", alarms, Seeds.seed())
        .isLessThan(FALSE_ALARM);
    // Neither is it silent: the claim is tight, and so is the bound.
    assertThat(alarms).as("seed %d", Seeds.seed()).isPositive();
    assertThat(above(bounds(EpsilonAudit.byEvents(CLAIM.delta(), FALSE_ALARM), 1), 1))
        .isLessThan(29);
  }

  @Test
  void halfTheNoiseIsRefutedMostly() {
    int caught = above(bounds(EpsilonAudit.gaussian(CLAIM.delta(), FALSE_ALARM), 0.5), 1);

    assertThat(ClopperPearson.lower(caught, REPETITIONS, 1e-6))
        .as("%d caught, seed %d", caught, Seeds.seed())
        .isGreaterThan(0.5);
  }
}
