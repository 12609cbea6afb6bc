// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;
import dev.demilune.random.RoundedGaussian;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NoisyIntegerSumTest {

  @Test
  void noiseIsNeverBelowMultiplierTimesSensitivity() {
    Randomness randomness = Randomness.reproducible(3);
    for (int i = 0; i < 5_000; i++) {
      BigInteger square = BigInteger.valueOf(1 + randomness.nextBits(1 + i % 62));
      double multiplier = Math.scalb(1 + randomness.nextBits(52) * 0x1p-52, i % 20 - 10);
      double sigma = new NoisyIntegerSum(square, multiplier).noiseStandardDeviation();

      BigDecimal needed = new BigDecimal(multiplier).pow(2).multiply(new BigDecimal(square));
      assertThat(new BigDecimal(sigma).pow(2)).isGreaterThanOrEqualTo(needed);
      assertThat(new BigDecimal(sigma * (1 - 0x1p-51)).pow(2)).isLessThan(needed);
    }
  }

  @Test
  void eventAndNoiseComeFromTheSameFields() {
    NoisyIntegerSum mechanism = NoisyIntegerSum.of(9, 2.5);

    assertThat(mechanism.noiseStandardDeviation()).isEqualTo(7.5);
    assertThat(mechanism.event()).isEqualTo(new PrivacyEvent.GaussianSum(2.5));
  }

  @Test
  void releaseAddsRoundedGaussianNoiseOfThatSize() {
    long[] sums = {5, -7, 1L << 40};
    long[] noise = new long[3];
    RoundedGaussian.of(7.5).addTo(noise, Randomness.reproducible(1));

    NoisyIntegerSum.of(9, 2.5).release(sums, Randomness.reproducible(1));

    assertThat(sums).containsExactly(5 + noise[0], -7 + noise[1], (1L << 40) + noise[2]);
  }

  @Test
  void impossibleConstantsAreRefused() {
    assertThatThrownBy(() -> NoisyIntegerSum.of(0, 1))
        .hasMessage("sensitivitySquared must be at least 1, got 0");
    assertThatThrownBy(() -> NoisyIntegerSum.of(1, Double.NaN))
        .hasMessage("noiseMultiplier must be finite and > 0, got NaN");
  }
}
