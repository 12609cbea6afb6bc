// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.PrivacyEvent.Approximate;
import dev.demilune.accounting.PrivacyEvent.Composed;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianCount;
import dev.demilune.accounting.PrivacyEvent.DiscreteGaussianSum;
import dev.demilune.accounting.PrivacyEvent.ExponentialChoice;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.Parallel;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Pure;
import dev.demilune.accounting.PrivacyEvent.RandomizedResponse;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.accounting.PrivacyEvent.SampledWithoutReplacement;
import dev.demilune.accounting.PrivacyEvent.Selection;
import dev.demilune.accounting.Repetitions.NegativeBinomial;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

class AccountantChoiceTest {

  @Test
  void theWorstOfParallelPartsIsThePrice() {
    double alone = epsilon(new GaussianSum(2));

    assertThat(epsilon(Parallel.of(new GaussianSum(2), new GaussianSum(3)))).isEqualTo(alone);
    assertThat(epsilon(Parallel.of(new GaussianSum(2), new Laplace(20)))).isEqualTo(alone);
    assertThat(epsilon(new Repeated(Parallel.of(new GaussianSum(2), new GaussianSum(3)), 1000)))
        .isEqualTo(epsilon(new Repeated(new GaussianSum(2), 1000)));
    assertThat(
            epsilon(
                Composed.of(
                    Parallel.of(new GaussianSum(2), new GaussianSum(3)), new GaussianSum(5))))
        .isCloseTo(epsilon(Composed.of(new GaussianSum(2), new GaussianSum(5))), within(1e-12));
  }

