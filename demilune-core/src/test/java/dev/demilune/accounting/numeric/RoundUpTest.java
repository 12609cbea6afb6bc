// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.random.Randomness;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class RoundUpTest {

  private static final int DRAWS = 20_000;

  private final Randomness randomness = Randomness.reproducible(20260101);

  /** Any positive double whose exponent lies within the bounds. */
  private double draw(int lowest, int highest) {
    double mantissa = 1 + (randomness.nextLong() >>> 12) * 0x1p-52;
    return Math.scalb(mantissa, lowest + (int) (randomness.nextBits(31) % (highest - lowest)));
  }

  @Test
  void sumsProductsAndRootsAreNeverBelowTheExactOnesNorFarAbove() {
    for (int i = 0; i < DRAWS; i++) {
      double a = draw(-40, 40);
      double b = draw(-40, 40);
      BigDecimal exactA = new BigDecimal(a);
      BigDecimal exactB = new BigDecimal(b);

      isTightlyAbove(RoundUp.add(a, b), exactA.add(exactB));
      isTightlyAbove(RoundUp.multiply(a, b), exactA.multiply(exactB));
      double quotient = RoundUp.divide(a, b);
      assertThat(new BigDecimal(quotient).multiply(exactB)).isGreaterThanOrEqualTo(exactA);
      assertThat(new BigDecimal(Math.nextDown(quotient)).multiply(exactB)).isLessThan(exactA);
      double root = RoundUp.sqrt(a);
      assertThat(new BigDecimal(root).pow(2)).isGreaterThanOrEqualTo(exactA);
      assertThat(new BigDecimal(Math.nextDown(root)).pow(2)).isLessThan(exactA);
    }
  }

  @Test
  void exactResultsStayExact() {
    assertThat(RoundUp.add(1, 2)).isEqualTo(3);
    assertThat(RoundUp.multiply(3, 0.25)).isEqualTo(0.75);
    assertThat(RoundUp.divide(3, 4)).isEqualTo(0.75);
    assertThat(RoundUp.sqrt(2.25)).isEqualTo(1.5);
    assertThat(RoundUp.fromLong(1L << 60)).isEqualTo(0x1p60);
    assertThat(RoundUp.add(0, 0)).isEqualTo(0);
  }

  @Test
  void whatIsTooSmallForADoubleIsNotLost() {
    assertThat(RoundUp.multiply(1e-200, 1e-200)).isEqualTo(Double.MIN_VALUE);
    assertThat(RoundUp.divide(Double.MIN_VALUE, 2)).isEqualTo(Double.MIN_VALUE);
    assertThat(RoundUp.divide(1e-300, 1e300)).isEqualTo(Double.MIN_VALUE);
    assertThat(RoundUp.add(1, Double.MIN_VALUE)).isEqualTo(Math.nextUp(1.0));
  }

  @Test
  void longsThatAreNoDoublesGoUp() {
    for (long value : new long[] {Long.MAX_VALUE, (1L << 53) + 1, (1L << 62) + 1, 1}) {
      BigDecimal up = new BigDecimal(RoundUp.fromLong(value));
      assertThat(up).isGreaterThanOrEqualTo(new BigDecimal(BigInteger.valueOf(value)));
    }
  }

  private static void isTightlyAbove(double up, BigDecimal exact) {
    assertThat(new BigDecimal(up)).isGreaterThanOrEqualTo(exact);
    assertThat(new BigDecimal(Math.nextDown(up))).isLessThan(exact);
  }
}
