// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.nio.charset.StandardCharsets;

/**
 * Reads decimal numbers from bytes.
 *
 * <p>The result is always the double nearest to the written number. Up to 18 digits are collected
 * in a long. If that is at most 2^53 and the power of ten at most 10^22, both are exact doubles, so
 * their product or quotient is correctly rounded (Clinger 1990). Everything else goes to {@link
 * Double#parseDouble}.
 */
final class NumberParser {
  private static final double[] POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10; // exact: 10^22 = 5^22 · 2^22 and 5^22 < 2^53
    }
  }

  private NumberParser() {}

  /** Returns the number in bytes[from, to), infinite for "inf", NaN if it is not a number. */
  static double parse(byte[] bytes, int from, int to) {
    // Nearly all cells: at most 18 digits, with at most a sign before and a point between them.
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    at += negative ? 1 : 0;
    int first = at;
    long digits = 0;
    for (int digit; at < to && (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
      digits = 10 * digits + digit; // may overflow where there are too many
    }
    int count = at - first;
    int behind = 0; // the point
    if (at < to && bytes[at] == '.') {
      int point = at++;
      for (int digit; at < to && (digit = bytes[at] - '0') >= 0 && digit <= 9; at++) {
        digits = 10 * digits + digit;
      }
      behind = at - point - 1;
      count += behind;
    }
    if (at < to || count == 0 || count > 18 || digits > 1L << 53) {
      return parseAny(bytes, from, to);
    }
    double value = digits / POWERS[behind]; // exact operands: one correctly rounded operation
    return negative ? -value : value;
  }

  private static double parseAny(byte[] bytes, int from, int to) {
    int at = from;
    boolean negative = false;
    if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
      negative = bytes[at] == '-';
      at++;
    }
    int unsigned = at;
    long digits = 0;
    int digitCount = 0; // significant ones
    int seen = 0;
    int scale = 0;
    boolean point = false;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        seen++;
        if (digitCount > 0 || digit > 0) { // leading zeros are not significant
          digitCount++;
        }
        if (digitCount <= 18) { // 10^18 fits in a long; more digits go to parseDouble
          digits = 10 * digits + digit;
        }
        if (point) {
          scale--; // one place behind the point
        }
      } else if (bytes[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (seen == 0) { // no digit: "inf", or not a number
      return named(bytes, unsigned, to, negative);
    }
    if (at < to) {
      int exponent = exponent(bytes, at, to);
      if (exponent == Integer.MIN_VALUE) {
        return Double.NaN;
      }
      scale += exponent;
    }
    // Both operands are exact doubles: one correctly rounded operation.
    if (digitCount <= 18 && digits <= 1L << 53 && scale >= -22 && scale <= 22) {
      double value = scale < 0 ? digits / POWERS[-scale] : digits * POWERS[scale];
      return negative ? -value : value;
    }
    return Double.parseDouble(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
  }

  /**
   * Returns the integer in bytes[from, to), exactly if it is written in digits and fits into 63
   * bits; else the integer nearest to the number, or the fallback if there is none.
   */
  static long whole(byte[] bytes, int from, int to, long fallback) {
    int first = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
    boolean plain = first < to;
    long digits = 0;
    for (int at = first; at < to && plain; at++) {
      int digit = bytes[at] - '0';
      plain = digit >= 0 && digit <= 9 && digits <= (Long.MAX_VALUE - digit) / 10;
      digits = 10 * digits + digit;
    }
    if (plain) {
      return bytes[from] == '-' ? -digits : digits;
    }
    double value = parse(bytes, from, to);
    return Double.isNaN(value) ? fallback : Math.round(value);
  }

  /** Returns the exponent written as e5, E-07, ...; MIN_VALUE if it is not one. */
  private static int exponent(byte[] bytes, int from, int to) {
    int at = from;
    if (bytes[at] != 'e' && bytes[at] != 'E') {
      return Integer.MIN_VALUE;
    }
    at++;
    boolean negative = false;
    if (at < to && (bytes[at] == '-' || bytes[at] == '+')) {
      negative = bytes[at] == '-';
      at++;
    }
    if (at == to) {
      return Integer.MIN_VALUE;
    }
    int value = 0;
    for (; at < to; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return Integer.MIN_VALUE;
      }
      value = Math.min(10 * value + digit, 100_000_000); // far beyond any double, still an int
    }
    return negative ? -value : value;
  }

  private static double named(byte[] bytes, int from, int to, boolean negative) {
    if (matches(bytes, from, to, "inf") || matches(bytes, from, to, "infinity")) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.NaN;
  }

  private static boolean matches(byte[] bytes, int from, int to, String lowerCase) {
    if (to - from != lowerCase.length()) {
      return false;
    }
    for (int i = from; i < to; i++) {
      // sets the bit that makes ASCII letters lower case
      if ((bytes[i] | 0x20) != lowerCase.charAt(i - from)) {
        return false;
      }
    }
    return true;
  }
}
