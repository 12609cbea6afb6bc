// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.audit.ClopperPearson;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The integer samplers against their laws. Every assertion: one false alarm in a million runs. */
class IntegerSamplersLawTest {

  private static final double FALSE_ALARM = 1e-6;
  private static final BigInteger HUGE = BigInteger.TEN.pow(40);

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("IntegerSamplersLawTest");

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 100})
  void uniformIntegersAreUniform(int bound) {
    long[] counts = new long[bound];
    long[] leading = new long[bound];
    BigInteger big = HUGE.multiply(BigInteger.valueOf(bound));
    for (int i = 0; i < 100_000; i++) {
      counts[(int) UniformInteger.below(bound, randomness)]++;
      leading[UniformInteger.below(big, randomness).divide(HUGE).intValueExact()]++;
    }
    double[] uniform = new double[bound];
    Arrays.fill(uniform, 1.0 / bound);
    assertThat(ChiSquare.pValue(counts, uniform)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(leading, uniform)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
  }

  @ParameterizedTest
  @CsvSource({"1, 3", "999, 1000", "1, 1000000"})
  void coinsHaveTheirProbability(long numerator, long denominator) {
    double p = (double) numerator / denominator;
    assertProbability(p, () -> Bernoulli.draw(numerator, denominator, randomness));
    BigInteger bigNumerator = HUGE.multiply(BigInteger.valueOf(numerator));
    BigInteger bigDenominator = HUGE.multiply(BigInteger.valueOf(denominator));
    assertProbability(p, () -> Bernoulli.draw(bigNumerator, bigDenominator, randomness));
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "1, 2", "1, 1", "5, 2", "7, 1"})
  void exponentialCoinsHaveTheirProbability(long numerator, long denominator) {
    double p = Math.exp(-(double) numerator / denominator);
    assertProbability(p, () -> BernoulliExp.draw(numerator, denominator, randomness));
    BigInteger bigNumerator = HUGE.multiply(BigInteger.valueOf(numerator));
    BigInteger bigDenominator = HUGE.multiply(BigInteger.valueOf(denominator));
    assertProbability(p, () -> BernoulliExp.draw(bigNumerator, bigDenominator, randomness));
  }

  @ParameterizedTest
  @CsvSource({"5, 2, 9", "1, 2, 2", "1, 1, 4", "7, 1, 18"})
  void discreteLaplaceHasItsLaw(long numerator, long denominator, int reach) {
    IntToDoubleFunction law =
        Integers.proportionalTo(k -> Math.exp(-(double) Math.abs(k) * denominator / numerator));
    DiscreteLaplace right = DiscreteLaplace.of(numerator, denominator);
    DiscreteLaplace tooSmall = DiscreteLaplace.of(95 * numerator, 100 * denominator);
    // A hair larger, so that the fraction needs big integers.
    BigInteger hair = HUGE.multiply(BigInteger.valueOf(numerator)).add(BigInteger.ONE);
    DiscreteLaplace big = DiscreteLaplace.of(hair, HUGE.multiply(BigInteger.valueOf(denominator)));
    assertThat(laplace(right, 200_000, reach, law)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    assertThat(laplace(big, 40_000, reach, law)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    assertThat(laplace(tooSmall, 200_000, reach, law)).as("seed %d", seed).isLessThan(FALSE_ALARM);
  }

  @ParameterizedTest
  @CsvSource({"9, 1, 8", "1, 3, 1", "1, 1, 2", "401, 4, 25"})
  void discreteGaussianHasItsLaw(long numerator, long denominator, int reach) {
    IntToDoubleFunction law =
        Integers.proportionalTo(k -> Math.exp(-0.5 * k * k * denominator / numerator));
    DiscreteGaussian right = DiscreteGaussian.ofVariance(numerator, denominator);
    DiscreteGaussian tooSmall = // 5 % in sigma
        DiscreteGaussian.ofVariance(9025 * numerator, 10_000 * denominator);
    BigInteger hair = HUGE.multiply(BigInteger.valueOf(numerator)).add(BigInteger.ONE);
    DiscreteGaussian big =
        DiscreteGaussian.ofVariance(hair, HUGE.multiply(BigInteger.valueOf(denominator)));
    assertThat(gaussian(right, 200_000, reach, law)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    assertThat(gaussian(big, 40_000, reach, law)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
    assertThat(gaussian(tooSmall, 200_000, reach, law)).as("seed %d", seed).isLessThan(FALSE_ALARM);
  }

  @Test
  void poissonSamplingTakesRowsAtItsRate() {
    for (double rate : new double[] {0.001, 0.3, 0.999}) {
      PoissonSampling sampling = PoissonSampling.withRate(rate);
      long taken = sampling.sample(1_000_000, randomness).cardinality();
      assertThat(ClopperPearson.lower(taken, 1_000_000, FALSE_ALARM)).isLessThan(rate);
      assertThat(ClopperPearson.upper(taken, 1_000_000, FALSE_ALARM)).isGreaterThan(rate);
    }
  }

  private void assertProbability(double expected, BooleanSupplier coin) {
    int draws = 50_000;
    int heads = 0;
    for (int i = 0; i < draws; i++) {
      heads += coin.getAsBoolean() ? 1 : 0;
    }
    assertThat(ClopperPearson.lower(heads, draws, FALSE_ALARM / 2))
        .as("seed %d", seed)
        .isLessThan(expected);
    assertThat(ClopperPearson.upper(heads, draws, FALSE_ALARM / 2))
        .as("seed %d", seed)
        .isGreaterThan(expected);
  }

  private double laplace(DiscreteLaplace sampler, int draws, int reach, IntToDoubleFunction law) {
    return Integers.pValue(() -> sampler.sample(randomness), draws, reach, law);
  }

  private double gaussian(DiscreteGaussian sampler, int draws, int reach, IntToDoubleFunction law) {
    return Integers.pValue(() -> sampler.sample(randomness), draws, reach, law);
  }
}
