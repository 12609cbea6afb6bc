// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberFormatTest {

  private static double parse(String format, String text) {
    char thousands = format.length() == 2 ? format.charAt(1) : NumberFormat.NO_GROUPS;
    byte[] bytes = text.getBytes(UTF_8);
    return new NumberFormat(format.charAt(0), thousands).parse(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".|1234.5|1234.5",
        ",|1234,5|1234.5",
        ",|-0,5e3|-500",
        ",|` 7 `|7",
        ",.|1.234.567,25|1234567.25",
        ",.|1234567,25|1234567.25",
        ",.|-12.345|-12345",
        ".,|1,234.5|1234.5",
        ".,|+1,234|1234",
        "`. `|`1 234 567.5`|1234567.5",
        "`, `|`1\u00a0234,5`|1234.5",
        "`, `|`1\u202f234,5`|1234.5",
        ".'|1'234.5|1234.5",
        ".'|1\u2019234.5|1234.5",
        "._|1_000|1000",
        ",|inf|Infinity",
        ",|1,5e2|150",
      })
  void numbersAreReadAsDeclared(String format, String text, double expected) {
    assertThat(parse(format, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".|12,5",
        ",|12.5",
        ",.|12.5",
        ",.|1.2345",
        ",.|1234.567",
        ",.|.234",
        ",.|1.234.5",
        ",.|1,234.5",
        ",.|1..234",
        ".,|1,5",
        ".,|1.5,000",
        ".,|12,34,567",
        ",|1,2,3",
        ",|",
        ",|x",
        ",|1-",
        "`, `|`1 23`",
        ".,|1,",
      })
  void whatIsWrittenOtherwiseIsNoNumber(String format, String text) {
    assertThat(parse(format, text == null ? "" : text)).isNaN();
  }

  /** What String.format writes is read back, with and without groups. */
  @Test
  void writtenNumbersAreReadBack() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 2_000; trial++) {
      double value = Math.rint(random.nextDouble(-1e9, 1e9) * 100) / 100;
      assertThat(parse(".,", String.format(Locale.US, "%,.2f", value))).isEqualTo(value);
      assertThat(parse(",.", String.format(Locale.GERMANY, "%,.2f", value))).isEqualTo(value);
      assertThat(parse(",", String.format(Locale.GERMANY, "%.2f", value))).isEqualTo(value);
    }
  }

  @Test
  void noBytesMakeItThrow() {
    SplittableRandom random = new SplittableRandom(2);
    byte[] alphabet = "0123456789.,' _-+eE\u00a0\u202f\u2019x".getBytes(UTF_8);
    for (int trial = 0; trial < 20_000; trial++) {
      byte[] bytes = new byte[random.nextInt(12)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = alphabet[random.nextInt(alphabet.length)];
      }
      for (NumberFormat format : NumberFormat.COMMON) {
        format.parse(bytes, 0, bytes.length);
      }
    }
  }

  @Test
  void twoCharactersMustGoTogether() {
    assertThatThrownBy(() -> new NumberFormat(',', ','))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("decimal must be . or , and thousands another of . , ' _ or a space");
    assertThat(NumberFormat.valid(';', NumberFormat.NO_GROUPS)).isFalse();
    assertThat(NumberFormat.valid('.', 'x')).isFalse();
  }
}
