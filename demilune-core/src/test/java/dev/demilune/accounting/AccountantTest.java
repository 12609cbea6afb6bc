// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.numeric.RoundUp;
import dev.demilune.accounting.pld.GaussianProfile;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountantTest {

  @ParameterizedTest
  @CsvSource({
    "36.30469043, 0.1, 1e-6",
    "7.03182668, 0.5, 1e-5",
    "3.73063163, 1, 1e-5",
    "4.22467889, 1, 1e-6",
    "1.99381245, 2, 1e-5",
    "1.19351859, 4, 1e-6",
    "0.60022907, 8, 1e-5"
  })
  void pricesOneGaussianSumAsPublished(double multiplier, double epsilon, double delta) {
    Accountant accountant = Accountant.best(new GaussianSum(multiplier));

    assertThat(accountant.name()).isEqualTo("exact Gaussian DP");
    assertThat(accountant.epsilon(delta)).isCloseTo(epsilon, within(5e-8));
  }

  @Test
  void equalGaussianReleasesCostAsMuchAsOneWithLessNoise() {
    double one = Accountant.best(new GaussianSum(3)).epsilon(1e-6);
    double hundred = Accountant.best(new Repeated(new GaussianSum(30), 100)).epsilon(1e-6);
    double mixed =
        Accountant.best(
                Composed.of(
                    new Repeated(new GaussianSum(30), 64),
                    new Repeated(new Repeated(new GaussianSum(30), 6), 6)))
            .epsilon(1e-6);

    assertThat(hundred).isCloseTo(one, within(1e-12)).isGreaterThanOrEqualTo(one);
    assertThat(mixed).isCloseTo(one, within(1e-12)).isGreaterThanOrEqualTo(one);
  }

  /** Values by 40-digit minimization over the order. */
  @ParameterizedTest
  @CsvSource({
    "0.5, 1, 0.246846330782944",
    "0.5, 3, 0.00514318406386215",
    "0.01, 1, 1.664113977388e-13",
    "0.125, 2, 3.94850855668367e-5",
    "2, 10, 4.8726307329225e-5",
    "1e-6, 0.01, 1.01691807234765e-15",
    "50, 100, 1.42587151842207e-6"
  })
  void convertsConcentratedDp(double rho, double epsilon, double delta) {
    double bound = new ConcentratedAccountant(rho).delta(epsilon);

    assertThat(bound / delta).isBetween(1 - 1e-14, 1 + 1e-11);
    assertThat(new ConcentratedAccountant(rho).epsilon(delta)).isCloseTo(epsilon, within(1e-9));
  }

  /** The exact profile of one discrete Gaussian, summed up; the price may not be below it. */
  @Test
  void discreteGaussianCostsAtLeastItsExactProfile() {
    for (double sigma : new double[] {0.4, 1, 3}) {
      Accountant accountant = Accountant.best(new DiscreteGaussianSum(sigma));
      assertThat(accountant.name()).isEqualTo("zero-concentrated DP");
      for (double epsilon = 0; epsilon < 12; epsilon += 0.25) {
        double exact = discreteGaussianProfile(sigma, epsilon);
        assertThat(accountant.delta(epsilon)).isGreaterThanOrEqualTo(exact);
      }
      // And it has teeth: the price of twice the noise is too low.
      Accountant tooCheap = Accountant.best(new DiscreteGaussianSum(sigma * 2));
      double half = 1 / (sigma * sigma);
      assertThat(tooCheap.delta(half)).isLessThan(discreteGaussianProfile(sigma, half));
    }
  }

  @Test
  void pureStepsAddUpExactly() {
    Accountant accountant = Accountant.best(new Repeated(new Pure(0.25), 4));

    assertThat(accountant.epsilon(0)).isEqualTo(1);
    assertThat(accountant.delta(1)).isZero();
    // Randomized response with ratio e: δ(0) is its total variation.
    assertThat(Accountant.best(new Pure(1)).delta(0)).isCloseTo(Math.tanh(0.5), within(1e-12));
    assertThat(Accountant.best(new Pure(1)).epsilon(1e-6)).isLessThan(1).isGreaterThan(0.99999);
  }

  @Test
  void manyPureStepsAreCheaperThanTheirSumWhenDeltaAllows() {
    Accountant accountant = Accountant.best(new Repeated(new Pure(0.01), 10_000));

    assertThat(accountant.epsilon(0)).isCloseTo(100, within(1e-9));
    assertThat(accountant.epsilon(1e-6)).isLessThan(6);
  }

  /**
   * Randomized response with a Gaussian sum has a closed profile: pδ(ε-E) + (1-p)δ(ε+E), where p is
   * the probability of the truthful answer. The mixed price may not be below it.
   */
  @Test
  void mixedEventsCostAtLeastTheExactProfileOfAnExample() {
    for (double pure : new double[] {0.5, 2}) {
      for (double multiplier : new double[] {0.5, 2}) {
        Accountant mixed =
            Accountant.best(Composed.of(new GaussianSum(multiplier), new Pure(pure)));
        double truthful = 1 / (1 + Math.exp(-pure));
        for (double epsilon = 0; epsilon < 12; epsilon += 0.5) {
          double exact =
              truthful * divergence(1 / multiplier, epsilon - pure)
                  + (1 - truthful) * divergence(1 / multiplier, epsilon + pure);
          assertThat(mixed.delta(epsilon)).isGreaterThanOrEqualTo(exact * (1 - 1e-12));
        }
        assertThat(mixed.epsilon(1e-6))
            .isLessThanOrEqualTo(
                RoundUp.add(pure, Accountant.best(new GaussianSum(multiplier)).epsilon(1e-6)));
      }
    }
  }

  /** The hockey-stick divergence at any t; below 0 by the symmetry of the pair. */
  private static double divergence(double mu, double t) {
    return t >= 0
        ? GaussianProfile.delta(mu, t)
        : Math.exp(t) * GaussianProfile.delta(mu, -t) - Math.expm1(t);
  }

  @Test
  void manyPureStepsBesideGaussianSumsAreCheaperThanTheirSum() {
    PrivacyEvent event = Composed.of(new GaussianSum(5), new Repeated(new Pure(0.01), 1_000));

    double basic = 10 + Accountant.best(new GaussianSum(5)).epsilon(1e-6);
    assertThat(Accountant.best(event).epsilon(1e-6)).isLessThan(basic / 4);
    assertThat(Accountant.best(event).name())
        .isEqualTo(
            "the smallest of: privacy loss distribution, Rényi DP, exact Gaussian DP plus basic"
                + " composition of the simple steps");
    assertThat(Accountant.best(event).nameAt(1e-6)).isEqualTo("privacy loss distribution");
    assertThat(Accountant.best(event).nameAtEpsilon(1)).isEqualTo("privacy loss distribution");
  }

  @Test
  void theAccountantNamedAtAnEpsilonIsTheOneThatAnswered() {
    Pure pure = new Pure(1);
    assertThat(Accountant.best(pure).name()).startsWith("the smallest of: basic composition, ");
    assertThat(Accountant.best(pure).nameAtEpsilon(1)).isEqualTo("basic composition");

    Accountant parts = Accountant.best(Parallel.of(new GaussianSum(1), pure));
    assertThat(parts.delta(0.1)).isEqualTo(Accountant.best(pure).delta(0.1));
    assertThat(parts.nameAtEpsilon(0.1))
        .isEqualTo(
            Accountant.best(pure).nameAtEpsilon(0.1) + ", for the worst of the parallel parts");
    assertThat(parts.nameAtEpsilon(1))
        .isEqualTo("exact Gaussian DP, for the worst of the parallel parts");
    assertThatThrownBy(() -> parts.nameAtEpsilon(-1)).hasMessageContaining("epsilon");
  }

  @Test
  void gaussianNoiseHasNoPurePrice() {
    assertThat(Accountant.best(new GaussianSum(5)).epsilon(0)).isInfinite();
    assertThat(Accountant.best(new DiscreteGaussianSum(5)).epsilon(0)).isInfinite();
    assertThat(Accountant.best(Composed.of(new GaussianSum(5), new Pure(1))).epsilon(0))
        .isInfinite();
  }

  /** Fixed seed; every inequality is a theorem, so there is no false alarm. */
  @Test
  void pricesAreMonotoneInEverything() {
    Randomness randomness = Randomness.reproducible(7);
    for (int i = 0; i < 300; i++) {
      double multiplier = Math.exp(uniform(randomness) * 10 - 3);
      double delta = Math.exp(-60 * uniform(randomness) - 1);
      long times = 1 + randomness.nextBits(10);
      for (PrivacyEvent step :
          List.of(new GaussianSum(multiplier), new DiscreteGaussianSum(multiplier))) {
        Accountant accountant = Accountant.best(new Repeated(step, times));
        double epsilon = accountant.epsilon(delta);
        String what = step + " times " + times + ", delta " + delta;

        assertThat(accountant.delta(epsilon)).as(what).isLessThanOrEqualTo(delta * (1 + 1e-10));
        assertThat(accountant.epsilon(delta * 0.99)).as(what).isGreaterThanOrEqualTo(epsilon);
        if (epsilon > 0) { // otherwise δ alone pays for everything
          assertThat(accountant.delta(epsilon * 0.999)).as(what).isGreaterThanOrEqualTo(delta);
        }
        assertThat(Accountant.best(new Repeated(step, times + 1)).epsilon(delta))
            .as(what)
            .isGreaterThanOrEqualTo(epsilon);
      }
      assertThat(Accountant.best(new GaussianSum(multiplier)).epsilon(delta))
          .isGreaterThanOrEqualTo(
              Accountant.best(new GaussianSum(multiplier * 1.001)).epsilon(delta))
          .isLessThanOrEqualTo(
              Accountant.best(new DiscreteGaussianSum(multiplier)).epsilon(delta) * (1 + 1e-12));
    }
  }

  /** Certified intervals are as narrow as 0.1 %: true prices are monotone, upper ends nearly so. */
  @Test
  void pricesByLossDistributionAreMonotoneToTheirWidth() {
    for (double multiplier : new double[] {2, 20}) {
      for (long times : new long[] {3, 100}) {
        PrivacyEvent step = Composed.of(new GaussianSum(multiplier), new Pure(0.1));
        Interval price = Accountant.best(new Repeated(step, times)).epsilonBetween(1e-6);
        Interval more = Accountant.best(new Repeated(step, times + 1)).epsilonBetween(1e-6);
        Interval stricter = Accountant.best(new Repeated(step, times)).epsilonBetween(1e-7);
        Interval quieter =
            Accountant.best(
                    new Repeated(
                        Composed.of(new GaussianSum(multiplier * 1.1), new Pure(0.1)), times))
                .epsilonBetween(1e-6);

        assertThat(more.upper()).isGreaterThan(price.lower());
        assertThat(stricter.upper()).isGreaterThan(price.lower());
        assertThat(quieter.lower()).isLessThan(price.upper());
      }
    }
  }

  @Test
  void extremesArePricedOrRefusedWithAReason() {
    for (double delta : new double[] {1e-300, 1e-30, 0.5, 0.999}) {
      for (double multiplier : new double[] {1e-4, 1, 1e6, 1e150}) {
        double epsilon = Accountant.best(new GaussianSum(multiplier)).epsilon(delta);
        assertThat(epsilon).isGreaterThanOrEqualTo(0).isFinite();
        assertThat(Accountant.best(new DiscreteGaussianSum(multiplier)).epsilon(delta))
            .isGreaterThanOrEqualTo(0)
            .isFinite();
      }
      assertThat(Accountant.best(new Pure(1e300)).epsilon(delta)).isFinite();
      assertThat(Accountant.best(new Pure(1e-300)).epsilon(delta)).isGreaterThanOrEqualTo(0);
    }
    assertThat(Accountant.best(new GaussianSum(1e6)).epsilon(0.5)).isZero();
    assertThatThrownBy(() -> Accountant.best(new GaussianSum(1e-5)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("above 10000.0, which protects nobody");
    assertThatThrownBy(() -> Accountant.best(new DiscreteGaussianSum(1e-5)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("which protects nobody");
    assertThatThrownBy(
            () -> Accountant.best(new Repeated(new Pure(Double.MAX_VALUE), Long.MAX_VALUE)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("more ε than can be counted");
    assertThat(Accountant.best(new Repeated(new GaussianSum(1e12), Long.MAX_VALUE)).epsilon(1e-6))
        .isFinite();
  }

  /** δ is as tight as ε where δ is tiny: it was up to 15 orders of magnitude above. */
  @ParameterizedTest
  @CsvSource({
    "8.448e-5, 3.4437, 409709, 0.18405, 1.918e-33, 1.922e-33", // 1.9e-33 by inverting ε
    "8.448e-5, 3.4437, 409709, 0.05, 4.163e-6, 4.167e-6",
    "8.448e-5, 3.4437, 409709, 0.25, 1.283e-57, 1.286e-57"
  })
  void tinyDeltasAreTight(
      double rate, double noise, long steps, double epsilon, double lower, double upper) {
    PrivacyEvent step =
        new PoissonSampled(rate, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise));
    Interval delta = Accountant.best(new Repeated(step, steps)).deltaBetween(epsilon);
    assertThat(delta.lower()).isBetween(lower, upper);
    assertThat(delta.upper()).isBetween(lower, upper);
  }

  /** Five samples whose losses no grid meets: asking for ε narrows δ. */
  @Test
  void boundsOnDeltaThatAreFarApartAreNarrowedByAskingForEpsilon() {
    PrivacyEvent step = new PoissonSampled(1.8914e-4, Adjacency.REPLACE_ONE, new Laplace(2.8382));
    Accountant accountant = Accountant.best(new Repeated(step, 5));
    double delta = accountant.delta(1.7617);
    assertThat(delta).isLessThan(3e-35);
    assertThat(accountant.epsilonBetween(delta * (1 + 1e-9)).lower()).isLessThan(1.7617);
  }

  @Test
  void questionsOutsideTheirRangeAreRefused() {
    Accountant accountant = Accountant.best(new GaussianSum(1));

    assertThatThrownBy(() -> accountant.epsilon(1))
        .hasMessage("delta must be at least 0 and below 1, got 1.0");
    assertThatThrownBy(() -> accountant.epsilon(Double.NaN)).hasMessageContaining("got NaN");
    assertThatThrownBy(() -> accountant.delta(-1))
        .hasMessage("epsilon must be finite and >= 0, got -1.0");
    assertThatThrownBy(() -> accountant.delta(Double.NaN)).hasMessageContaining("got NaN");
  }

  private static double uniform(Randomness randomness) {
    return randomness.nextBits(53) * 0x1p-53;
  }

  private static double discreteGaussianProfile(double sigma, double epsilon) {
    double mass = 0;
    double delta = 0;
    for (int x = -100; x <= 100; x++) {
      double p = Math.exp(-x * x / (2 * sigma * sigma));
      double q = Math.exp(-(x - 1.0) * (x - 1.0) / (2 * sigma * sigma));
      mass += p;
      delta += Math.max(0, q - Math.exp(epsilon) * p);
    }
    return delta / mass;
  }
}
