// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers at the ends of what can be asked: finite, ordered, or with a reason for being wide. */
class ExtremesTest {

  private static final double[] MULTIPLIERS = {0.05, 1, 1e6};
  private static final double[] RATES = {1e-8, 0.01, 1};
  private static final long[] TIMES = {1, 100, 10_000, 10_000_000};
  private static final double[] DELTAS = {0.5, 1e-5, 1e-30};

  @Tag("slow")
  @Test
  void everyCornerHasAnAnswer() {
    int wide = 0;
    int all = 0;
    for (double multiplier : MULTIPLIERS) {
      for (double rate : RATES) {
        for (long times : TIMES) {
          PrivacyLoss loss = PrivacyLossTest.sampled(multiplier, rate, times);
          double before = 0;
          // Ten million steps take a second each time: once is enough.
          for (double delta : times > 10_000 ? new double[] {1e-9} : DELTAS) {
            Bounds interval = loss.epsilonBetween(delta);
            String what = multiplier + ", " + rate + ", " + times + ", " + delta;

            assertThat(interval.upper()).as(what).isFinite().isGreaterThanOrEqualTo(before);
            boolean narrow = interval.width() <= 0.001 * interval.upper();
            assertThat(narrow || interval.note().isPresent()).as(what).isTrue();
            wide += narrow ? 0 : 1;
            all++;
            before = interval.lower();
          }
        }
      }
    }
    assertThat(all).isEqualTo(90);
    assertThat(wide).isLessThan(25);
  }

  @Test
  void aLargeEpsilonHasItsDelta() {
    PrivacyLoss loss = PrivacyLossTest.sampled(0.5, 0.5, 300);
    double epsilon = loss.epsilonBetween(1e-5).upper();

    assertThat(epsilon).isGreaterThan(300);
    assertThat(loss.deltaBetween(1000).upper()).isLessThan(1e-5);
    Bounds delta = loss.deltaBetween(epsilon);
    assertThat(1e-5).isBetween(delta.lower(), delta.upper() * 1.1);
  }

  @Tag("slow")
  @Test
  void hundredsOfKindsOfStepsAreComposed() {
    List<Scenario.Step> steps = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      LossLaw law =
          switch (i % 4) {
            case 0 -> new SampledLaw(new GaussianLaw(0.3 + 0.002 * i), 0.05);
            case 1 -> LaplaceLaw.of(20 + i);
            case 2 -> new GaussianLaw(0.01 + 1e-5 * i);
            default -> new ReplacedGaussianLaw(0.1 + 1e-4 * i, 0.1);
          };
      steps.add(new Scenario.Step(law, 1 + i % 7));
    }
    Bounds interval = PrivacyLoss.of(List.of(new Scenario(steps))).epsilonBetween(1e-6);

    // Laplace noise of many scales has atoms that no grid meets: the lower bound is slow to rise.
    assertThat(interval.width()).isLessThan(0.003 * interval.upper());
    assertThat(interval.upper()).isBetween(1.0, 20.0);
  }
}
