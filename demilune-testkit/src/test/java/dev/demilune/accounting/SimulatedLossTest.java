// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import dev.demilune.testkit.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Prices of sampled Gaussian sums against simulations of the attack: δ(ε) is the mean of (1 - e^(ε
 * - L))₊ over the attacker's loss L. Estimates may be off by five standard errors, which chance
 * does once in two million times; noise a tenth smaller would be seen.
 */
class SimulatedLossTest {

  private static final int RUNS = 200_000;

  @ParameterizedTest
  @CsvSource({"1.0, 0.1, 30, 0.8", "2.0, 0.5, 20, 1.5", "0.8, 0.02, 50, 0.3"})
  void aRemovedRowCostsWhatTheAttackerSees(
      double multiplier, double rate, int times, double epsilon) {
    SplittableRandom random = new SplittableRandom(Seeds.seed());
    double mu = 1 / multiplier;
    Estimates estimates = new Estimates(epsilon);
    for (int run = 0; run < RUNS; run++) {
      double loss = 0;
      for (int step = 0; step < times; step++) {
        double x = random.nextGaussian() + (random.nextDouble() < rate ? mu : 0);
        loss += Math.log1p(rate * Math.expm1(mu * x - mu * mu / 2));
      }
      estimates.add(loss);
    }
    check(estimates, Adjacency.ADD_OR_REMOVE_ONE, multiplier, rate, times, epsilon);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.1, 30, 0.8", "1.0, 0.5, 20, 1.5"})
  void aReplacedRowCostsWhatTheAttackerSees(
      double multiplier, double rate, int times, double epsilon) {
    SplittableRandom random = new SplittableRandom(Seeds.seed());
    double m = 1 / (2 * multiplier); // noise is in units of what replacing can change
    Estimates estimates = new Estimates(epsilon);
    for (int run = 0; run < RUNS; run++) {
      double loss = 0;
      for (int step = 0; step < times; step++) {
        double x = random.nextGaussian() + (random.nextDouble() < rate ? m : 0);
        loss +=
            Math.log1p(rate * Math.expm1(m * x - m * m / 2))
                - Math.log1p(rate * Math.expm1(-m * x - m * m / 2));
      }
      estimates.add(loss);
    }
    check(estimates, Adjacency.REPLACE_ONE, multiplier, rate, times, epsilon);
  }

  private static void check(
      Estimates estimates,
      Adjacency adjacency,
      double multiplier,
      double rate,
      int times,
      double epsilon) {
    double seen = estimates.mean();
    double error = 5 * estimates.standardError();
    Interval price = price(adjacency, multiplier, rate, times, epsilon);
    Interval withLessNoise = price(adjacency, 0.9 * multiplier, rate, times, epsilon);

    assertThat(seen)
        .as("seed %d", Seeds.seed())
        .isBetween(price.lower() - error, price.upper() + error)
        .isLessThan(withLessNoise.lower() - error);
    assertThat(error).isLessThan(0.1 * seen);
  }

  private static Interval price(
      Adjacency adjacency, double multiplier, double rate, int times, double epsilon) {
    PrivacyEvent step = new PoissonSampled(rate, adjacency, new GaussianSum(multiplier));
    return Accountant.best(new Repeated(step, times)).deltaBetween(epsilon);
  }

  private static final class Estimates {

    private final double epsilon;
    private double sum;
    private double squares;
    private int count;

    Estimates(double epsilon) {
      this.epsilon = epsilon;
    }

    void add(double loss) {
      double value = Math.max(0, -Math.expm1(epsilon - loss));
      sum += value;
      squares += value * value;
      count++;
    }

    double mean() {
      return sum / count;
    }

    double standardError() {
      return Math.sqrt((squares / count - mean() * mean()) / count);
    }
  }
}
