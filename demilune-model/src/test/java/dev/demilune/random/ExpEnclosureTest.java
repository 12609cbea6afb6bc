// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ExpEnclosureTest {

  /** Known to more digits than the 128 bits compared (39 digits). */
  private static final String EXP_MINUS_1 = "0.36787944117144232159552377016146086744581113103177";

  private static final String EXP_MINUS_HALF =
      "0.60653065971263342360379953499118045344191813548719";

  @Test
  void enclosesKnownValuesTightly() {
    assertEncloses(ExpEnclosure.of(BigInteger.ONE, 0, 128), EXP_MINUS_1);
    assertEncloses(ExpEnclosure.of(BigInteger.valueOf(8), 3, 128), EXP_MINUS_1);
    assertEncloses(ExpEnclosure.of(BigInteger.ONE, 1, 128), EXP_MINUS_HALF);
  }

  @Test
  void isExactAtZero() {
    ExpEnclosure one = ExpEnclosure.of(BigInteger.ZERO, 5, 100);
    assertThat(one.lower()).isEqualTo(BigInteger.ONE.shiftLeft(100));
    assertThat(one.upper()).isEqualTo(BigInteger.ONE.shiftLeft(100));
  }

  @Test
  void narrowEnclosuresLieInsideWideOnes() {
    Randomness randomness = Randomness.reproducible(11);
    for (int i = 0; i < 300; i++) {
      BigInteger numerator = BigInteger.valueOf(randomness.nextBits(60));
      int shift = 53 + i % 8; // t up to 128
      ExpEnclosure wide = ExpEnclosure.of(numerator, shift, 80);
      ExpEnclosure narrow = ExpEnclosure.of(numerator, shift, 400);
      assertThat(wide.lower().shiftLeft(320)).isLessThanOrEqualTo(narrow.lower());
      assertThat(wide.upper().shiftLeft(320)).isGreaterThanOrEqualTo(narrow.upper());
      assertThat(narrow.upper().subtract(narrow.lower()).bitLength()).isLessThan(30);
    }
  }

  @Test
  void agreesWithTheLibraryInDoublePrecision() {
    Randomness randomness = Randomness.reproducible(12);
    for (int i = 0; i < 300; i++) {
      long numerator = randomness.nextBits(53);
      double t = numerator * 0x1p-50; // up to 8
      ExpEnclosure found = ExpEnclosure.of(BigInteger.valueOf(numerator), 50, 200);
      double middle = new BigDecimal(found.lower()).doubleValue() * 0x1p-200;
      assertThat(Math.abs(middle - StrictMath.exp(-t))).isLessThanOrEqualTo(Math.ulp(middle) * 2);
    }
  }

  private static void assertEncloses(ExpEnclosure found, String digits) {
    BigDecimal value = new BigDecimal(digits).multiply(new BigDecimal(BigInteger.TWO.pow(128)));
    assertThat(new BigDecimal(found.lower())).isLessThanOrEqualTo(value);
    assertThat(new BigDecimal(found.upper())).isGreaterThanOrEqualTo(value);
    assertThat(found.upper().subtract(found.lower()).longValueExact()).isLessThan(1000);
  }
}
