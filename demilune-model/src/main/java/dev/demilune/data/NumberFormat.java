// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.util.List;

/**
 * How numbers are written: the decimal character, and the one between groups of three digits.
 *
 * <p>Nothing is guessed. A cell that is written otherwise is not a number, so "12.5" is none where
 * the decimal character is a comma, and "1,5" is none where commas separate thousands: groups after
 * the first must have three digits. Groups may be left out. A space stands for the no-break spaces
 * (U+00A0, U+202F) too, and ' for ’.
 *
 * @param decimal '.' or ','
 * @param thousands one of . , ' _ and the space, or {@link #NO_GROUPS}
 */
public record NumberFormat(char decimal, char thousands) implements CellParser {

  /** Says that digits are not grouped. */
  public static final char NO_GROUPS = 0;

  /** Formats that are seen, the usual ones first: for drafts and advice, never to read with. */
  public static final List<NumberFormat> COMMON =
      List.of(
          new NumberFormat('.', NO_GROUPS),
          new NumberFormat(',', NO_GROUPS),
          new NumberFormat('.', ','),
          new NumberFormat(',', '.'),
          new NumberFormat('.', ' '),
          new NumberFormat(',', ' '),
          new NumberFormat('.', '\''));

  private static final NumberFormat STANDARD = new NumberFormat('.', NO_GROUPS);
  private static final byte[][] SPACES = {{' '}, {(byte) 0xc2, (byte) 0xa0}, {-30, -128, -81}};
  private static final byte[][] APOSTROPHES = {{'\''}, {-30, -128, -103}};

  public NumberFormat {
    if (!valid(decimal, thousands)) {
      throw new IllegalArgumentException(
          "decimal must be . or , and thousands another of . , ' _ or a space");
    }
  }

  /** Returns the usual format: a point, and no groups. */
  public static NumberFormat standard() {
    return STANDARD;
  }

  /** Returns whether the two characters can go together. */
  public static boolean valid(char decimal, char thousands) {
    return (decimal == '.' || decimal == ',')
        && decimal != thousands
        && (thousands == NO_GROUPS || ".,' _".indexOf(thousands) >= 0);
  }

  @Override
  public double parse(byte[] bytes, int from, int to) {
    int begin = Blanks.skip(bytes, from, to);
    int end = Blanks.cut(bytes, begin, to);
    if (equals(STANDARD)) {
      return NumberParser.parse(bytes, begin, end);
    }
    byte[] plain = new byte[end - begin];
    int length = 0;
    int digits = 0; // since the last separator
    boolean grouped = false;
    boolean whole = true; // before the decimal character and the exponent
    for (int at = begin; at < end; at++) {
      byte b = bytes[at];
      if (b >= '0' && b <= '9') {
        digits++;
        plain[length++] = b;
        continue;
      }
      int separator = whole && thousands != NO_GROUPS ? separator(bytes, at, end) : 0;
      if (separator > 0) {
        if (digits == 0 || digits > 3 || (grouped && digits != 3)) {
          return Double.NaN;
        }
        grouped = true;
        digits = 0;
        at += separator - 1;
        continue;
      }
      if (whole && grouped && digits != 3) {
        return Double.NaN;
      }
      if (b == decimal) {
        if (!whole) {
          return Double.NaN;
        }
        whole = false;
        plain[length++] = '.';
      } else if (b == '.' || b == ',') {
        return Double.NaN;
      } else {
        whole &= length == 0 && (b == '-' || b == '+'); // a sign comes before the whole part
        plain[length++] = b; // an exponent, or something that is not a number
      }
    }
    return whole && grouped && digits != 3 ? Double.NaN : NumberParser.parse(plain, 0, length);
  }

  /** Returns the length in bytes of the separator that begins here, or 0. */
  private int separator(byte[] bytes, int at, int end) {
    if (thousands == ' ' || thousands == '\'') {
      for (byte[] candidate : thousands == ' ' ? SPACES : APOSTROPHES) {
        if (startsWith(bytes, at, end, candidate)) {
          return candidate.length;
        }
      }
      return 0;
    }
    return bytes[at] == thousands ? 1 : 0;
  }

  private static boolean startsWith(byte[] bytes, int at, int end, byte[] with) {
    for (int i = 0; i < with.length; i++) {
      if (at + i >= end || bytes[at + i] != with[i]) {
        return false;
      }
    }
    return true;
  }
}
