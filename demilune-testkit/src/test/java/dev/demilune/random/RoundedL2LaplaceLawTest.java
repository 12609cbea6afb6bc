// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.KolmogorovSmirnov;
import dev.demilune.testkit.Seeds;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Noise of the L2 ball against its law. Every assertion: one false alarm in a million runs. */
@Tag("slow")
class RoundedL2LaplaceLawTest {

  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("RoundedL2LaplaceLawTest");

  private static long draw(RoundedL2Laplace law, Randomness randomness) {
    long[] one = {0};
    law.addTo(one, randomness);
    return one[0];
  }

  private static IntToDoubleFunction roundedLaplace(double scale) {
    return k ->
        k == 0
            ? -Math.expm1(-0.5 / scale)
            : Math.exp(-Math.abs(k) / scale) * Math.sinh(0.5 / scale);
  }

  @ParameterizedTest
  @CsvSource({"0.4, 2", "1, 5", "3, 15"})
  void inOneDimensionItIsTheRoundedLaplaceLaw(double scale, int reach) {
    int draws = 400_000;
    RoundedL2Laplace law = RoundedL2Laplace.of(scale);
    RoundedL2Laplace small = RoundedL2Laplace.of(0.95 * scale);
    assertThat(Integers.pValue(() -> draw(law, randomness), draws, reach, roundedLaplace(scale)))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    assertThat(Integers.pValue(() -> draw(small, randomness), draws, reach, roundedLaplace(scale)))
        .as("noise 5 %% too small, seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  @Test
  void theExactFallBackHasTheSameLaw() {
    RoundedL2Laplace law = RoundedL2Laplace.of(1).decidingExactly();
    assertThat(Integers.pValue(() -> draw(law, randomness), 20_000, 3, roundedLaplace(1)))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
  }

  /** The nine squares around zero and the rest, by the midpoint rule with 400² points each. */
  @Test
  void inThePlaneSquaresHaveTheirProbabilities() {
    double scale = 0.8;
    double[] probabilities = new double[10];
    double left = 1;
    for (int cell = 0; cell < 9; cell++) {
      probabilities[cell] = square(cell / 3 - 1, cell % 3 - 1, scale);
      left -= probabilities[cell];
    }
    probabilities[9] = left;
    assertThat(ChiSquare.pValue(cells(scale), probabilities))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(cells(0.97 * scale), probabilities))
        .as("noise 3 %% too small, seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  private static double square(int x, int y, double scale) {
    int points = 400;
    double sum = 0;
    for (int i = 0; i < points; i++) {
      for (int j = 0; j < points; j++) {
        double r = Math.hypot(x - 0.5 + (i + 0.5) / points, y - 0.5 + (j + 0.5) / points);
        sum += Math.exp(-r / scale);
      }
    }
    return sum / ((double) points * points * 2 * Math.PI * scale * scale);
  }

  private long[] cells(double scale) {
    RoundedL2Laplace law = RoundedL2Laplace.of(scale);
    long[] counts = new long[10];
    for (int i = 0; i < 400_000; i++) {
      long[] z = new long[2];
      law.addTo(z, randomness);
      boolean near = Math.max(Math.abs(z[0]), Math.abs(z[1])) <= 1;
      counts[near ? (int) (3 * (z[0] + 1) + z[1] + 1) : 9]++;
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 30})
  void theLengthIsGamma(int dimension) {
    int draws = 60_000;
    double limit = KolmogorovSmirnov.limit(draws, FALSE_ALARM);
    double[] lengths = new double[draws];
    double scale = 1e7;
    for (int i = 0; i < draws; i++) {
      lengths[i] = length(draw(dimension, scale)) / scale;
    }
    assertThat(KolmogorovSmirnov.distance(lengths, r -> RegularizedGamma.P.value(dimension, r)))
        .as("seed %d", seed)
        .isLessThan(limit);
    // And noise 5 % too small would be seen.
    assertThat(
            KolmogorovSmirnov.distance(lengths, r -> RegularizedGamma.P.value(dimension, r / 1.05)))
        .as("seed %d", seed)
        .isGreaterThan(limit);
  }

  /** By Archimedes: a coordinate of a uniform point of the sphere in space is uniform. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theDirectionIsUniform(int coordinate) {
    int draws = 100_000;
    double[] heights = new double[draws];
    for (int i = 0; i < draws; i++) {
      long[] z = draw(3, 1e7);
      heights[i] = z[coordinate] / length(z);
    }
    assertThat(KolmogorovSmirnov.distance(heights, h -> (h + 1) / 2))
        .as("seed %d", seed)
        .isLessThan(KolmogorovSmirnov.limit(draws, FALSE_ALARM));
  }

  private long[] draw(int dimension, double scale) {
    long[] z = new long[dimension];
    RoundedL2Laplace.of(scale).addTo(z, randomness);
    return z;
  }

  private static double length(long[] z) {
    double squares = 0;
    for (long entry : z) {
      squares += (double) entry * entry;
    }
    return Math.sqrt(squares);
  }
}
