// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Words chosen so that a decision falls on its edge. Within a few units of 2^-53 double precision
 * without margins is wrong about every other time (tried: with margins of zero the tests of single
 * draws fail at once). Batches decide from 2^-40 on.
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

  /** Tried: with one term less in the series this fails. */
  @Test
  void pairsOfABatchAreKeptAsExactArithmeticDoesJustOutsideTheirMargin() {
    Randomness choice = Randomness.reproducible(74);
    RoundedGaussian fast = RoundedGaussian.of(0x1p24);
    for (int i = 0; i < 4 * TRIALS; i++) {
      int k = i % 4;
      long x = i < 4 ? -1 : choice.nextLong(); // first the largest t of each k
      BigInteger p = unsigned(x);
      BigInteger numerator = p.multiply(BigInteger.valueOf(2L * k).shiftLeft(64).add(p));
      BigInteger edge = ExpEnclosure.of(numerator, 129, 192).lower().shiftRight(128);
      // In units of 2^-64: 2^-40, and the bits that a batch leaves out.
      BigInteger outside = BigInteger.valueOf((1L << 24) + (1L << 14));
      for (BigInteger v : List.of(edge.add(outside), edge.subtract(outside))) {
        if (v.signum() >= 0 && v.bitLength() <= 64) {
          assertSameDraw(fast, k, x, v.longValue());
        }
      }
    }
  }

  /** Tried: with a batch that takes a tie for a decision this fails. */
  @Test
  void drawsOfABatchThatNeedFurtherWordsTakeTheNextOnes() {
    RoundedGaussian fast = RoundedGaussian.of(0x1p24);
    for (int k = 0; k < 5; k++) {
      long tie = NormalIntegerPart.THRESHOLDS[k] << 1; // one word more decides k
      long[] words = {5L << 40, 1L << 60, 0, tie, 1L << 50, 1L << 59, 0, tie, -1L, 1L << 58, 0};
      Randomness some = ChosenWords.beginningWith(words);
      Randomness same = ChosenWords.beginningWith(words);
      long[] batch = new long[9];
      fast.addTo(batch, some);
      for (long draw : batch) {
        assertThat(draw).as("a tie at %d", k).isEqualTo(fast.sample(same));
      }
      assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
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

    long[] batch = new long[1];
    some = ChosenWords.beginningWith(words);
    same = ChosenWords.beginningWith(words);
    fast.addTo(batch, some);
    assertThat(batch[0])
        .as("in a batch: k %d, x %x, v %x", k, x, v)
        .isEqualTo(fast.decidingExactly().sample(same));
    assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
  }

  private static BigInteger unsigned(long word) {
    return new BigInteger(Long.toUnsignedString(word));
  }
}
