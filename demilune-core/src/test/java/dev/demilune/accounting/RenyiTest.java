// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent.DiscreteLaplace;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.accounting.Repetitions.PoissonRuns;
import dev.demilune.accounting.renyi.GaussianSampleCurve;
import dev.demilune.accounting.renyi.PureCurves;
import dev.demilune.accounting.renyi.RenyiCurve;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenyiTest {

  private static final double[] ORDERS = {1.01, 1.5, 2, 2.7, 5, 12.25, 60};

  /** Published at integer orders; real ones may be a little cheaper. */
  @ParameterizedTest
  @CsvSource({
    "0.004266666666666667, 1.1, 14062, 1e-5, 2.596981",
    "0.01, 1.0, 1000, 1e-5, 2.107753",
    "0.01, 4.0, 10000, 1e-6, 1.169469",
    "0.1, 2.0, 100, 1e-5, 2.586652",
    "0.016666666666666666, 1.0, 60, 1e-5, 1.503892"
  })
  void pricesSampledGaussiansAsPublished(double q, double z, long t, double delta, double epsilon) {
    double price = renyi(new Repeated(sampled(q, z), t)).epsilon(delta);

    assertThat(price).isBetween(epsilon * 0.985, epsilon + 1e-6);
  }

  /** At whole orders the moment is a binomial sum. */
  @Test
  void integerOrdersAreTheBinomialSum() {
    for (double q : new double[] {1e-4, 0.01, 0.3, 0.9}) {
      for (double z : new double[] {0.3, 1, 5}) {
        RenyiCurve curve = new GaussianSampleCurve(1 / z, q, false);
        for (int order = 2; order <= 11; order++) {
          double exact = binomial(order, q, z);
          assertThat(curve.at(order)).isBetween(exact * (1 - 1e-9), exact * (1 + 1e-9) + 1e-12);
        }
        // Between whole orders the moment's logarithm is convex: no chord is below it.
        for (double order = 2.5; order < 10; order++) {
          double chord =
              (binomial((int) order, q, z) * ((int) order - 1)
                      + binomial((int) order + 1, q, z) * (int) order)
                  / 2;
          assertThat(curve.at(order) * (order - 1)).isLessThanOrEqualTo(chord * (1 + 1e-9) + 1e-11);
          assertThat(curve.at(order)).isGreaterThanOrEqualTo(curve.at(order - 0.5) - 1e-12);
        }
      }
    }
  }

  @Test
  void sampledGaussiansMatchAPlainIntegralBothWays() {
    for (double q : new double[] {0.02, 0.5}) {
      for (double z : new double[] {0.5, 2}) {
        for (double order : new double[] {1.5, 2.7, 8.3}) {
          double mu = 1 / z;
          double removed =
              divergence(order, x -> (1 - q) * phi(x) + q * phi(x - mu), RenyiTest::phi);
          double added = divergence(order, RenyiTest::phi, x -> (1 - q) * phi(x) + q * phi(x - mu));
          double replaced =
              divergence(
                  order,
                  x -> (1 - q) * phi(x) + q * phi(x - mu / 2),
                  x -> (1 - q) * phi(x) + q * phi(x + mu / 2));

          double curve = new GaussianSampleCurve(mu, q, false).at(order);
          assertThat(curve).isCloseTo(removed, within(1e-8)).isGreaterThan(added);
          assertThat(new GaussianSampleCurve(mu, q, true).at(order))
              .isCloseTo(replaced, within(1e-8));
        }
      }
    }
  }

  @Test
  void pureStepsMatchTheirSums() {
    for (double order : ORDERS) {
      assertThat(PureCurves.laplace(0.7).at(order))
          .isCloseTo(divergence(order, x -> laplace(x), x -> laplace(x - 0.7)), within(1e-5));
      double truthful = Math.exp(0.7) / (Math.exp(0.7) + 4);
      double other = 1 / (Math.exp(0.7) + 4);
      double moment =
          Math.pow(truthful, order) * Math.pow(other, 1 - order)
              + Math.pow(other, order) * Math.pow(truthful, 1 - order)
              + 3 * other;
      assertThat(PureCurves.response(0.7, 5).at(order))
          .isCloseTo(Math.log(moment) / (order - 1), within(1e-12));
      double sum = 0;
      double mass = 0;
      for (int x = -400; x <= 400; x++) {
        double p = Math.exp(-Math.abs(x) / 3.0);
        mass += p;
        sum += Math.exp((-order * Math.abs(x) + (order - 1) * Math.abs(x - 4)) / 3.0);
      }
      assertThat(PureCurves.discreteLaplace(3, 4).at(order))
          .isCloseTo(Math.log(sum / mass) / (order - 1), within(1e-9));
    }
  }

  @Test
  void boundedRangeIsAboveItsTwoPointPairsAndBelowThePureStep() {
    for (double epsilon : new double[] {0.01, 0.5, 3}) {
      for (double order : ORDERS) {
        double curve = PureCurves.boundedRange(epsilon).at(order);
        for (int i = 0; i <= 100; i++) {
          double u = epsilon * i / 100;
          double mass = Math.expm1(u - epsilon) / Math.expm1(-epsilon);
          double moment =
              mass * Math.exp((order - 1) * u) + (1 - mass) * Math.exp((order - 1) * (u - epsilon));
          assertThat(Math.log(moment) / (order - 1)).isLessThanOrEqualTo(curve + 1e-12);
        }
        assertThat(curve).isLessThanOrEqualTo(PureCurves.pure(epsilon).at(order) * (1 + 1e-9));
      }
    }
  }

  /** The best of a geometric number of randomized responses, summed up. */
  @Test
  void selectionCostsAtLeastItsExactDivergence() {
    double epsilon = 0.8;
    double p = 1 / (1 + Math.exp(-epsilon));
    for (Repetitions law :
        List.of(
            new NegativeBinomial(1, 0.2),
            new NegativeBinomial(0, 0.05),
            new NegativeBinomial(-0.5, 0.1),
            new PoissonRuns(0.1),
            new PoissonRuns(1),
            new PoissonRuns(20))) {
      Selection selection = new Selection(new Pure(epsilon), law);
      RenyiCurve curve = RenyiCurves.of(FlatComposition.of(selection)).orElseThrow();
      for (double order : ORDERS) {
        // Outputs: nothing, the worse answer, the better one. The better one is likely, or not.
        double forth = Math.max(exact(order, law, p, 1 - p), exact(order, law, 1 - p, p));
        assertThat(curve.at(order)).as("%s at %s", law, order).isGreaterThanOrEqualTo(forth);
      }
      double pure = Accountant.best(selection).epsilon(0);
      assertThat(pure).isGreaterThanOrEqualTo(exact(1e4, law, p, 1 - p) * (1 - 1e-3));
      assertThat(pure).isGreaterThanOrEqualTo(exact(1e4, law, 1 - p, p) * (1 - 1e-3));
    }
    assertThat(Accountant.best(new Selection(new Pure(1), new NegativeBinomial(1, 0.3))).epsilon(0))
        .isCloseTo(3, within(1e-9));
  }

  @Test
  void theLossDistributionIsNeverAboveRenyi() {
    for (PrivacyEvent event :
        List.of(
            new Repeated(sampled(0.01, 1), 300),
            new Repeated(new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new GaussianSum(2)), 50),
            new Repeated(new PoissonSampled(0.1, Adjacency.REPLACE_LABEL, new Laplace(2)), 50),
            new Repeated(new Laplace(10), 40),
            new Repeated(new DiscreteLaplace(10, 3), 40),
            new Repeated(new RandomizedResponse(0.2, 4), 30),
            new Repeated(new SampledWithoutReplacement(5, 100, new GaussianSum(1)), 20))) {
      for (double delta : new double[] {1e-9, 1e-5, 1e-2}) {
        double pld = PldAccountant.of(Scenarios.of(event)).epsilon(delta);
        assertThat(pld).as("%s", event).isLessThanOrEqualTo(renyi(event).epsilon(delta) * 1.001);
      }
    }
  }

  /** Their one dominating law is not reached when composed, so Rényi may be the smaller. */
  @Test
  void manyExponentialChoicesArePricedByRenyi() {
    Accountant accountant = Accountant.best(new Repeated(new ExponentialChoice(0.1), 100));

    assertThat(accountant.nameAt(1e-5)).isEqualTo("Rényi DP");
    Interval price = accountant.epsilonBetween(1e-5);
    Interval reached = Accountant.best(new Repeated(new Pure(0.05), 100)).epsilonBetween(1e-5);
    assertThat(price.upper()).isGreaterThan(reached.lower()).isLessThan(2.17);
    assertThat(price.lower()).isLessThanOrEqualTo(reached.upper());
  }

  private static Accountant renyi(PrivacyEvent event) {
    return new RenyiAccountant(RenyiCurves.of(Flattening.of(event).get(0)).orElseThrow());
  }

  private static PrivacyEvent sampled(double rate, double noise) {
    return new PoissonSampled(rate, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise));
  }

  private static double binomial(int order, double q, double z) {
    double sum = 0;
    double choose = 1;
    for (int k = 0; k <= order; k++) {
      sum +=
          choose
              * Math.pow(1 - q, order - k)
              * Math.pow(q, k)
              * Math.expm1(k * (k - 1.0) / (2 * z * z));
      choose = choose * (order - k) / (k + 1);
    }
    return Math.log1p(sum) / (order - 1);
  }

  @FunctionalInterface
  private interface Density {
    double at(double x);
  }

  private static double divergence(double order, Density p, Density q) {
    double cell = 1e-3;
    double sum = 0;
    for (double x = -60 + cell / 2; x < 60; x += cell) {
      double logarithm = order * Math.log(p.at(x)) + (1 - order) * Math.log(q.at(x));
      sum += Double.isFinite(logarithm) ? Math.exp(logarithm) * cell : 0;
    }
    return Math.log(sum) / (order - 1);
  }

  private static double phi(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  private static double laplace(double x) {
    return Math.exp(-Math.abs(x)) / 2;
  }

  /** Divergence of the best of K answers, a better answer having probability p or r. */
  private static double exact(double order, Repetitions law, double p, double r) {
    double none = generating(law, 0);
    double[] first = {generating(law, 1 - p) - none, 1 - generating(law, 1 - p)};
    double[] second = {generating(law, 1 - r) - none, 1 - generating(law, 1 - r)};
    double largest = 0;
    for (int i = 0; i < 2; i++) {
      largest = Math.max(largest, Math.log(first[i] / second[i]));
    }
    // Scaled by the largest ratio, lest it overflow at high orders.
    double scaled = none * Math.exp(-(order - 1) * largest);
    for (int i = 0; i < 2; i++) {
      scaled += first[i] * Math.exp((order - 1) * (Math.log(first[i] / second[i]) - largest));
    }
    return largest + Math.log(scaled) / (order - 1);
  }

  private static double generating(Repetitions law, double x) {
    if (law instanceof PoissonRuns runs) {
      return Math.exp(runs.mean() * (x - 1));
    }
    NegativeBinomial binomial = (NegativeBinomial) law;
    double eta = binomial.eta();
    double gamma = binomial.gamma();
    return eta == 0
        ? Math.log(1 - (1 - gamma) * x) / Math.log(gamma)
        : (Math.pow(1 - (1 - gamma) * x, -eta) - 1) / (Math.pow(gamma, -eta) - 1);
  }
}
