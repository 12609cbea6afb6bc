// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;

class ExactNormalTest {

  private static final long ONES = -1L;

  @Test
  void aDecidedPairDrawsNothing() {
    // k = 0, x near 1/2: exp(-1/8) = 0.8825. The bounds below are far from it on either side.
    long half = Long.MIN_VALUE;
    assertThat(accepts(0, half, fraction(0.88))).isTrue();
    assertThat(accepts(0, half, fraction(0.89))).isFalse();
    assertThat(accepts(30, half, fraction(0.01))).isFalse();
    assertThat(accepts(30, 0, fraction(0.99))).isTrue(); // x below 2^-64
  }

  @Test
  void anUndecidedPairIsSettledByTheBitsThatFollow() {
    Randomness randomness = Randomness.reproducible(31);
    for (int i = 0; i < 200; i++) {
      int k = i % 12;
      long x = randomness.nextLong();
      long v = tie(k, x);
      // First x is extended, then v. Smallest x and v: kept. Largest x and v: not kept.
      assertThat(accepts(k, x, v, 0L, 0L, 0L, 0L)).isTrue();
      assertThat(accepts(k, x, v, ONES, ONES, ONES, ONES)).isFalse();
    }
  }

  @Test
  void roundsWithoutMoreBitsAwayFromHalves() {
    assertThat(round(1, 0, Long.MIN_VALUE)).isEqualTo(1); // x >= 1/2
    assertThat(round(1, 0, Long.MAX_VALUE)).isEqualTo(0); // x < 1/2
    assertThat(round(1, 7, Long.MAX_VALUE)).isEqualTo(7);
    assertThat(round(0x1p24, 2, 0)).isEqualTo(1L << 25);
    assertThat(round(1e-3, 3, 0)).isZero();
    assertThat(round(1e12, 5, 0)).isEqualTo(5_000_000_000_000L);
    assertThat(round(0.3, 1, fraction(0.5))).isZero(); // 0.45
    assertThat(round(0.3, 1, fraction(0.7))).isEqualTo(1); // 0.51
  }

  @Test
  void anUndecidedHalfIsSettledByTheBitsThatFollow() {
    // 3x = 1/2 at x = 1/6 = binary 0.0010101010...
    long sixth = 0x2AAAAAAAAAAAAAAAL;
    long rest = 0xAAAAAAAAAAAAAAAAL;
    assertThat(round(3, 0, sixth, 0L)).isZero();
    assertThat(round(3, 0, sixth, rest - 1)).isZero();
    assertThat(round(3, 0, sixth, rest + 1)).isEqualTo(1);
    assertThat(round(3, 0, sixth, rest, rest, rest, 0L)).isZero();
    assertThat(round(3, 0, sixth, rest, rest, rest, ONES)).isEqualTo(1);
  }

  @Test
  void roundsAsBigArithmeticDoes() {
    Randomness randomness = Randomness.reproducible(32);
    for (double sigma : new double[] {1e-3, 0.3, 1, 3, 1e6 + 1.0 / 3, 0x1p24, 1e12}) {
      for (int i = 0; i < 200; i++) {
        int k = i % 12;
        long x = randomness.nextLong();
        BigDecimal exact =
            new BigDecimal(unsigned(x))
                .divide(new BigDecimal(BigInteger.TWO.pow(64)))
                .add(BigDecimal.valueOf(k))
                .multiply(new BigDecimal(sigma));
        long expected =
            exact.setScale(0, RoundingMode.HALF_UP).toBigIntegerExact().longValueExact();
        // More bits are called for once in 2^24 draws at the largest sigma, and never here.
        assertThat(round(sigma, k, x)).isEqualTo(expected);
      }
    }
  }

  /** A first word of v that the first word of x leaves undecided: that of the largest exp(-t). */
  private static long tie(int k, long x) {
    BigInteger p = unsigned(x);
    BigInteger numerator = p.multiply(BigInteger.valueOf(2L * k).shiftLeft(64).add(p));
    return ExpEnclosure.of(numerator, 129, 192).lower().shiftRight(128).longValue();
  }

  private static boolean accepts(int k, long x, long v, long... words) {
    return ExactNormal.accepts(k, LazyUniform.ofWord(x), LazyUniform.ofWord(v), Words.of(words));
  }

  private static long round(double sigma, int k, long x, long... words) {
    return ExactNormal.round(sigma, k, LazyUniform.ofWord(x), Words.of(words));
  }

  private static long fraction(double value) {
    return (long) (value * 0x1p53) << 11;
  }

  private static BigInteger unsigned(long word) {
    return new BigInteger(Long.toUnsignedString(word));
  }
}
