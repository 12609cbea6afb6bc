// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import org.junit.jupiter.api.Test;

class NoisyCountsTest {

  @Test
  void saysWhatItDid() {
    assertThat(new NoisyCounts(2, 1).event()).isEqualTo(new PrivacyEvent.DiscreteLaplace(2, 1));
    PrivacyEvent two = new NoisyCounts(2, 2).event();
    assertThat(two).isEqualTo(new PrivacyEvent.Repeated(new PrivacyEvent.DiscreteLaplace(2, 1), 2));
    assertThat(Accountant.best(two).epsilon(0)).isCloseTo(1, within(1e-9));
  }

  /** The bounds on tails hold against sums convolved in full, and one count's is the smallest. */
  @Test
  void tailsAreBounds() {
    double scale = 3;
    NoisyCounts noise = new NoisyCounts(scale, 1);
    double[] one = new double[601];
    double q = Math.exp(-1 / scale);
    for (int k = -300; k <= 300; k++) {
      one[k + 300] = Math.pow(q, Math.abs(k)) * (1 - q) / (1 + q);
    }
    double[] law = one;
    for (int counts = 1; counts <= 4; counts++) {
      for (double probability : new double[] {0.1, 0.01, 1e-3, 1e-6}) {
        long k = noise.tail(counts, probability);
        assertThat(above(law, k, counts)).isLessThanOrEqualTo(probability);
        if (counts <= 2) {
          assertThat(k == 1 || above(law, k - 1, counts) > probability).isTrue();
        } else if (probability < 0.1) {
          assertThat(above(law, k / 2, counts)).isGreaterThan(probability); // not far off
        }
      }
      law = convolved(law, one);
    }
  }

  @Test
  void theStandardDeviationIsTheNoises() {
    NoisyCounts noise = new NoisyCounts(5.5, 1);
    long[] counts = new long[100_000];
    noise.release(counts, Randomness.reproducible(9));
    double squares = 0;
    for (long count : counts) {
      squares += (double) count * count;
    }
    // One standard error of the mean square is 0.7 % of it.
    assertThat(Math.sqrt(squares / counts.length))
        .isCloseTo(noise.noiseStandardDeviation(), within(0.2));
    assertThat(noise.noiseStandardDeviation()).isCloseTo(7.767, within(1e-3));
  }

  @Test
  void refusesNoNoise() {
    assertThatThrownBy(() -> new NoisyCounts(Double.NaN, 1))
        .hasMessage("scale must be between 2^-10 and 2^40, got NaN");
    assertThatThrownBy(() -> new NoisyCounts(1, 0))
        .hasMessage("countsMoved must be at least 1, got 0");
  }

  private static double above(double[] law, long k, int counts) {
    double sum = 0;
    for (int i = (int) k + 300 * counts; i < law.length; i++) {
      sum += law[i];
    }
    return sum;
  }

  private static double[] convolved(double[] a, double[] b) {
    double[] sum = new double[a.length + b.length - 1];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        sum[i + j] += a[i] * b[j];
      }
    }
    return sum;
  }
}
