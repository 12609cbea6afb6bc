// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How dates are written, declared and never guessed: 3.4.2026 is a day in April or in March.
 *
 * <p>A pattern has the letters d (day), m (month), Y (year, four digits) and, for times, H, M and
 * S, with the signs between them as they stand: {@code d.m.Y}, {@code m/d/Y}, {@code Y-m-d H:M:S},
 * {@code Ymd}. Days, months, hours, minutes and seconds have one or two digits, or two where no
 * sign separates them. There are four more formats with names: {@code iso} is Y-m-d, which a time
 * may follow after T or a blank, and after it a fraction of a second and a zone, both of which are
 * dropped: the date counts as it is written; {@code epoch-days}, {@code epoch-seconds} and {@code
 * epoch-milliseconds} count from the beginning of 1970 in UTC.
 *
 * <p>A cell that is written otherwise, or names a day that is not in the calendar, is not a date.
 *
 * @param pattern the letters, or one of the four names
 */
public record DateFormat(String pattern) implements CellParser {

  /** Formats that are seen, the usual ones first: for drafts and advice, never to read with. */
  public static final List<DateFormat> COMMON =
      Stream.of(
              "iso",
              "d.m.Y",
              "m/d/Y",
              "d/m/Y",
              "d-m-Y",
              "Y/m/d",
              "d.m.Y H:M:S",
              "d.m.Y H:M",
              "m/d/Y H:M")
          .map(DateFormat::new)
          .toList();

  /** Seconds of a day. */
  private static final double DAY = 86_400;

  private static final String LETTERS = "YmdHMS";
  private static final double FIRST = -719_162; // 0001-01-01
  private static final double END = 2_932_897; // 10000-01-01

  public DateFormat {
    if (fault(pattern).isPresent()) {
      throw new IllegalArgumentException(fault(pattern).get());
    }
  }

