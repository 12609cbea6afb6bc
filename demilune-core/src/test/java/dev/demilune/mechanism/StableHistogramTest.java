// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.learn.LearnerDescription;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exact law of what is released, on all small neighbors, against the claim. */
class StableHistogramTest {

  private static final int LARGEST_COUNT = 4;

  /**
   * Two values, of which a neighbor moves one (a row added) or both (a row replaced). The output of
   * a value is nothing, or a noisy count from the threshold on; far counts are one outcome.
   */
  @ParameterizedTest
  @CsvSource({"1, 3", "1, 6", "2, 4", "0.5, 2", "4, 12"})
  void neighborsAreWithinEpsilonAndDelta(double scale, long threshold) {
    for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
      StableHistogram histogram = new StableHistogram(scale, threshold, adjacency);
      double epsilon = adjacency.contributionsChanged() / scale;
      double worst = 0;
      for (int a = 0; a <= LARGEST_COUNT; a++) {
        for (int b = 0; b <= LARGEST_COUNT; b++) {
          for (int down = 0; down <= 1; down++) {
            int otherA = a + 1 - 2 * down;
            int otherB = adjacency == Adjacency.ADD_OR_REMOVE_ONE ? b : b - 1 + 2 * down;
            if (otherA >= 0 && otherB >= 0) {
              double[][] one = {law(a, histogram), law(b, histogram)};
              double[][] other = {law(otherA, histogram), law(otherB, histogram)};
              worst = Math.max(worst, divergence(one, other, epsilon));
            }
          }
        }
      }
      assertThat(worst).isLessThanOrEqualTo(histogram.delta() + 1e-12);
      if (adjacency == Adjacency.ADD_OR_REMOVE_ONE) {
        assertThat(worst).isCloseTo(histogram.delta(), within(1e-9)); // and it is reached
      }
      // A threshold lower by one would break the claim.
      StableHistogram lower = new StableHistogram(scale, Math.max(2, threshold - 1), adjacency);
      double leaked = divergence(singleton(lower), nothing(lower), epsilon);
      assertThat(leaked > histogram.slip() || threshold == 2).isTrue();
    }
  }

  private static double[][] singleton(StableHistogram histogram) {
    return new double[][] {law(1, histogram), law(0, histogram)};
  }

  private static double[][] nothing(StableHistogram histogram) {
    return new double[][] {law(0, histogram), law(0, histogram)};
  }

  @Test
  void theThresholdIsTheSmallestThatKeepsDelta() {
    for (double scale : new double[] {0.01, 0.5, 1, 7.3, 1e3, 1e6, 1e12}) {
      for (double delta : new double[] {0.4, 1e-3, 1e-6, 1e-15, 1e-200}) {
        for (Adjacency adjacency : LearnerDescription.ROW_ADJACENCIES) {
          StableHistogram histogram = StableHistogram.of(scale, delta, adjacency);
          assertThat(histogram.delta()).isLessThanOrEqualTo(delta);
          if (histogram.threshold() > 2) {
            assertThat(new StableHistogram(scale, histogram.threshold() - 1, adjacency).delta())
                .isGreaterThan(delta);
          }
        }
      }
    }
    // By hand: q = e^-1, P(Z ≥ 13) = q^13/(1 + q) = 1.652e-6 and P(Z ≥ 14) = 6.08e-7.
    assertThat(StableHistogram.of(1, 1e-6, Adjacency.ADD_OR_REMOVE_ONE).threshold()).isEqualTo(15);
    assertThat(StableHistogram.of(1, 1e-6, Adjacency.ADD_OR_REMOVE_ONE).delta())
        .isCloseTo(6.079e-7, within(1e-10));
  }

  @Test
  void releasesOftenValuesByTheirNoisyCounts() {
    StableHistogram histogram = StableHistogram.of(2, 1e-9, Adjacency.ADD_OR_REMOVE_ONE);
    Map<String, Long> counts = Map.of("nurse", 900L, "clerk", 5000L, "spy", 1L, "pope", 1L);
    Map<String, Long> released = histogram.release(counts, Randomness.reproducible(3));
    assertThat(released.keySet()).containsExactly("clerk", "nurse");
    assertThat(released.get("clerk")).isBetween(4900L, 5100L);
    assertThat(histogram.release(Map.<String, Long>of(), Randomness.reproducible(3))).isEmpty();
  }

  /** Of counts at the threshold about half stay, and none below it. */
  @Test
  void nothingBelowTheThresholdIsReleased() {
    StableHistogram histogram = new StableHistogram(3, 20, Adjacency.REPLACE_ONE);
    Map<Integer, Long> counts = new HashMap<>();
    for (int value = 0; value < 2000; value++) {
      counts.put(value, 20L);
    }
    Map<Integer, Long> released = histogram.release(counts, Randomness.reproducible(11));
    assertThat(released.values()).allMatch(noisy -> noisy >= 20).contains(20L);
    // P(Z ≥ 0) = 1/(1 + e^(-1/3)) = 0.5826; six standard errors are 0.066.
    assertThat(released.size() / 2000.0).isCloseTo(0.5826, within(0.066));
  }

  @Test
  void saysWhatItDid() {
    StableHistogram histogram = new StableHistogram(4, 60, Adjacency.REPLACE_ONE);
    assertThat(histogram.event())
        .isEqualTo(
            PrivacyEvent.Composed.of(
                new PrivacyEvent.Repeated(new PrivacyEvent.DiscreteLaplace(4, 1), 2),
                new PrivacyEvent.Approximate(0, 2 * histogram.slip())));
  }

  @Test
  void refusesWhatProtectsNobody() {
    assertThatThrownBy(() -> new StableHistogram(1, 1, Adjacency.REPLACE_ONE))
        .hasMessageStartingWith("threshold must be between 2 and");
    assertThatThrownBy(() -> StableHistogram.of(0, 1e-6, Adjacency.REPLACE_ONE))
        .hasMessageStartingWith("scale must be between 2^-10 and 2^40");
    assertThatThrownBy(() -> StableHistogram.of(1, 0, Adjacency.REPLACE_ONE))
        .hasMessageStartingWith("delta must be above 1e-300");
  }

  /** Nothing, then the noisy counts from the threshold on, then all that are far. */
  private static double[] law(int count, StableHistogram histogram) {
    int outcomes = 60;
    double q = Math.exp(-1 / histogram.scale());
    double[] law = new double[outcomes + 2];
    if (count == 0) {
      law[0] = 1;
      return law;
    }
    double rest = 1;
    for (int i = 0; i < outcomes; i++) {
      long noise = histogram.threshold() + i - count;
      law[i + 1] = Math.pow(q, (double) Math.abs(noise)) * (1 - q) / (1 + q);
      rest -= law[i + 1];
    }
    law[outcomes + 1] = Math.pow(q, (double) (histogram.threshold() + outcomes - count)) / (1 + q);
    law[0] = rest - law[outcomes + 1];
    return law;
  }

  /** The smallest δ at this ε for pairs of independent outcomes. */
  private static double divergence(double[][] one, double[][] other, double epsilon) {
    double sum = 0;
    for (int i = 0; i < one[0].length; i++) {
      for (int j = 0; j < one[1].length; j++) {
        double p = one[0][i] * one[1][j];
        double q = other[0][i] * other[1][j];
        sum += Math.max(0, p - Math.exp(epsilon) * q);
      }
    }
    return sum;
  }
}
