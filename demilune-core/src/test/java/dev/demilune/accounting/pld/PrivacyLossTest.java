// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivacyLossTest {

  /** Gaussian sums are one Gaussian sum, so the grid's answer can be checked against the exact. */
  @ParameterizedTest
  @CsvSource({
    "1, 10, 1e-5", "0.3, 2, 1e-5", "20, 100, 1e-5", "40, 1000, 1e-9", "300, 1000, 1e-2",
    "5, 7, 1e-30", "100, 100000, 1e-5", "1e5, 1000000, 1e-12", "0.05, 3, 1e-10", "2, 30, 0.4"
  })
  void theIntervalContainsTheExactGaussianAnswer(double multiplier, long times, double delta) {
    double exact = gaussian(Math.sqrt((double) times) / multiplier).epsilon(delta);
    Bounds interval = steps(new GaussianLaw(1 / multiplier), times).epsilonBetween(delta);

    assertThat(interval.note()).isEmpty();
    assertThat(exact).isBetween(interval.lower() * (1 - 1e-12), interval.upper() * (1 + 1e-12));
    assertThat(interval.upper()).isLessThanOrEqualTo(interval.lower() * 1.0011);
    // The exact answer is well inside, so neither end is right by being far off.
    double place = (exact - interval.lower()) / interval.width();
    assertThat(place).isBetween(0.05, 0.95);
  }

  @ParameterizedTest
  @CsvSource({"1, 10, 5", "20, 100, 1.3", "40, 1000, 4", "5, 7, 0", "5, 7, 9", "0.3, 2, 30"})
  void theIntervalOfDeltaContainsTheExactGaussianAnswer(
      double multiplier, long times, double epsilon) {
    double exact = GaussianProfile.delta(Math.sqrt((double) times) / multiplier, epsilon);
    Bounds interval = steps(new GaussianLaw(1 / multiplier), times).deltaBetween(epsilon);

    assertThat(interval.note()).isEmpty();
    assertThat(exact).isBetween(interval.lower(), interval.upper());
    assertThat(interval.upper()).isLessThanOrEqualTo(interval.lower() * 1.0011);
  }

  @Test
  void aNarrowerIntervalCanBeAskedFor() {
    double exact = gaussian(1).epsilon(1e-5);
    PrivacyLoss loss = steps(new GaussianLaw(0.1), 100).withTolerance(2e-6);
    Bounds interval = loss.epsilonBetween(1e-5);

    assertThat(interval.width()).isLessThan(2e-6 * exact);
    assertThat(exact).isBetween(interval.lower(), interval.upper());
  }

  /** Google's dp_accounting, pessimistic, at a discretization of 1e-4; it may be 1e-4 high. */
  @ParameterizedTest
  @CsvSource({
    "1.1, 0.004266666666666667, 14062, 1e-5, 2.381685997564954",
    "0.8, 0.01, 100, 1e-5, 1.5108380181732128",
    "1, 0.01, 1000, 1e-10, 3.290455384444038",
    "0.5, 0.001, 1000, 1e-5, 3.2388806201160536",
    "4, 0.2, 100, 1e-5, 2.1020796076705803",
    "1, 0.016666666666666666, 60, 1e-5, 1.016394"
  })
  void sampledSumsCostWhatTheReferenceSays(
      double multiplier, double rate, long times, double delta, double reference) {
    Bounds interval = sampled(multiplier, rate, times).epsilonBetween(delta);

    assertThat(interval.note()).isEmpty();
    assertThat(interval.upper()).isBetween(reference * 0.9995, reference * 1.001);
    assertThat(interval.lower()).isLessThanOrEqualTo(reference).isGreaterThan(reference * 0.998);
  }

  @Test
  void eachDirectionAloneIsNotThePrice() {
    LossLaw removed = new SampledLaw(new GaussianLaw(1), 0.01);
    double remove = steps(removed, 1000).epsilonBetween(1e-5).upper();
    double add = steps(new MirroredLaw(removed), 1000).epsilonBetween(1e-5).upper();
    double both = sampled(1, 0.01, 1000).epsilonBetween(1e-5).upper();

    assertThat(both).isCloseTo(Math.max(remove, add), within(1e-3 * both));
    assertThat(add).isLessThan(0.95 * remove);
  }

  @Test
  void theAnswerIsMonotoneInEverything() {
    double[] multipliers = {0.6, 0.8, 1, 1.01, 1.5, 4, 30};
    double[] rates = {1e-4, 0.001, 0.01, 0.0101, 0.1, 0.5, 0.9};
    long[] times = {1, 2, 10, 100, 101, 1000, 20_000};
    double[] deltas = {0.4, 0.01, 1e-4, 1e-5, 1e-10, 1e-20};
    List<Bounds> prices = new ArrayList<>();
    for (double multiplier : multipliers) {
      prices.add(sampled(multiplier, 0.01, 500).epsilonBetween(1e-5));
    }
    assertFalls(prices);
    prices.clear();
    for (double delta : deltas) {
      prices.add(sampled(1, 0.01, 500).epsilonBetween(delta));
    }
    Collections.reverse(prices);
    assertFalls(prices);
    prices.clear();
    for (double rate : rates) {
      prices.add(sampled(1, rate, 200).epsilonBetween(1e-5));
    }
    Collections.reverse(prices);
    assertFalls(prices);
    prices.clear();
    for (long count : times) {
      prices.add(sampled(1, 0.01, count).epsilonBetween(1e-5));
    }
    Collections.reverse(prices);
    assertFalls(prices);
  }

  /** Each next answer is certainly not above the one before; lower ends prove upper ends right. */
  private static void assertFalls(List<Bounds> prices) {
    for (int i = 1; i < prices.size(); i++) {
      assertThat(prices.get(i).lower()).isLessThanOrEqualTo(prices.get(i - 1).upper());
      assertThat(prices.get(i).upper()).isLessThanOrEqualTo(prices.get(i - 1).upper() * 1.001);
    }
  }

  @Test
  void theOrderOfStepsDoesNotMatter() {
    List<Scenario.Step> steps = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      steps.add(new Scenario.Step(new SampledLaw(new GaussianLaw(1.0 / i), 0.02 * i), 3L * i));
    }
    Bounds one = PrivacyLoss.of(List.of(new Scenario(steps))).epsilonBetween(1e-6);
    Collections.rotate(steps, 5);
    Collections.swap(steps, 0, 7);
    Bounds other = PrivacyLoss.of(List.of(new Scenario(steps))).epsilonBetween(1e-6);

    assertThat(other.lower()).isCloseTo(one.lower(), within(1e-9 * one.lower()));
    assertThat(other.upper()).isCloseTo(one.upper(), within(1e-9 * one.upper()));
  }

  @Test
  void stepsOfManyKindsAreCloseToTheirSumOfSquares() {
    List<Scenario.Step> steps = new ArrayList<>();
    double squares = 0;
    for (int i = 0; i < 150; i++) {
      double mu = 0.02 + 0.001 * i;
      steps.add(new Scenario.Step(new GaussianLaw(mu), 1 + i % 3));
      squares += mu * mu * (1 + i % 3);
    }
    double exact = gaussian(Math.sqrt(squares)).epsilon(1e-6);
    Bounds interval = PrivacyLoss.of(List.of(new Scenario(steps))).epsilonBetween(1e-6);

    assertThat(interval.note()).isEmpty();
    assertThat(exact).isBetween(interval.lower(), interval.upper());
  }

  /** Randomized response k times, by the binomial law in sixty digits. */
  @ParameterizedTest
  @CsvSource({"1.1, 3, 2", "0.1, 50, 2", "0.5, 20, 4", "0.01, 1000, 2", "2, 5, 11"})
  void repeatedRandomizedResponseIsExact(double epsilon, int times, int categories) {
    PrivacyLoss loss = steps(new ResponseLaw(epsilon, categories, 0), times);
    for (double share : new double[] {0, 0.11, 0.37, 0.7, 0.93}) {
      double at = share * epsilon * times;
      double exact = responses(epsilon, times, categories, at).doubleValue();
      Bounds interval = loss.deltaBetween(at);
      if (exact > 1e-290) {
        assertThat(exact).isBetween(interval.lower() * (1 - 1e-15), interval.upper() * (1 + 1e-15));
        assertThat(interval.width()).isLessThan(1e-8 * exact);
        double back = loss.epsilonBetween(exact).upper();
        assertThat(back).isCloseTo(at, within(1e-9 * Math.max(1, at)));
      }
    }
  }

  private static BigDecimal responses(double epsilon, int times, int categories, double at) {
    BigDecimal truthful = Exactly.exp(epsilon);
    BigDecimal whole = truthful.add(BigDecimal.valueOf(categories - 1L));
    BigDecimal high = Exactly.divide(truthful, whole);
    BigDecimal low = Exactly.divide(BigDecimal.ONE, whole);
    BigDecimal other = low.multiply(BigDecimal.valueOf(categories - 2L));
    BigDecimal delta = BigDecimal.ZERO;
    for (int up = 0; up <= times; up++) {
      for (int down = 0; up + down <= times; down++) {
        int rest = times - up - down;
        if (rest > 0 && categories == 2) {
          continue;
        }
        BigDecimal loss = Exactly.of(epsilon).multiply(BigDecimal.valueOf(up - (long) down));
        if (loss.compareTo(Exactly.of(at)) <= 0) {
          continue;
        }
        BigDecimal mass =
            new BigDecimal(choose(times, up).multiply(choose(times - up, down)))
                .multiply(high.pow(up, Exactly.DIGITS))
                .multiply(low.pow(down, Exactly.DIGITS))
                .multiply(other.pow(rest, Exactly.DIGITS), Exactly.DIGITS);
        BigDecimal kept = BigDecimal.ONE.subtract(Exactly.exp(Exactly.of(at).subtract(loss)));
        delta = delta.add(mass.multiply(kept), Exactly.DIGITS);
      }
    }
    return delta;
  }

  private static BigInteger choose(int n, int k) {
    BigInteger product = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      product = product.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
    }
    return product;
  }

  /** Three counts with discrete noise, by all their outputs in sixty digits. */
  @Test
  void threeDiscreteCountsAreWithinTheInterval() {
    double scale = 1.7;
    int sensitivity = 2;
    PrivacyLoss counts = steps(new DiscreteLaplaceLaw(scale, sensitivity), 3);
    int far = 150;
    // Outputs matter by their loss only: one of -2, -1, 0, 1, 2 in units of 1/scale.
    BigDecimal[] byLoss = new BigDecimal[2 * sensitivity + 1];
    Arrays.fill(byLoss, BigDecimal.ZERO);
    BigDecimal total = BigDecimal.ZERO;
    for (int x = -far; x <= far; x++) {
      BigDecimal mass =
          Exactly.exp(Exactly.divide(BigDecimal.valueOf(-Math.abs(x)), Exactly.of(scale)));
      int loss = Math.abs(x - sensitivity) - Math.abs(x);
      byLoss[loss + sensitivity] = byLoss[loss + sensitivity].add(mass);
      total = total.add(mass);
    }
    for (double at : new double[] {0, 0.5, 1.3, 2.5, 3.4}) {
      BigDecimal delta = BigDecimal.ZERO;
      for (int a = -sensitivity; a <= sensitivity; a++) {
        for (int b = -sensitivity; b <= sensitivity; b++) {
          for (int c = -sensitivity; c <= sensitivity; c++) {
            BigDecimal loss =
                Exactly.divide(BigDecimal.valueOf((long) a + b + c), Exactly.of(scale));
            if (loss.compareTo(Exactly.of(at)) > 0) {
              BigDecimal mass =
                  byLoss[a + sensitivity]
                      .multiply(byLoss[b + sensitivity], Exactly.DIGITS)
                      .multiply(byLoss[c + sensitivity], Exactly.DIGITS);
              delta =
                  delta.add(
                      mass.multiply(
                          BigDecimal.ONE.subtract(Exactly.exp(Exactly.of(at).subtract(loss))),
                          Exactly.DIGITS));
            }
          }
        }
      }
      double exact = Exactly.divide(delta, total.pow(3)).doubleValue();
      Bounds interval = counts.deltaBetween(at);

      assertThat(exact).isBetween(interval.lower() * (1 - 1e-14), interval.upper() * (1 + 1e-14));
      assertThat(interval.width()).isLessThan(1e-9 * exact);
    }
  }

  @Test
  void oneStepIsItsDivergence() {
    assertThat(steps(LaplaceLaw.of(2), 1).epsilonBetween(1e-5).upper())
        .isCloseTo(0.5 + 2 * Math.log1p(-1e-5), within(1e-9));
    assertThat(steps(new GaussianLaw(0.5), 1).epsilonBetween(1e-5).upper())
        .isCloseTo(gaussian(0.5).epsilon(1e-5), within(1e-9));
    assertThat(steps(new ResponseLaw(1.5, 2, 0), 1).epsilonBetween(0.1).upper())
        .isCloseTo(Math.log(Math.exp(1.5) - 0.1 * (Math.exp(1.5) + 1)), within(1e-9));
  }

  @Test
  void atDeltaZeroTheHighestLossesAdd() {
    assertThat(steps(new ResponseLaw(0.5, 2, 0), 10).epsilonBetween(0).upper())
        .isCloseTo(5, within(1e-9));
    assertThat(steps(new GaussianLaw(1), 2).epsilonBetween(0).upper()).isInfinite();
  }

  @Test
  void aLossThatMayBeInfiniteKeepsItsDelta() {
    PrivacyLoss loss = steps(new ResponseLaw(0.1, 2, 1e-4), 10);
    double all = -Math.expm1(10 * Math.log1p(-1e-4));

    assertThat(loss.deltaBetween(2).upper()).isCloseTo(all, within(1e-9 * all));
    assertThat(loss.deltaBetween(2).lower()).isCloseTo(all, within(1e-6 * all));
    assertThat(loss.epsilonBetween(all * 0.9).upper()).isInfinite();
    assertThat(loss.epsilonBetween(all * 1.1).upper()).isLessThan(1.0001);
  }

  static PrivacyLoss sampled(double multiplier, double rate, long times) {
    LossLaw removed = new SampledLaw(new GaussianLaw(1 / multiplier), rate);
    return PrivacyLoss.of(
        List.of(
            new Scenario(List.of(new Scenario.Step(removed, times))),
            new Scenario(List.of(new Scenario.Step(MirroredLaw.of(removed), times)))));
  }

  private static Accountant gaussian(double mu) {
    return Accountant.best(new PrivacyEvent.GaussianSum(1 / mu));
  }

  private static PrivacyLoss steps(LossLaw law, long times) {
    return PrivacyLoss.of(List.of(new Scenario(List.of(new Scenario.Step(law, times)))));
  }
}
