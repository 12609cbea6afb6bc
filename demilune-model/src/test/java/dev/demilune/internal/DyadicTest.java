// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DyadicTest {

  /** By decimals, which hold every double exactly. */
  private static void check(double value) {
    Dyadic exact = Dyadic.of(value);
    assertThat(new BigDecimal(exact.numerator()))
        .as("%s", value)
        .isEqualByComparingTo(new BigDecimal(value).multiply(new BigDecimal(exact.denominator())));
    assertThat(exact.numerator().gcd(exact.denominator())).isEqualTo(BigInteger.ONE);
    assertThat(exact.mantissa().testBit(0)).isTrue();
    assertThat(exact.mantissa().bitLength()).isLessThanOrEqualTo(53);
    assertThat(Math.scalb(exact.mantissa().doubleValue(), exact.exponent())).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        1,
        0.1,
        3,
        0.75,
        0x1p53,
        1e300,
        Double.MAX_VALUE,
        Double.MIN_NORMAL,
        0x1.fffffffffffffp-1022,
        0x0.fffffffffffffp-1022,
        0x1p-1050,
        Double.MIN_VALUE
      })
  void isTheDoubleInLowestTerms(double value) {
    check(value);
  }

  @Test
  void isEveryPositiveDouble() {
    SplittableRandom random = new SplittableRandom(1);
    long infinity = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    for (int i = 0; i < 10_000; i++) {
      check(Double.longBitsToDouble(random.nextLong(1, infinity)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesWhatIsNoPositiveNumber(double value) {
    assertThatIllegalArgumentException().isThrownBy(() -> Dyadic.of(value));
  }
}
