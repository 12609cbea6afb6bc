// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RoundedL2LaplaceTest {

  private static final int TRIALS = 1000;

  /** Words that make k + x with the given first bits of x, always kept. */
  private static long[] magnitude(int k, long x) {
    long prefix = k == 0 ? 1 : NormalIntegerPart.THRESHOLDS[k - 1] + 1; // leads to k
    return new long[] {prefix << 1, x, 0};
  }

  private static long[] together(long[]... parts) {
    return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
  }

  @Test
  void fastAndExactDecisionsGiveTheSameFromTheSameBits() {
    for (double scale : new double[] {0.01, 0.7, 12.3, 1e6 / 3, 1e12}) {
      for (int dimension : new int[] {1, 2, 7, 100}) {
        RoundedL2Laplace law = RoundedL2Laplace.of(scale);
        for (int seed = 0; seed < 20; seed++) {
          long[] fast = new long[dimension];
          long[] exact = new long[dimension];
          Randomness some = Randomness.reproducible(seed);
          Randomness same = Randomness.reproducible(seed);
          law.addTo(fast, some);
          law.decidingExactly().addTo(exact, same);
          assertThat(fast).isEqualTo(exact);
          assertThat(some.nextLong()).as("words used").isEqualTo(same.nextLong());
        }
      }
    }
  }

  /** |M| = 5 and N = 1/2 to 64 bits, so that N|M| is 5/2 to 62 bits: too few to round it. */
  @Test
  void whatTheFirstBitsLeaveOpenIsDecidedByMoreBitsOfTheSameNumbers() {
    long justBelowHalf = Long.MAX_VALUE; // 1/2 - 2^-64
    long[] first = together(magnitude(3, 0), magnitude(4, 0), magnitude(0, justBelowHalf));
    long ones = -1;
    // Then 64 more bits of N, of 3 + x and of 4 + x, in this order.
    assertThat(oneEntry(together(first, new long[] {0, 0, 0}))).isEqualTo(2);
    assertThat(oneEntry(together(first, new long[] {ones, ones, ones}))).isEqualTo(3);
    // Open once more: N = 1/2 - 2^-128, and 5 to 128 bits.
    long[] again = together(first, new long[] {ones, 0, 0});
    assertThat(oneEntry(together(again, new long[] {0, 0, 0}))).isEqualTo(2);
    assertThat(oneEntry(together(again, new long[] {ones, ones, ones}))).isEqualTo(3);
  }

  private static long oneEntry(long[] words) {
    Randomness randomness = ChosenWords.beginningWith(together(words, new long[] {12345}));
    long[] sum = {0};
    RoundedL2Laplace.of(1).addTo(sum, randomness);
    assertThat(randomness.nextLong()).as("the next word").isEqualTo(12345);
    return sum[0];
  }

  @Test
  void roundsADrawOnTheEdgeAsExactArithmeticDoes() {
    Randomness choice = Randomness.reproducible(72);
    for (double scale : new double[] {0.7, 3, 1e6 / 3, 1e11 / 3}) {
      RoundedL2Laplace law = RoundedL2Laplace.of(scale);
      for (int i = 0; i < TRIALS; i++) {
        long[] m = together(magnitude(1, choice.nextLong()), magnitude(2, choice.nextLong()));
        BigDecimal sigma = new BigDecimal(scale).multiply(length(m));
        int k = i % 10;
        double somewhere = sigma.doubleValue() * (k + choice.nextBits(53) * 0x1p-53);
        BigDecimal edge =
            new BigDecimal(Math.floor(somewhere) + 0.5)
                .divide(sigma, new MathContext(60))
                .subtract(BigDecimal.valueOf(k));
        if (edge.signum() <= 0 || edge.compareTo(BigDecimal.valueOf(0.999)) > 0) {
          continue; // no edge within reach of this k
        }
        BigInteger word = edge.multiply(new BigDecimal(BigInteger.TWO.pow(64))).toBigInteger();
        long x = word.longValue() + (i - TRIALS / 2) * 96L; // up to 23 units of 2^-53 off the edge
        long[] words = together(m, magnitude(k, x));
        long[] fast = {0};
        long[] exact = {0};
        law.addTo(fast, ChosenWords.beginningWith(words));
        law.decidingExactly().addTo(exact, ChosenWords.beginningWith(words));
        assertThat(fast).isEqualTo(exact);
      }
    }
  }

  /** The length of (1 + x, 2 + x') in decimals. */
  private static BigDecimal length(long[] m) {
    BigDecimal unit = new BigDecimal(BigInteger.TWO.pow(64));
    BigDecimal one = BigDecimal.ONE.add(new BigDecimal(Long.toUnsignedString(m[1])).divide(unit));
    BigDecimal two =
        BigDecimal.valueOf(2).add(new BigDecimal(Long.toUnsignedString(m[4])).divide(unit));
    return one.pow(2).add(two.pow(2)).sqrt(new MathContext(80));
  }

  @Test
  void aColumnGetsItsOwnNoiseAndOthersNone() {
    long[] sums = new long[7];
    RoundedL2Laplace.of(1e6).addTo(sums, 1, 3, Randomness.reproducible(3));
    assertThat(sums[1]).isNotZero();
    assertThat(sums[4]).isNotZero();
    assertThat(new long[] {sums[0], sums[2], sums[3], sums[5], sums[6]}).containsOnly(0);
  }

  @Test
  void tenThousandEntriesHaveTheLengthThatTheyShould() {
    long[] sums = new long[10_000];
    RoundedL2Laplace.of(1000).addTo(sums, Randomness.reproducible(4));
    double squares = 0;
    for (long sum : sums) {
      squares += (double) sum * sum;
    }
    // Gamma of shape 10,000: mean 1 and standard deviation 1 % of it; six deviations.
    assertThat(Math.sqrt(squares) / 1e7).isBetween(0.94, 1.06);
  }

  @Test
  void refusesScalesWithoutAProof() {
    for (double scale : new double[] {0, -1, 9e-4, 1.1e12, Double.NaN}) {
      assertThatThrownBy(() -> RoundedL2Laplace.of(scale))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("scale must be between 0.001 and 1.0E12");
    }
  }
}
