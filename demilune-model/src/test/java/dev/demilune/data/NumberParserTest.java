// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberParserTest {

  private static double parse(String text) {
    byte[] bytes = ("x" + text + "9").getBytes(StandardCharsets.UTF_8); // both ends are respected
    return NumberParser.parse(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+1",
        "1.",
        ".5",
        "-.5e1",
        "1e22",
        "1e23",
        "1e-22",
        "1e-23",
        "9007199254740992",
        "9007199254740993",
        "123456789012345678",
        "1234567890123456789",
        "0.1",
        "1e308",
        "1.8e308",
        "4.9e-324",
        "2e-324",
        "1E+05",
        "000000000000000000000012.50",
        "1e999999999999",
        "0e999999",
        "179769313486231580793728971405301",
        "2.2250738585072011e-308",
        "1e-99999999999"
      })
  void readsWhatParseDoubleReads(String text) {
    assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "+", ".", "e5", "1e", "1e+", "1e5.0", "1,5", "1 2", "NaN", "nan", "0x10", "1d",
        "1f", "--1", "1.2.3", "?", "infinit", "٣"
      })
  void whatIsNoNumberIsNaN(String text) {
    assertThat(parse(text)).isNaN();
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740993, 9007199254740993", // 2^53 + 1, which no double is
    "-1152921504606846975, -1152921504606846975", // 1 - 2^60
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807", // beyond 63 bits: the nearest
    "-99999999999999999999, -9223372036854775808",
    "+7, 7",
    "007, 7",
    "2.5, 3",
    "1e3, 1000",
    "-0, 0",
    "-, -99",
    "12x, -99",
    "'', -99"
  })
  void integersAreExact(String text, long expected) {
    byte[] bytes = ("[" + text + "]").getBytes(StandardCharsets.US_ASCII);
    assertThat(NumberParser.whole(bytes, 1, bytes.length - 1, -99)).isEqualTo(expected);
  }

  @Test
  void infinityIsInfinite() {
    assertThat(parse("inf")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void randomDecimalsAreCorrectlyRounded() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200_000; i++) {
      BigInteger digits = BigInteger.valueOf(random.nextLong() >> random.nextInt(64));
      BigDecimal decimal = new BigDecimal(digits, random.nextInt(-30, 40));
      String text = random.nextBoolean() ? decimal.toString() : decimal.toPlainString();
      assertThat(parse(text)).as(text).isEqualTo(Double.parseDouble(text));
    }
  }
}
