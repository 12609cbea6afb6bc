// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.Interval;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Losses of which no grid, or no double, can hold all: prices may become dear, never cheap. */
@Tag("slow")
class FarLossesTest {

  /** No grid of ints has knots for both kinds of steps; the small ones alone have a price. */
  @Test
  void aRareLargeLossDoesNotHideManySmallOnes() {
    PrivacyEvent large = new PoissonSampled(1e-8, Adjacency.REPLACE_ONE, new Pure(16));
    for (int exponent : new int[] {-27, -28, -30}) {
      PrivacyEvent small = new Repeated(new Pure(Math.scalb(1.0, exponent)), 100_000_000);
      double alone = Accountant.best(small).epsilonBetween(1e-6).lower();

      Interval both = Accountant.best(Composed.of(small, large)).epsilonBetween(1e-6);

      assertThat(alone).isPositive();
      assertThat(both.upper()).isGreaterThanOrEqualTo(alone).isLessThan(16.1);
    }
  }

  @Test
  void aCompositionCostsAtLeastEachOfItsParts() {
    for (PrivacyEvent small :
        List.of(new Repeated(new Pure(1e-9), 1_000_000_000), new Repeated(new Pure(1e-4), 3))) {
      for (PrivacyEvent large : List.of(new Pure(600), new Pure(1e12), new Laplace(1e-7))) {
        Accountant both = Accountant.best(Composed.of(small, large));
        for (PrivacyEvent part : List.of(small, large)) {
          assertThat(both.epsilon(1e-6))
              .as("%s and %s", small, large)
              .isGreaterThanOrEqualTo(Accountant.best(part).epsilonBetween(1e-6).lower());
        }
      }
    }
  }

  @Test
  void aGridThatLosesMassIsRefused() {
    int[] tooFar = {-1, 1};

    assertThat(LossMasses.of(ResponseLaw.pure(1), 2, 0, tooFar).infiniteUpper).isLessThan(1e-300);
    assertThatThrownBy(() -> LossMasses.of(nothing(), 2, 0, tooFar))
        .isInstanceOf(LossMasses.LostException.class);
    int[] far = {-Integer.MAX_VALUE, Integer.MAX_VALUE}; // so far that their distance is no int
    LossMasses masses = LossMasses.of(ResponseLaw.pure(1), 0x1p-29, 0, far);
    assertThat(LossMasses.total(masses.upper) + masses.infiniteUpper).isGreaterThan(1 - 1e-9);
  }

  @Test
  void aLawWithoutNumbersCostsEverything() {
    Scenario scenario = new Scenario(List.of(new Scenario.Step(nothing(), 2)));

    assertThat(PrivacyLoss.of(List.of(scenario)).epsilonBetween(1e-6).upper()).isEqualTo(2e6);
    assertThat(PrivacyLoss.of(List.of(scenario)).deltaBetween(1).upper()).isEqualTo(1);
  }

  /** A rate times a δ may be no double; what was done can go wrong all the same. */
  @Test
  void aDeltaThatUnderflowsIsNotPure() {
    for (Adjacency adjacency : Adjacency.values()) {
      PrivacyEvent step = new PoissonSampled(1e-250, adjacency, new Approximate(1, 1e-100));
      for (PrivacyEvent event : List.of(step, new Repeated(step, 3))) {
        Accountant accountant = Accountant.best(event);
        assertThat(accountant.epsilon(0)).as("%s", event).isInfinite();
        assertThat(accountant.delta(10)).as("%s", event).isBetween(Double.MIN_VALUE, 1e-200);
      }
    }
  }

  @Test
  void lossesFarBeyondEveryDoubleAreAsked() {
    PrivacyEvent sampled =
        new PoissonSampled(1e-8, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1e3));

    Interval delta =
        Accountant.best(Composed.of(new Repeated(sampled, 5), new Laplace(10))).deltaBetween(3);

    assertThat(delta.upper()).isLessThan(1e-200);
  }

  /** Knows nothing but that its losses are below a million. */
  private static LossLaw nothing() {
    return new SymmetricLaw() {
      @Override
      public double atZero() {
        return Double.NaN;
      }

      @Override
      public double pAbove(double t) {
        return Double.NaN;
      }

      @Override
      public double qAbove(double t) {
        return Double.NaN;
      }

      @Override
      public double error(double t) {
        return 0;
      }

      @Override
      public double atInfinity() {
        return 0;
      }

      @Override
      public double highest() {
        return 1e6;
      }
    };
  }
}