  @Test
  void partsOfDifferentKindsAreChosenInEveryWay() {
    PrivacyEvent twice = new Repeated(Parallel.of(new GaussianSum(2), new Laplace(2)), 2);

    List<FlatComposition> choices = Flattening.of(twice);

    assertThat(choices).hasSize(3);
    double mixed = epsilon(Composed.of(new GaussianSum(2), new Laplace(2)));
    assertThat(epsilon(twice)).isGreaterThanOrEqualTo(mixed);
    assertThatThrownBy(
            () -> Flattening.of(new Repeated(Parallel.of(new GaussianSum(2), new Laplace(2)), 300)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("parallel parts can be chosen in more than 256 ways");
  }

  @Test
  void samplesThatDisagreeAboutNeighborsAreRefused() {
    PrivacyEvent adding = new PoissonSampled(0.1, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(2));
    PrivacyEvent replacing = new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new GaussianSum(2));
    PrivacyEvent fixed = new SampledWithoutReplacement(1, 10, new GaussianSum(2));

    assertThatThrownBy(() -> Accountant.best(Composed.of(adding, new Repeated(replacing, 2))))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the event has Poisson samples for adding or removing one row and for replacing one"
                + " row: give all of them one adjacency");
    assertThatThrownBy(() -> Accountant.best(Composed.of(adding, fixed)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("which is priced for replacing one row only");
    assertThat(epsilon(Composed.of(replacing, fixed))).isFinite();
  }

  /**
   * "Which row was drawn, and its label by randomized response" is as private as randomized
   * response where labels are replaced: the reader knows whose answer it is.
   */
  @Test
  void fixedSizeSamplesAreNotForLabels() {
    PrivacyEvent label = new PoissonSampled(0.1, Adjacency.REPLACE_LABEL, new GaussianSum(2));
    PrivacyEvent fixed = new SampledWithoutReplacement(1, 100, new RandomizedResponse(1, 2));

    assertThatThrownBy(() -> Accountant.best(Composed.of(label, new Repeated(fixed, 2))))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the event has Poisson samples for replacing one label, features being public and a"
                + " sample of fixed size, which is priced for replacing one row only: give the"
                + " Poisson samples the adjacency replace-one, or use them throughout");
  }

  @Test
  void fixedSizeSamplesAreOfAFixedNumberOfRows() {
    PrivacyEvent fixed = new SampledWithoutReplacement(1, 10, new GaussianSum(2));
    PrivacyEvent inPoisson = new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new Repeated(fixed, 2));

    assertThatThrownBy(() -> Accountant.best(inPoisson))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("a sample of fixed size of rows whose number is random");
    assertThatThrownBy(() -> Accountant.best(new SampledWithoutReplacement(5, 100, fixed)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("draws from 10 rows inside a sample of 5");
    assertThat(epsilon(new SampledWithoutReplacement(10, 100, fixed))).isLessThan(epsilon(fixed));
  }

  @Test
  void partsThatAReplacedRowMayMoveBetweenAreRefused() {
    PrivacyEvent replacing = new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new GaussianSum(2));
    PrivacyEvent fixed = new SampledWithoutReplacement(1, 10, new GaussianSum(2));

    for (PrivacyEvent sample : List.of(replacing, fixed)) {
      assertThatThrownBy(() -> Accountant.best(Parallel.of(sample, new Pure(1))))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("which may move from one part to another");
    }
  }

  /** A mixture of two normal laws against another, integrated in small steps. */
  @Test
  void oneSampledSumWhereRowsAreReplacedCostsItsIntegral() {
    for (double multiplier : new double[] {0.5, 1, 3}) {
      double m = 0.5 / multiplier;
      PrivacyEvent event =
          new PoissonSampled(0.01, Adjacency.REPLACE_ONE, new GaussianSum(multiplier));

      Interval price = Accountant.best(event).epsilonBetween(1e-5);

      assertThat(integrated(m, 0.01, price.upper())).isLessThanOrEqualTo(1.0001e-5);
      assertThat(integrated(m, 0.01, price.upper() * 0.999)).isGreaterThan(1e-5);
      assertThat(price.width()).isLessThan(1e-9);
    }
  }

  private static double integrated(double m, double rate, double epsilon) {
    double sum = 0;
    double step = 1e-4;
    for (double x = -12; x < 12; x += step) {
      double none = (1 - rate) * Math.exp(-x * x / 2);
      double p = none + rate * Math.exp(-(x - m) * (x - m) / 2);
      double q = none + rate * Math.exp(-(x + m) * (x + m) / 2);
      sum += Math.max(0, p - Math.exp(epsilon) * q) * step / Math.sqrt(2 * Math.PI);
    }
    return sum;
  }

  @Test
  void oneDiscreteGaussianCountCostsItsSum() {
    double sigma = 2;
    Interval price = Accountant.best(new DiscreteGaussianCount(sigma, 1)).epsilonBetween(1e-5);

    assertThat(price.width()).isLessThan(1e-9);
    double mass = 0;
    double above = 0;
    double below = 0;
    for (int x = -200; x <= 200; x++) {
      double p = Math.exp(-x * x / (2 * sigma * sigma));
      double q = Math.exp(-(x - 1.0) * (x - 1.0) / (2 * sigma * sigma));
      mass += p;
      above += Math.max(0, q - Math.exp(price.upper()) * p);
      below += Math.max(0, q - Math.exp(price.upper() * 0.999) * p);
    }
    assertThat(above / mass).isLessThanOrEqualTo(1.0000001e-5);
    assertThat(below / mass).isGreaterThan(1e-5);
    assertThatThrownBy(
            () ->
                Accountant.best(new Repeated(new DiscreteGaussianCount(1e-170, 1), 2)).epsilon(0.1))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("protects nobody");
  }

  /** Almost every row is drawn, and ten times all is told with probability 1e-3: 1 - 0.999^10. */
  @Test
  void aLowerEndIsNotAboveTheTruthWhereTheLowerLawIsHeavy() {
    PrivacyEvent step =
        new PoissonSampled(
            Math.nextDown(1.0), Adjacency.ADD_OR_REMOVE_ONE, new Approximate(1, 1e-3));
    PrivacyEvent all = new Repeated(new Approximate(1, 1e-3), 10);

    for (double delta : new double[] {0.5, 0.2, 0.05}) {
      double truth = Accountant.best(all).epsilon(delta);
      Interval price = Accountant.best(new Repeated(step, 10)).epsilonBetween(delta);

      assertThat(price.lower()).isLessThanOrEqualTo(truth * (1 + 1e-9));
      assertThat(price.upper()).isGreaterThanOrEqualTo(truth * (1 - 1e-3));
    }
  }

  @Test
  void aSampleOfEverythingIsNoSample() {
    double plain = epsilon(new Repeated(new GaussianSum(3), 5));

    for (Adjacency adjacency : Adjacency.values()) {
      PrivacyEvent all = new PoissonSampled(1, adjacency, new GaussianSum(3));
      assertThat(epsilon(new Repeated(all, 5))).isEqualTo(plain);
    }
    PrivacyEvent all = new SampledWithoutReplacement(7, 7, new GaussianSum(3));
    assertThat(epsilon(new Repeated(all, 5))).isEqualTo(plain);
  }

  @Test
  void aSampleOfASampleIsOneSample() {
    PrivacyEvent inner = new PoissonSampled(0.5, Adjacency.ADD_OR_REMOVE_ONE, new Laplace(2));
    PrivacyEvent nested = new PoissonSampled(0.25, Adjacency.ADD_OR_REMOVE_ONE, inner);
    PrivacyEvent flat = new PoissonSampled(0.125, Adjacency.ADD_OR_REMOVE_ONE, new Laplace(2));

    assertThat(epsilon(nested)).isEqualTo(epsilon(flat));
  }

  /**
   * Without replacement, by all pairs of batches: two of four rows, one row of which is replaced.
   */
  @Test
  void fixedSizeSamplesCostAtLeastAnExample() {
    double scale = 2;
    Accountant price =
        Accountant.best(
            new SampledWithoutReplacement(2, 4, new PrivacyEvent.DiscreteLaplace(scale, 1)));
    for (double epsilon = 0; epsilon < 0.5; epsilon += 0.02) {
      for (int[] rows : new int[][] {{1, 0, 0, 0}, {1, 1, 1, 1}, {1, 0, 1, 0}}) {
        double forth = divergence(rows, replaced(rows), scale, epsilon);
        double back = divergence(replaced(rows), rows, scale, epsilon);
        assertThat(price.delta(epsilon)).isGreaterThanOrEqualTo(Math.max(forth, back));
      }
    }
    // And it is reached: some rows cost as much, to the last digits.
    double worst = divergence(new int[] {1, 0, 0, 0}, new int[4], scale, 0.1);
    assertThat(price.delta(0.1)).isCloseTo(worst, within(1e-12));
  }

  private static int[] replaced(int[] rows) {
    int[] copy = rows.clone();
    copy[0] = 1 - copy[0];
    return copy;
  }

  private static double divergence(int[] first, int[] second, double scale, double epsilon) {
    double sum = 0;
    for (int x = -200; x <= 200; x++) {
      sum += Math.max(0, density(first, x, scale) - Math.exp(epsilon) * density(second, x, scale));
    }
    return sum;
  }

  /** The sum of a random pair of rows, with discrete Laplace noise. */
  private static double density(int[] rows, int x, double scale) {
    double r = Math.exp(-1 / scale);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < i; j++) {
        sum += Math.pow(r, Math.abs(x - rows[i] - rows[j])) * (1 - r) / (1 + r) / 6;
      }
    }
    return sum;
  }

  @Test
  void whatHasNoLawIsStillPriced() {
    PrivacyEvent approximate = new Approximate(0.1, 1e-8);
    Accountant mixed = Accountant.best(Composed.of(new DiscreteGaussianSum(3), approximate));
    double sum = epsilon(new DiscreteGaussianSum(3)) + 0.1;

    assertThat(mixed.epsilon(1e-6)).isCloseTo(sum, within(1e-3)).isGreaterThan(sum);
    assertThat(mixed.epsilon(1e-9)).isInfinite();
    assertThat(mixed.delta(0.05)).isEqualTo(1);
    assertThat(mixed.delta(3)).isBetween(1e-8, 1e-3);
    assertThat(mixed.nameAt(1e-6))
        .isEqualTo("zero-concentrated DP plus basic composition of the simple steps");
    PrivacyEvent selection = new Selection(approximate, new NegativeBinomial(1, 0.5));
    assertThatThrownBy(() -> Accountant.best(selection))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("no price is known for an (ε, δ) step inside of: best of");
    assertThat(epsilon(new DiscreteGaussianCount(1e9, 3_000_000))).isBetween(0.001, 1.0);
  }

  @Test
  void everyKindIsPricedWithAnIntervalAroundTheTruth() {
    for (PrivacyEvent event :
        List.of(
            new ExponentialChoice(0.3),
            new Repeated(new ExponentialChoice(0.3), 3),
            new Repeated(new SampledWithoutReplacement(1, 50, new GaussianSum(1)), 3),
            new Repeated(new PoissonSampled(0.1, Adjacency.REPLACE_ONE, new Pure(1)), 3),
            Composed.of(new Laplace(3), new DiscreteGaussianCount(4, 1), new Approximate(0, 1e-9)),
            new Selection(new Laplace(3), new NegativeBinomial(0, 0.5)))) {
      Accountant accountant = Accountant.best(event);
      Interval epsilon = accountant.epsilonBetween(1e-6);
      Interval delta = accountant.deltaBetween(0.25);

      assertThat(epsilon.upper()).as("%s", event).isFinite().isEqualTo(accountant.epsilon(1e-6));
      assertThat(delta.upper()).isEqualTo(accountant.delta(0.25)).isLessThan(1);
      assertThat(epsilon.note().isPresent())
          .as("%s", event)
          .isEqualTo(epsilon.lower() < epsilon.upper() * (1 - 1.01e-3));
      assertThat(accountant.nameAt(1e-6)).isNotEmpty();
    }
  }

  /**
   * With two answers an output of randomized response cannot say that the row was not drawn: no
   * loss is above ln(1 + q(e^ε - 1)), and that is reached.
   */
  @Test
  void theLowerEndOfRandomizedResponseOnASampleIsReached() {
    for (Adjacency adjacency : List.of(Adjacency.REPLACE_ONE, Adjacency.REPLACE_LABEL)) {
      PrivacyEvent step = new PoissonSampled(0.5, adjacency, new RandomizedResponse(1, 2));
      double highest = Math.log1p(0.5 * Math.expm1(1));
      for (int times : new int[] {1, 3}) {
        Interval price = Accountant.best(new Repeated(step, times)).epsilonBetween(1e-6);

        assertThat(price.lower()).isBetween(0.99 * times * highest, times * highest);
        assertThat(price.upper()).isBetween(times * highest, times * 1.0);
      }
    }
  }

  @Test
  void doingMoreNeverCostsLessAndTheOrderDoesNotMatter() {
    PrivacyEvent step = new PoissonSampled(0.05, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(1));
    double one = epsilon(new Repeated(step, 20));
    double withMore = epsilon(Composed.of(new Repeated(step, 20), new Pure(0.01)));
    double group = epsilon(Composed.of(new Repeated(step, 10), new Repeated(step, 10)));

    assertThat(withMore).isGreaterThan(one * 0.998);
    assertThat(group).isEqualTo(one);
    PrivacyEvent other = new Laplace(7);
    Interval before =
        Accountant.best(Composed.of(new Repeated(step, 9), other, other)).epsilonBetween(1e-6);
    Interval after =
        Accountant.best(Composed.of(other, new Repeated(step, 4), other, new Repeated(step, 5)))
            .epsilonBetween(1e-6);
    assertThat(after).isEqualTo(before);
  }

  /**
   * Replacing a row is removing one and adding another, and leaving one out is replacing it by one
   * that contributes nothing: δ of replacing at 2ε is at most 1 + e^ε times δ of adding at ε, and
   * at ε not less than it. The multiplier counts twice the length of a contribution there.
   */
  @Test
  void replacingARowObeysTheRuleOfGroups() {
    for (double rate : new double[] {0.01, 0.2, 0.7, 1}) {
      for (long times : new long[] {1, 30}) {
        Accountant adding = sampledSums(rate, Adjacency.ADD_OR_REMOVE_ONE, 4, times);
        Accountant replacing = sampledSums(rate, Adjacency.REPLACE_ONE, 2, times);
        for (double epsilon : new double[] {0.1, 0.4, 1.5}) {
          double one = adding.delta(epsilon);
          assertThat(replacing.deltaBetween(2 * epsilon).lower())
              .isLessThanOrEqualTo(one * (1 + Math.exp(epsilon)));
          assertThat(replacing.delta(epsilon))
              .isGreaterThanOrEqualTo(adding.deltaBetween(epsilon).lower());
        }
      }
    }
  }

  private static Accountant sampledSums(
      double rate, Adjacency adjacency, double multiplier, long times) {
    return Accountant.best(
        new Repeated(new PoissonSampled(rate, adjacency, new GaussianSum(multiplier)), times));
  }

  /** k rows at once are a sum with k times the sensitivity; nothing may cost more than the rule. */
  @Test
  void groupsCostAtMostWhatTheRuleSays() {
    for (int rows : new int[] {2, 5}) {
      for (double epsilon : new double[] {0.05, 0.5, 2}) {
        double growth = Math.expm1(rows * epsilon) / Math.expm1(epsilon);
        double rule = Accountant.best(new GaussianSum(3)).delta(epsilon) * growth;
        double exact = Accountant.best(new GaussianSum(3.0 / rows)).delta(rows * epsilon);
        assertThat(exact).isLessThanOrEqualTo(rule * (1 + 1e-9));
        double laplace = Accountant.best(new Laplace(3)).delta(epsilon) * growth;
        assertThat(Accountant.best(new Laplace(3.0 / rows)).delta(rows * epsilon))
            .isLessThanOrEqualTo(laplace * (1 + 1e-9));
      }
    }
  }

  /**
   * Which side of the middle a noisy number is on is randomized response: with Laplace noise it
   * lies with probability e^(-1/2b)/2, with Gaussian noise with Φ(-1/2σ). However often it is done,
   * it is cheaper than the numbers.
   */
  @Test
  void postProcessingIsNeverDearer() {
    for (long times : new long[] {1, 6, 50}) {
      for (double noise : new double[] {0.7, 3, 12}) {
        assertCheaper(Math.exp(-0.5 / noise) / 2, new Laplace(noise), times);
        assertCheaper(Erfc.value(0.5 / noise / Math.sqrt(2)) / 2, new GaussianSum(noise), times);
      }
    }
  }

  private static void assertCheaper(double lie, PrivacyEvent numbers, long times) {
    PrivacyEvent side = new RandomizedResponse(Math.log((1 - lie) / lie), 2);
    Accountant coarse = Accountant.best(new Repeated(side, times));
    Accountant fine = Accountant.best(new Repeated(numbers, times));

    Interval price = fine.epsilonBetween(1e-6);
    assertThat(coarse.epsilon(1e-6)).isLessThanOrEqualTo(price.upper() * 1.001);
    assertThat(coarse.epsilonBetween(1e-6).lower()).isLessThanOrEqualTo(price.upper());
  }

  private static double epsilon(PrivacyEvent event) {
    return Accountant.best(event).epsilon(1e-6);
  }
}