  /** Returns what is wrong with a pattern, as the end of a sentence; empty for a sound one. */
  public static Optional<String> fault(String pattern) {
    if (isNamed(pattern)) {
      return Optional.empty();
    }
    int[] seen = new int[LETTERS.length()];
    boolean known = true;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      int letter = LETTERS.indexOf(c);
      if (letter >= 0) {
        seen[letter]++;
      } else {
        known &= c >= ' ' && c < 127 && (c == 'T' || c == 'Z' || !Character.isLetterOrDigit(c));
      }
    }
    for (int i = 0; i < seen.length; i++) {
      known &= seen[i] == 1 || (i > 2 && seen[i] == 0 && (i == 5 || seen[i + 1] == 0));
    }
    return known
        ? Optional.empty()
        : Optional.of(
            "date format must have d, m and Y once each, then perhaps H, M and S, as in d.m.Y or"
                + " Y-m-d H:M:S, or be iso, epoch-days, epoch-seconds or epoch-milliseconds");
  }

  private static boolean isNamed(String pattern) {
    return switch (pattern) {
      case "iso", "epoch-days", "epoch-seconds", "epoch-milliseconds" -> true;
      default -> false;
    };
  }

  /** Returns the days since the beginning of 1970, a time as their fraction; NaN for no date. */
  @Override
  public double parse(byte[] bytes, int from, int to) {
    int begin = Blanks.skip(bytes, from, to);
    int end = Blanks.cut(bytes, begin, to);
    return switch (pattern) {
      case "epoch-days" -> inCalendar(NumberParser.parse(bytes, begin, end));
      case "epoch-seconds" -> inCalendar(NumberParser.parse(bytes, begin, end) / DAY);
      case "epoch-milliseconds" -> inCalendar(NumberParser.parse(bytes, begin, end) / 1000 / DAY);
      case "iso" -> iso(bytes, begin, end);
      default -> {
        Fields fields = new Fields(bytes, begin, end);
        yield fields.read(pattern) && fields.at == end ? fields.days() : Double.NaN;
      }
    };
  }

  /** Returns the days, or NaN outside the years 1 to 9999. */
  static double inCalendar(double days) {
    return days >= FIRST && days < END ? days : Double.NaN; // false for NaN, too
  }

  private static double iso(byte[] bytes, int from, int to) {
    Fields fields = new Fields(bytes, from, to);
    if (!fields.read("Y-m-d")) {
      return Double.NaN;
    }
    if (fields.at == to) {
      return fields.days();
    }
    if (!(fields.skip('T') || fields.skip(' ')) || !fields.read("H:M")) {
      return Double.NaN;
    }
    if (fields.skip(':')) {
      if (!fields.read("S")) {
        return Double.NaN;
      }
      if (fields.skip('.') || fields.skip(',')) {
        fields.skipDigits();
      }
    }
    fields.skipZone();
    return fields.at == to ? fields.days() : Double.NaN;
  }

  /** Returns the days from the beginning of 1970 to a day of the (proleptic Gregorian) calendar. */
  static long epochDay(int year, int month, int day) {
    // Counted in years that begin in March, so that the leap day is the last of its year.
    long y = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(y, 400);
    long ofEra = y - era * 400;
    long ofYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
  }

  /** Returns the month, from 0, of a day since the beginning of 1970. */
  public static int month(double days) {
    long shifted = (long) Math.floor(days) + 719_468;
    long ofEra = Math.floorMod(shifted, 146_097L);
    long y = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    long ofYear = ofEra - (365 * y + y / 4 - y / 100);
    return (int) (((5 * ofYear + 2) / 153 + 2) % 12);
  }

  /** Returns the day of the week, from 0 for Monday, of a day since the beginning of 1970. */
  public static int weekday(double days) {
    return (int) Math.floorMod((long) Math.floor(days) + 3, 7L); // 1970 began on a Thursday
  }

  /** The digits of a cell, read from left to right. */
  private static final class Fields {
    private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private final byte[] bytes;
    private final int to;
    private final int[] values = {0, 0, 0, 0, 0, 0};
    private int at;

    Fields(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.at = from;
      this.to = to;
    }

    boolean read(String pattern) {
      for (int i = 0; i < pattern.length(); i++) {
        int letter = LETTERS.indexOf(pattern.charAt(i));
        if (letter < 0) {
          if (!skip(pattern.charAt(i))) {
            return false;
          }
          continue;
        }
        boolean joined =
            (i > 0 && LETTERS.indexOf(pattern.charAt(i - 1)) >= 0)
                || (i + 1 < pattern.length() && LETTERS.indexOf(pattern.charAt(i + 1)) >= 0);
        int most = letter == 0 ? 4 : 2;
        int digits = 0;
        int value = 0;
        while (digits < most && at < to && bytes[at] >= '0' && bytes[at] <= '9') {
          value = 10 * value + bytes[at++] - '0';
          digits++;
        }
        if (digits < (joined ? most : letter == 0 ? 4 : 1)) {
          return false;
        }
        values[letter] = value;
      }
      return true;
    }

    boolean skip(char sign) {
      boolean there = at < to && bytes[at] == sign;
      at += there ? 1 : 0;
      return there;
    }

    void skipDigits() {
      while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
        at++;
      }
    }

    /** Z, +01:00, -0530 or nothing. */
    void skipZone() {
      if (skip('Z')) {
        return;
      }
      if (skip('+') || skip('-')) {
        skipDigits();
        if (skip(':')) {
          skipDigits();
        }
      }
    }

    double days() {
      int year = values[0];
      int month = values[1];
      int day = values[2];
      if (year < 1 || month < 1 || month > 12 || day < 1 || day > length(year, month)) {
        return Double.NaN;
      }
      if (values[3] > 23 || values[4] > 59 || values[5] > 59) {
        return Double.NaN;
      }
      int seconds = 3600 * values[3] + 60 * values[4] + values[5];
      return epochDay(year, month, day) + seconds / DAY;
    }

    private static int length(int year, int month) {
      boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
      return DAYS[month - 1] + (leap && month == 2 ? 1 : 0);
    }
  }
}
