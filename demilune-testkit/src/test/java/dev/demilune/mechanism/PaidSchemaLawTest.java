// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Draws of quantiles, stable histograms and noisy counts against their exact laws. Every assertion:
 * one false alarm in a million runs.
 */
class PaidSchemaLawTest {

  private static final double FALSE_ALARM = 1e-6;

  private final long seed = Seeds.seed();
  private final Randomness randomness = Seeds.randomness("PaidSchemaLawTest");

  @Test
  void quantilesHaveTheirLaw() {
    long[] counts = {0, 2, 0, 5, 1, 0, 8, 0, 0, 3};
    for (Adjacency adjacency :
        new Adjacency[] {Adjacency.ADD_OR_REMOVE_ONE, Adjacency.REPLACE_ONE}) {
      Quantile quantile = new Quantile(1.5, 1, 10, 1, adjacency);
      long range = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? 18 : 20;
      double[] law = Probabilities.exponential(1.5, range, quantile.scores(counts));
      assertThat(Probabilities.pValue(() -> quantile.choose(counts, randomness), 60_000, law))
          .as("seed %d", seed)
          .isGreaterThan(FALSE_ALARM);
      // And the factor two forgotten would be seen.
      Quantile dear = new Quantile(3, 1, 10, 1, adjacency);
      assertThat(Probabilities.pValue(() -> dear.choose(counts, randomness), 60_000, law))
          .as("seed %d", seed)
          .isLessThan(FALSE_ALARM);
    }
  }

  /** Whether a value is released, and with which noisy count, for counts near the threshold. */
  @Test
  void stableHistogramsHaveTheirLaw() {
    int draws = 60_000;
    long threshold = 5;
    for (long count : new long[] {1, 3, 9}) {
      StableHistogram right = new StableHistogram(2, threshold, Adjacency.REPLACE_ONE);
      StableHistogram wrong = new StableHistogram(1.9, threshold, Adjacency.REPLACE_ONE);
      double[] law = new double[10];
      double q = Math.exp(-0.5);
      double rest = 1;
      for (int i = 1; i < 9; i++) {
        double noise = Math.abs(threshold + i - 1 - count);
        law[i] = Math.pow(q, noise) * (1 - q) / (1 + q);
        rest -= law[i];
      }
      law[9] = tail(q, threshold + 8 - count);
      law[0] = rest - law[9];
      assertThat(ChiSquare.pValue(outcomes(right, count, draws), law))
          .as("seed %d", seed)
          .isGreaterThan(FALSE_ALARM);
      assertThat(ChiSquare.pValue(outcomes(wrong, count, 4 * draws), law))
          .as("seed %d", seed)
          .isLessThan(FALSE_ALARM);
    }
  }

  /** P(Z ≥ k) for k ≥ 0. */
  private static double tail(double q, long k) {
    return k == 0 ? 1 / (1 + q) : Math.pow(q, (double) k) / (1 + q);
  }

  private long[] outcomes(StableHistogram histogram, long count, int draws) {
    long[] outcomes = new long[10];
    for (int i = 0; i < draws; i++) {
      Long noisy = histogram.release(Map.of("value", count), randomness).get("value");
      if (noisy != null) {
        assertThat(noisy).as("seed %d", seed).isGreaterThanOrEqualTo(histogram.threshold());
      }
      outcomes[noisy == null ? 0 : (int) Math.min(9, noisy - histogram.threshold() + 1)]++;
    }
    return outcomes;
  }

  @Test
  void noisyCountsHaveTheirLaw() {
    int cells = 41;
    double[] law = new double[cells];
    double q = Math.exp(-1 / 3.3);
    for (int k = 1; k < cells - 1; k++) {
      law[k] = Math.pow(q, Math.abs(k - 20)) * (1 - q) / (1 + q);
    }
    law[0] = tail(q, 20);
    law[cells - 1] = tail(q, 20);
    assertThat(ChiSquare.pValue(noise(3.3, 200_000, cells), law))
        .as("seed %d", seed)
        .isGreaterThan(FALSE_ALARM);
    assertThat(ChiSquare.pValue(noise(3.2, 400_000, cells), law))
        .as("seed %d", seed)
        .isLessThan(FALSE_ALARM);
  }

  private long[] noise(double scale, int draws, int cells) {
    long[] counts = new long[draws];
    new NoisyCounts(scale, 2).release(counts, randomness);
    long[] outcomes = new long[cells];
    for (long count : counts) {
      outcomes[(int) Math.max(0, Math.min(cells - 1, count + 20))]++;
    }
    return outcomes;
  }
}
