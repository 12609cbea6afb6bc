// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateFormatTest {

  private static double parse(String pattern, String text) {
    byte[] bytes = ("x" + text + "x").getBytes(UTF_8);
    return new DateFormat(pattern).parse(bytes, 1, bytes.length - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "Y-m-d, 1970-01-02, 1",
    "iso, 1969-12-31, -1",
    "iso, 1970-01-01T12:00:00Z, 0.5",
    "iso, 1970-01-01 18:00, 0.75",
    "iso, 1970-01-02T06:00:00.123+02:00, 1.25",
    "d.m.Y, 1.2.1970, 31",
    "d.m.Y, ' 01.02.1970 ', 31",
    "m/d/Y, 1/2/1970, 1",
    "d/m/Y, 1/2/1970, 31",
    "Ymd, 19700201, 31",
    "Y-m-d H:M:S, 1970-01-01 06:00:00, 0.25",
    "Y-m-dTH:M, 1970-01-01T06:00, 0.25",
    "epoch-days, 11016.5, 11016.5",
    "epoch-seconds, 86400, 1",
    "epoch-milliseconds, -43200000, -0.5",
    "Y-m-d, 2000-02-29, 11016",
    "Y-m-d, 0001-01-01, -719162",
    "Y-m-d, 9999-12-31, 2932896",
  })
  void datesAreReadAsDeclared(String pattern, String text, double days) {
    assertThat(parse(pattern, text)).isEqualTo(days);
  }

  @ParameterizedTest
  @CsvSource({
    "d.m.Y, 31.4.2024",
    "d.m.Y, 29.2.2023",
    "d.m.Y, 29.2.1900",
    "d.m.Y, 0.1.2024",
    "d.m.Y, 1.13.2024",
    "d.m.Y, 1.1.24",
    "d.m.Y, 1.1.20245",
    "d.m.Y, 2024-01-01",
    "d.m.Y, 1.1.2024 10:00",
    "d.m.Y, 001.1.2024",
    "m/d/Y, 31/12/2024",
    "Ymd, 2024101",
    "Y-m-d H:M:S, 2024-01-01 24:00:00",
    "Y-m-d H:M:S, 2024-01-01",
    "iso, 2024-01-01T",
    "iso, 2024-01-01T10",
    "iso, 2024-01-01T10:00:00Zx",
    "iso, 0000-01-01",
    "epoch-days, x",
    "epoch-days, 1e9",
    "epoch-seconds, inf",
    "d.m.Y, ''",
  })
  void whatIsWrittenOtherwiseIsNoDate(String pattern, String text) {
    assertThat(parse(pattern, text)).isNaN();
  }

  /** All days of some centuries against the calendar of java.time. */
  @Test
  void theCalendarIsRight() {
    LocalDate end = LocalDate.of(2110, 1, 1);
    for (LocalDate day = LocalDate.of(1890, 1, 1); day.isBefore(end); day = day.plusDays(1)) {
      checkDay(day);
    }
    SplittableRandom random = new SplittableRandom(3);
    for (int trial = 0; trial < 20_000; trial++) {
      checkDay(LocalDate.ofEpochDay(random.nextLong(-719_162, 2_932_897)));
    }
  }

  private static void checkDay(LocalDate day) {
    long days = DateFormat.epochDay(day.getYear(), day.getMonthValue(), day.getDayOfMonth());
    assertThat(days).isEqualTo(day.toEpochDay());
    assertThat(DateFormat.month(days + 0.99)).isEqualTo(day.getMonthValue() - 1);
    assertThat(DateFormat.weekday(days + 0.99)).isEqualTo(day.getDayOfWeek().getValue() - 1);
  }

  @Test
  void writtenDatesAreReadBack() {
    DateTimeFormatter written = DateTimeFormatter.ofPattern("M/d/yyyy");
    SplittableRandom random = new SplittableRandom(4);
    for (int trial = 0; trial < 2_000; trial++) {
      LocalDate day = LocalDate.ofEpochDay(random.nextLong(-100_000, 100_000));
      assertThat(parse("m/d/Y", written.format(day))).isEqualTo((double) day.toEpochDay());
      assertThat(parse("iso", day.toString())).isEqualTo((double) day.toEpochDay());
    }
  }

  @Test
  void noBytesMakeItThrow() {
    SplittableRandom random = new SplittableRandom(5);
    String alphabet = "0123456789./-: TZ+eé";
    for (int trial = 0; trial < 20_000; trial++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(14); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      byte[] bytes = text.toString().getBytes(UTF_8);
      for (DateFormat format : DateFormat.COMMON) {
        format.parse(bytes, 0, bytes.length);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "dd.mm.YYYY", "d.m", "d.m.y", "Y-m-d M", "Y-m-d H:S", "epoch", "d.m.Yé"})
  void patternsThatMeanNothingAreRefused(String pattern) {
    assertThatThrownBy(() -> new DateFormat(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("date format must have d, m and Y once each");
  }
}
