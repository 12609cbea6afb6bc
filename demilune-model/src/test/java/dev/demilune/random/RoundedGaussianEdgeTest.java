// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/**
 * Words chosen so that a decision falls within a few units of 2^-53 of its edge, where double
 * precision without margins is wrong about every other time (tried: with margins of zero both tests
 * fail at once).
 */
class RoundedGaussianEdgeTest {

  private static final int TRIALS = 1000;

  @Test
  void keepsAPairOnTheEdgeAsExactArithmeticDoes() {
    Randomness choice = Randomness.reproducible(71);
    RoundedGaussian fast = RoundedGaussian.of(0x1p24);
    for (int i = 0; i < TRIALS; i++) {
      int k = i % 10;
      long x = choice.nextLong();
      BigInteger p = unsigned(x);
      BigInteger numerator = p.multiply(BigInteger.valueOf(2L * k).shiftLeft(64).add(p));
      long edge = ExpEnclosure.of(numerator, 129, 192).lower().shiftRight(128).longValue();
      long v = edge + (i - TRIALS / 2) * 96L; // up to 23 units of 2^-53 to either side
      assertSameDraw(fast, k, x, v);
    }
  }

  @Test
  void roundsADrawOnTheEdgeAsExactArithmeticDoes() {
    Randomness choice = Randomness.reproducible(72);
    for (double sigma : new double[] {0.7, 3, 1e6 / 3, 0x1.123456789abcdp24, 1e12 / 3}) {
      RoundedGaussian fast = RoundedGaussian.of(sigma);
      for (int i = 0; i < TRIALS; i++) {
        int k = i % 10;
        // The half-integer nearest to sigma (k + a random fraction), and the x that leads there.
        double somewhere = sigma * (k + choice.nextBits(53) * 0x1p-53);
        BigDecimal edge =
            new BigDecimal(Math.floor(somewhere) + 0.5)
                .divide(new BigDecimal(sigma), new MathContext(60))
                .subtract(BigDecimal.valueOf(k));
        if (edge.signum() <= 0 || edge.compareTo(BigDecimal.valueOf(0.999)) > 0) {
          continue; // no edge within reach of this k
        }
        BigInteger word = edge.multiply(new BigDecimal(BigInteger.TWO.pow(64))).toBigInteger();
        long x = word.longValue() + (i - TRIALS / 2) * 96L;
        assertSameDraw(fast, k, x, 0L); // v = 0 is always kept
      }
    }
  }

  private static void assertSameDraw(RoundedGaussian fast, int k, long x, long v) {
    long prefix = k == 0 ? 1 : NormalIntegerPart.THRESHOLDS[k - 1] + 1; // leads to k
    long[] words = {prefix << 1, x, v};
    Randomness some = ChosenWords.beginningWith(words);
    Randomness same = ChosenWords.beginningWith(words);
    assertThat(fast.sample(some))
        .as("k %d, x %x, v %x", k, x, v)
        .isEqualTo(fast.decidingExactly().sample(same));
    assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
  }

  private static BigInteger unsigned(long word) {
    return new BigInteger(Long.toUnsignedString(word));
  }
}
