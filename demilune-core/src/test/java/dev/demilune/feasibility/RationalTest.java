// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RationalTest {

  @Test
  void isInLowestTermsWithAPositiveDenominator() {
    assertThat(Rational.of(6, -4)).isEqualTo(Rational.of(-3, 2)).hasToString("-3/2");
    assertThat(Rational.of(6, -4)).hasSameHashCodeAs(Rational.of(-3, 2));
    assertThat(Rational.of(0, -7)).isEqualTo(Rational.ZERO).hasToString("0");
    assertThat(Rational.of(Long.MIN_VALUE, -1).numerator()).isEqualTo(BigInteger.TWO.pow(63));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rational.of(1, 0))
        .withMessage("denominator must not be 0");
  }

  @Test
  void calculates() {
    Rational half = Rational.of(1, 2);
    Rational third = Rational.of(-1, 3);
    assertThat(half.plus(third)).isEqualTo(Rational.of(1, 6));
    assertThat(half.minus(third)).isEqualTo(Rational.of(5, 6));
    assertThat(half.times(third)).isEqualTo(Rational.of(-1, 6));
    assertThat(half.times(BigInteger.TEN)).isEqualTo(Rational.of(5));
    assertThat(half.dividedBy(third)).isEqualTo(Rational.of(-3, 2));
    assertThat(third.signum()).isEqualTo(-1);
    assertThat(third).isLessThan(half);
    assertThat(Rational.of(-7, 2).floor()).isEqualTo(-4);
    assertThat(Rational.of(7, 2).floor()).isEqualTo(3);
    assertThat(Rational.of(-4).floor()).isEqualTo(-4);
    assertThat(Rational.commonDenominator(List.of(Rational.of(1, 6), Rational.of(3, 4))))
        .isEqualTo(12);
    assertThat(Rational.commonDenominator(List.of())).isEqualTo(1);
  }

  @Test
  void hasADoubleWithinFourSteps() {
    SplittableRandom random = new SplittableRandom(12);
    for (int i = 0; i < 3000; i++) {
      BigInteger numerator = BigInteger.valueOf(random.nextLong()).shiftLeft(random.nextInt(300));
      BigInteger denominator =
          BigInteger.valueOf(random.nextLong() | 1)
              .shiftLeft(random.nextInt(300))
              .add(BigInteger.valueOf(random.nextLong()));
      Rational number = Rational.of(numerator, denominator);
      double exact =
          new BigDecimal(number.numerator())
              .divide(new BigDecimal(number.denominator()), new MathContext(40))
              .doubleValue();
      long steps = Quotients.step(number.doubleValue()) - Quotients.step(exact);
      assertThat(steps).isBetween(-4L, 4L);
    }
    assertThat(Rational.of(BigInteger.TWO.pow(2000)).doubleValue()).isInfinite();
    assertThat(Rational.of(BigInteger.ONE, BigInteger.TWO.pow(2000)).doubleValue()).isZero();
    assertThat(Rational.of(1, 3).negated().doubleValue()).isEqualTo(-1.0 / 3);
  }

  @Test
  void comparesQuotientsOfLongsByAllTheirBits() {
    SplittableRandom random = new SplittableRandom(13);
    for (int i = 0; i < 20_000; i++) {
      long a = near(random);
      long b = near(random);
      long c = near(random);
      long d = near(random);
      int exact = Rational.of(a, b).compareTo(Rational.of(c, d));
      assertThat(Quotients.compare(a, b, c, d)).isEqualTo(exact);
      int bySteps =
          Quotients.compareSteps(
              Quotients.step(Quotients.nearly(a, b)), Quotients.step(Quotients.nearly(c, d)));
      assertThat(bySteps).isIn(0, exact);
    }
  }

  /** Numbers near the ends of the longs, near a power of two, or near zero. */
  private static long near(SplittableRandom random) {
    long size =
        switch (random.nextInt(3)) {
          case 0 -> Long.MAX_VALUE - random.nextInt(3);
          case 1 -> (1L << 40) + random.nextInt(3);
          default -> 1 + random.nextInt(3);
        };
    return random.nextBoolean() ? size : -size;
  }
}
