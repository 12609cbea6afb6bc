// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class LogEnclosureTest {

  @Test
  void enclosesKnownDigitsOfLogTwo() {
    // ln 2 = 0.693147180559945309417232121458176568075500134360255254120680009...
    BigInteger digits = new BigInteger("693147180559945309417232121458176568075500134360255254");
    BigInteger scale = BigInteger.TEN.pow(54);
    LogEnclosure half = LogEnclosure.of(BigInteger.ONE, 1, 160);
    assertThat(half.lower().multiply(scale)).isLessThan(digits.add(BigInteger.ONE).shiftLeft(160));
    assertThat(half.upper().multiply(scale)).isGreaterThan(digits.shiftLeft(160));
    assertThat(half.upper().subtract(half.lower()).bitLength()).isLessThan(10);
    LogEnclosure eighth = LogEnclosure.of(BigInteger.ONE, 3, 160);
    assertThat(eighth.upper().multiply(scale))
        .isGreaterThan(digits.multiply(BigInteger.valueOf(3)).shiftLeft(160));
  }

  @Test
  void agreesWithDoublesEverywhere() {
    Randomness randomness = Randomness.reproducible(81);
    for (int i = 0; i < 2000; i++) {
      int bits = 1 + i % 62;
      long numerator = 1 + (randomness.nextBits(63) & ((1L << bits) - 1));
      LogEnclosure some = LogEnclosure.of(BigInteger.valueOf(numerator), bits, 128);
      double complement = ((1L << bits) - numerator) / (double) (1L << bits);
      double expected =
          complement < 0.5 ? -Math.log1p(-complement) : -Math.log(numerator * Math.pow(2, -bits));
      assertThat(some.lower().doubleValue() * 0x1p-128).isLessThanOrEqualTo(expected * (1 + 1e-14));
      assertThat(some.upper().doubleValue() * 0x1p-128)
          .isGreaterThanOrEqualTo(expected * (1 - 1e-14));
      assertThat(some.upper().subtract(some.lower()).bitLength()).isLessThan(16);
    }
  }

  @Test
  void isExactlyZeroAtOne() {
    assertThat(LogEnclosure.of(BigInteger.ONE.shiftLeft(64), 64, 128))
        .isEqualTo(new LogEnclosure(BigInteger.ZERO, BigInteger.ZERO));
  }
}
