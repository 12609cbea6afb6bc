// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.audit.ClopperPearson;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.KolmogorovSmirnov;
import dev.demilune.testkit.NormalLaw;
import dev.demilune.testkit.Seeds;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rounded Gaussian against its law. Every assertion: one false alarm in a million runs. */
class RoundedGaussianLawTest {

  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("RoundedGaussianLawTest");

  @ParameterizedTest
  @CsvSource({"0.15, 0", "0.3, 0", "0.5, 1", "1, 3", "3, 9", "10, 30"})
  void smallSigmasHaveTheLawOfTheRoundedNormal(double sigma, int reach) {
    int draws = 1_000_000;
    RoundedGaussian noise = RoundedGaussian.of(sigma);
    assertThat(Integers.pValue(() -> noise.sample(randomness), draws, reach, rounded(sigma)))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    // And noise 5 % too small would be seen.
    RoundedGaussian small = RoundedGaussian.of(0.95 * sigma);
    assertThat(Integers.pValue(() -> small.sample(randomness), draws, reach, rounded(sigma)))
        .as("seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  @ParameterizedTest
  @CsvSource({"0.3, 0", "1, 2", "3, 6"})
  void theExactFallBackHasTheSameLaw(double sigma, int reach) {
    RoundedGaussian noise = RoundedGaussian.of(sigma).decidingExactly();
    assertThat(Integers.pValue(() -> noise.sample(randomness), 20_000, reach, rounded(sigma)))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
  }

  @Test
  void aSigmaFarBelowOneIsAlwaysRoundedAway() {
    RoundedGaussian tiny = RoundedGaussian.of(1e-3); // one half is 500 standard deviations away
    for (int i = 0; i < 100_000; i++) {
      assertThat(tiny.sample(randomness)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e5 + 0.1, 0x1p24, 1e12})
  void largeSigmasAreNormal(double sigma) {
    int draws = 400_000;
    double limit = KolmogorovSmirnov.limit(draws, FALSE_ALARM);
    double[] scaled = scaled(sigma, draws);
    assertThat(KolmogorovSmirnov.distance(scaled, NormalLaw::cdf))
        .as("seed %d", seed)
        .isLessThan(limit);
    // And noise 5 % too small, or off its center by 2 %, would be seen.
    assertThat(KolmogorovSmirnov.distance(scaled, x -> NormalLaw.cdf(x / 1.05)))
        .as("seed %d", seed)
        .isGreaterThan(limit);
    assertThat(KolmogorovSmirnov.distance(scaled, x -> NormalLaw.cdf(x - 0.02)))
        .as("seed %d", seed)
        .isGreaterThan(limit);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3, 4, 4.5})
  void tailsHaveTheirWeight(double deviations) {
    int draws = 4_000_000;
    RoundedGaussian noise = RoundedGaussian.of(0x1p24);
    long beyond = 0;
    for (int i = 0; i < draws; i++) {
      beyond += Math.abs(noise.sample(randomness)) > deviations * 0x1p24 ? 1 : 0;
    }
    double expected = 2 * NormalLaw.survival(deviations);
    assertThat(ClopperPearson.lower(beyond, draws, FALSE_ALARM / 2)).isLessThan(expected);
    assertThat(ClopperPearson.upper(beyond, draws, FALSE_ALARM / 2)).isGreaterThan(expected);
  }

  @Test
  void theLastDigitsOfLargeDrawsAreUniform() {
    RoundedGaussian noise = RoundedGaussian.of(1e12);
    long[] counts = new long[64];
    for (int i = 0; i < 400_000; i++) {
      counts[(int) (noise.sample(randomness) & 63)]++;
    }
    double[] uniform = new double[64];
    Arrays.fill(uniform, 1.0 / 64);
    assertThat(ChiSquare.pValue(counts, uniform)).as("seed %d", seed).isGreaterThan(FALSE_ALARM);
  }

  @Test
  void successiveDrawsAreIndependent() {
    RoundedGaussian noise = RoundedGaussian.of(0x1p24);
    double[] cuts = {-1, 0, 1};
    double[] cell = {
      NormalLaw.cdf(-1), NormalLaw.between(-1, 0), NormalLaw.between(0, 1), NormalLaw.survival(1)
    };
    long[] counts = new long[16];
    double[] probabilities = new double[16];
    for (int i = 0; i < 16; i++) {
      probabilities[i] = cell[i / 4] * cell[i % 4];
    }
    for (int i = 0; i < 400_000; i++) {
      counts[4 * index(cuts, noise) + index(cuts, noise)]++;
    }
    assertThat(ChiSquare.pValue(counts, probabilities))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
  }

  @Test
  void vectorNoiseHasTheLawOfSingleDraws() {
    long[] sums = new long[400_000];
    RoundedGaussian.of(3).addTo(sums, randomness);
    int[] next = {0};
    assertThat(Integers.pValue(() -> sums[next[0]++], sums.length, 9, rounded(3)))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
  }

  private static IntToDoubleFunction rounded(double sigma) {
    return k -> NormalLaw.between((k - 0.5) / sigma, (k + 0.5) / sigma);
  }

  private double[] scaled(double sigma, int draws) {
    RoundedGaussian noise = RoundedGaussian.of(sigma);
    double[] scaled = new double[draws];
    Arrays.setAll(scaled, i -> noise.sample(randomness) / sigma);
    return scaled;
  }

  private int index(double[] cuts, RoundedGaussian noise) {
    double draw = noise.sample(randomness) / noise.sigma();
    int index = 0;
    while (index < cuts.length && draw > cuts[index]) {
      index++;
    }
    return index;
  }
}
