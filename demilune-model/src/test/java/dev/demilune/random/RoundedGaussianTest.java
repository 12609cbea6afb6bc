// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundedGaussianTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.3, 1, 3, 1234.56789, 0x1p24, 1e12})
  void exactFallBackGivesTheSameDrawsFromTheSameWords(double sigma) {
    RoundedGaussian fast = RoundedGaussian.of(sigma);
    RoundedGaussian exact = fast.decidingExactly();
    Randomness some = Randomness.reproducible(41);
    Randomness same = Randomness.reproducible(41);
    for (int i = 0; i < 5_000; i++) {
      assertThat(fast.sample(some)).isEqualTo(exact.sample(same));
    }
    assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.3, 1, 3, 1234.56789, 0x1p24, 1e12})
  void aVectorTakesTheDrawsAndTheWordsOfOneDrawAfterTheOther(double sigma) {
    RoundedGaussian noise = RoundedGaussian.of(sigma);
    for (int size : new int[] {1, 2, NormalPairs.MOST_PAIRS, 777, RoundedGaussian.PIECE}) {
      Randomness some = Randomness.reproducible(43 + size);
      Randomness same = Randomness.reproducible(43 + size);
      long[] sums = new long[size];
      noise.addTo(sums, some);
      for (long sum : sums) {
        assertThat(sum).isEqualTo(noise.sample(same));
      }
      assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
    }
  }

  @Test
  void aBatchKeepsNothingOfItsNoise() throws Exception {
    NormalPairs pairs =
        new NormalPairs(RoundedGaussian.of(0x1p24), Randomness.reproducible(44), 1000);
    pairs.addTo(new long[1000], 0, 1000);
    for (String name : List.of("words", "draws")) {
      Field field = NormalPairs.class.getDeclaredField(name);
      field.setAccessible(true);
      assertThat((long[]) field.get(pairs)).as(name).containsOnly(0);
    }
  }

  @Test
  void reproducesTheseValuesForEver() {
    Randomness randomness = Randomness.reproducible(42);
    RoundedGaussian noise = RoundedGaussian.of(0x1p24);
    long[] draws = new long[5];
    Arrays.setAll(draws, i -> noise.sample(randomness));
    assertThat(draws).containsExactly(-11796107L, -10548620L, -15241541L, 21370664L, -46090932L);

    long[] sums = new long[20_000];
    noise.addTo(sums, Randomness.reproducible(42));
    assertThat(sums[0]).isEqualTo(-42631680);
    assertThat(sums[19_999]).isEqualTo(-42747787);
  }

  @Test
  void vectorNoiseDoesNotDependOnTheNumberOfThreads() {
    RoundedGaussian noise = RoundedGaussian.of(1000);
    int size = 5 * RoundedGaussian.PIECE + 17;
    long[] common = new long[size];
    noise.addTo(common, Randomness.reproducible(1));
    for (int threads : new int[] {1, 7}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      try {
        long[] sums = new long[size];
        pool.submit(() -> noise.addTo(sums, Randomness.reproducible(1))).join();
        assertThat(sums).isEqualTo(common);
      } finally {
        pool.shutdown();
      }
    }
  }

  @Test
  void vectorNoiseIsAddedToWhatIsThere() {
    for (int size : new int[] {0, 3, RoundedGaussian.PIECE, RoundedGaussian.PIECE + 1}) {
      long[] zeros = new long[size];
      long[] numbers = new long[size];
      Arrays.setAll(numbers, i -> 1000L * i);
      RoundedGaussian.of(10).addTo(zeros, Randomness.reproducible(2));
      RoundedGaussian.of(10).addTo(numbers, Randomness.reproducible(2));
      for (int i = 0; i < size; i++) {
        assertThat(numbers[i]).isEqualTo(zeros[i] + 1000L * i);
      }
    }
  }

  @Test
  void noPieceAndNoSecondCallRepeatsNoise() {
    RoundedGaussian noise = RoundedGaussian.of(1e12);
    Randomness randomness = Randomness.reproducible(3);
    int size = 3 * RoundedGaussian.PIECE;
    long[] first = new long[size];
    long[] second = new long[size];
    noise.addTo(first, randomness);
    noise.addTo(second, randomness);
    // Two draws are equal with probability 3e-13: no chance in these 49,152 comparisons.
    int equal = 0;
    for (int i = 0; i < size; i++) {
      equal += first[i] == second[i] ? 1 : 0;
      equal += first[i] == first[(i + RoundedGaussian.PIECE) % size] ? 1 : 0;
    }
    assertThat(equal).isZero();
  }

  @Test
  void refusesASigmaWithoutAProof() {
    for (double sigma : new double[] {0, -1, 9e-4, 1.1e12, Double.NaN, 1.0 / 0}) {
      assertThatThrownBy(() -> RoundedGaussian.of(sigma))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "sigma must be between 0.001 and 1.0E12 units of the integer grid, got " + sigma);
    }
    assertThat(RoundedGaussian.of(2.5).sigma()).isEqualTo(2.5);
  }

  @Test
  void aSumThatDoesNotFitWrapsAroundAndNothingIsThrown() {
    long[] noise = new long[64];
    RoundedGaussian.of(1e6).addTo(noise, Randomness.reproducible(4));
    long[] sums = new long[64];
    Arrays.fill(sums, Long.MAX_VALUE);
    RoundedGaussian.of(1e6).addTo(sums, Randomness.reproducible(4));

    assertThat(Arrays.stream(noise).filter(z -> z > 0)).isNotEmpty(); // so that some do not fit
    for (int i = 0; i < sums.length; i++) {
      assertThat(sums[i]).isEqualTo(Long.MAX_VALUE + noise[i]);
    }
  }
}
