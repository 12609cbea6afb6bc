// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NormalIntegerPartTest {

  @Test
  void thresholdsAreTheCumulativeProbabilities() {
    double total = 0;
    for (int k = 0; k < 40; k++) {
      total += Math.exp(-0.5 * k * k);
    }
    double partial = 0;
    for (int k = 0; k <= NormalIntegerPart.LARGEST_FAST; k++) {
      partial += Math.exp(-0.5 * k * k);
      assertThat(NormalIntegerPart.THRESHOLDS[k] * 0x1p-63)
          .isCloseTo(partial / total, within(1e-15));
    }
  }

  @Test
  void exactDecisionsEqualTheSearchBesideEveryThreshold() {
    for (int k = 0; k < NormalIntegerPart.LARGEST_FAST; k++) {
      long threshold = NormalIntegerPart.THRESHOLDS[k];
      assertThat(NormalIntegerPart.exact(LazyUniform.of63Bits(threshold - 1), Words.of()))
          .isEqualTo(k);
      if (threshold + 1 < NormalIntegerPart.THRESHOLDS[k + 1]) {
        int next = NormalIntegerPart.exact(LazyUniform.of63Bits(threshold + 1), Words.of());
        assertThat(next).isEqualTo(k + 1);
      }
    }
  }

  @Test
  void exactDecisionsEqualTheSearchOnRandomPrefixes() {
    Randomness randomness = Randomness.reproducible(21);
    for (int i = 0; i < 500; i++) {
      long prefix = randomness.nextBits(63);
      int k = 0;
      while (prefix > NormalIntegerPart.THRESHOLDS[k]) {
        k++;
      }
      assertThat(NormalIntegerPart.exact(LazyUniform.of63Bits(prefix), Words.of())).isEqualTo(k);
    }
  }

  @Test
  void aTieIsSettledByTheBitsThatFollow() {
    for (int k = 0; k < NormalIntegerPart.LARGEST_FAST; k++) {
      long tie = NormalIntegerPart.THRESHOLDS[k];
      assertThat(NormalIntegerPart.exact(LazyUniform.of63Bits(tie), () -> 0L)).isEqualTo(k);
      assertThat(NormalIntegerPart.exact(LazyUniform.of63Bits(tie), Words.of(-1L, -1L)))
          .isEqualTo(k + 1);
    }
  }

  @Test
  void valuesBeyondTheTableComeFromTheLastTie() {
    // U = 1 - 2^-127: the least k whose tail, of about exp(-(k+1)²/2)/1.75, is below 2^-127.
    LazyUniform uniform = LazyUniform.of63Bits(Long.MAX_VALUE);
    assertThat(NormalIntegerPart.exact(uniform, Words.of(-1L, 0L))).isEqualTo(13);
  }
}
