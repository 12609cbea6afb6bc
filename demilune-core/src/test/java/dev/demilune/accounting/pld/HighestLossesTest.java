// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.numeric.Bisection;
import dev.demilune.privacy.Adjacency;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class HighestLossesTest {

  /** Randomized response with two answers has losses ±e, so its composition is a binomial sum. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1e-5",
    "2, 3, 1e-5",
    "0.1, 4, 1e-3",
    "0.5, 7, 1e-9",
    "8, 2, 0.2",
    "0.01, 2, 0.001"
  })
  void boundsTheBinomialSum(double one, int times, double delta) {
    double exact = Bisection.smallest(0, one * times, t -> binomialDelta(one, times, t) <= delta);

    Bounds bounds = new HighestLosses(answers(one, times)).epsilon(delta);

    assertThat(exact).isBetween(bounds.lower(), bounds.upper() * (1 + 1e-12));
    // With all truthful answers the loss is the highest, and that mass decides alone.
    assertThat(bounds.width()).isLessThan(1e-9);
  }

  @Test
  void saysNothingWhereTheHighestLossIsTooRare() {
    Bounds bounds = new HighestLosses(answers(0.1, 100)).epsilon(1e-5);

    assertThat(bounds.lower()).isZero();
    assertThat(bounds.upper()).isCloseTo(10, within(1e-9));
    LossLaw gaussian = new GaussianLaw(1);
    assertThat(new HighestLosses(new Scenario(List.of(new Scenario.Step(gaussian, 2)))).sum())
        .isInfinite();
  }

  /** Between the highest losses there are others; bounds must hold, and grids must agree. */
  @ParameterizedTest
  @CsvSource({"0.5, 3, 1e-5", "10, 10, 1e-5", "1, 5, 1e-3", "2, 8, 1e-6", "3, 2, 0.1"})
  void boundsLaplaceStepsAsFinerGridsDo(double scale, int times, double delta) {
    Scenario scenario = new Scenario(List.of(new Scenario.Step(LaplaceLaw.of(scale), times)));

    Bounds bounds = new HighestLosses(scenario).epsilon(delta);
    Bounds truth = new GridSearch(scenario, 1e-5).epsilon(delta, 0);

    assertThat(bounds.lower()).isLessThanOrEqualTo(truth.upper()).isPositive();
    assertThat(bounds.upper()).isGreaterThanOrEqualTo(truth.lower()).isLessThan(times / scale);
  }

  /**
   * Steps of different sizes, of which the small ones may be anywhere while the large one decides:
   * all sums of losses ±e, by enumeration.
   */
  @Test
  void boundsStepsOfDifferentSizes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 500; trial++) {
      int kinds = 2 + random.nextInt(3);
      List<Scenario.Step> steps = new ArrayList<>();
      List<Double> losses = new ArrayList<>();
      for (int kind = 0; kind < kinds; kind++) {
        double one = Math.exp(14 * random.nextDouble() - 12);
        int times = 1 + random.nextInt(3);
        steps.add(new Scenario.Step(ResponseLaw.pure(one), times));
        losses.addAll(Collections.nCopies(times, one));
      }
      double delta = Math.exp(-12 * random.nextDouble() - 0.5);
      double highest = losses.stream().mapToDouble(loss -> loss).sum();
      double exact = Bisection.smallest(0, highest, t -> enumerated(losses, 0, 1, 0, t) <= delta);

      Bounds bounds = new HighestLosses(new Scenario(steps)).epsilon(delta);
      Bounds whole = PrivacyLoss.of(List.of(new Scenario(steps))).epsilonBetween(delta);

      for (Bounds interval : List.of(bounds, whole)) {
        assertThat(interval.lower())
            .as("%s at %s", losses, delta)
            .isLessThanOrEqualTo(exact + 1e-12);
        assertThat(interval.upper())
            .as("%s at %s", losses, delta)
            .isGreaterThanOrEqualTo(exact - 1e-12);
      }
    }
  }

  private static double enumerated(
      List<Double> losses, int from, double mass, double loss, double epsilon) {
    if (from == losses.size()) {
      return mass * Math.max(0, -Math.expm1(epsilon - loss));
    }
    double one = losses.get(from);
    double truthful = 1 / (1 + Math.exp(-one));
    return enumerated(losses, from + 1, mass * truthful, loss + one, epsilon)
        + enumerated(losses, from + 1, mass * (1 - truthful), loss - one, epsilon);
  }

  /** What a small mechanism beside a large one costs, which once came out at 0.865. */
  @Test
  void aLargeStepIsNotMadeCheaperBySmallOnes() {
    double alone = Accountant.best(new PrivacyEvent.Laplace(1)).epsilonBetween(1e-5).lower();
    for (PrivacyEvent small :
        List.of(
            new PrivacyEvent.Laplace(1e6),
            new PrivacyEvent.RandomizedResponse(0.01, 100),
            new PrivacyEvent.DiscreteLaplace(1e5, 2),
            new PrivacyEvent.Pure(1e-9),
            new PrivacyEvent.PoissonSampled(
                0.01, Adjacency.ADD_OR_REMOVE_ONE, new PrivacyEvent.Pure(0.1)),
            new PrivacyEvent.Approximate(0.001, 0))) {
      PrivacyEvent both =
          PrivacyEvent.Composed.of(
              new PrivacyEvent.Laplace(1), new PrivacyEvent.Repeated(small, 14));

      assertThat(Accountant.best(both).epsilon(1e-5)).as("%s", small).isGreaterThanOrEqualTo(alone);
    }
  }

  @Test
  void answersTheseQuestionsAlone() {
    for (double[] row : new double[][] {{0.5, 3, 5.9999200028}, {10, 10, 0.98996231698}}) {
      Scenario scenario =
          new Scenario(List.of(new Scenario.Step(LaplaceLaw.of(row[0]), (long) row[1])));

      Bounds bounds = new HighestLosses(scenario).epsilon(1e-5);

      assertThat(row[2]).isBetween(bounds.lower(), bounds.upper());
      assertThat(bounds.width()).isLessThan(1e-3 * row[2]);
    }
  }

  private static Scenario answers(double one, int times) {
    LossLaw law = ResponseLaw.pure(one);
    return new Scenario(List.of(new Scenario.Step(law, times)));
  }

  private static double binomialDelta(double one, int times, double epsilon) {
    double truthful = 1 / (1 + Math.exp(-one));
    double sum = 0;
    double ways = 1;
    for (int lies = 0; lies <= times; lies++) {
      double loss = (times - 2 * lies) * one;
      double mass = ways * Math.pow(truthful, times - lies) * Math.pow(1 - truthful, lies);
      sum += mass * Math.max(0, -Math.expm1(epsilon - loss));
      ways = ways * (times - lies) / (lies + 1);
    }
    return sum;
  }
}
