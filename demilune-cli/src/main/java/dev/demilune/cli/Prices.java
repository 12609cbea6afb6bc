// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.accounting.Interval;
import dev.demilune.accounting.PrivacyEvent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Prices for people and for scripts; what is rounded is rounded outwards. */
final class Prices {

  private static final int DIGITS = 6;

  /** Interval ends that print the same are shown once. */
  private static final double SHARP = 1e-6;

  private Prices() {}

  static double epsilon(String text) {
    return Numerals.within(
        "--epsilon",
        text,
        value -> value >= 0 && value < Double.POSITIVE_INFINITY,
        "finite and at least 0");
  }

  static double delta(String text) {
    return Numerals.within(
        "--delta", text, value -> value >= 0 && value < 1, "at least 0 and below 1");
  }

  /** What is certain, in a sentence. */
  static String sentence(String what, Interval price, String given, String value) {
    StringBuilder text = new StringBuilder(what);
    boolean sharp = price.width() <= SHARP * price.upper();
    if (sharp) {
      text.append(" = ").append(up(price.upper()));
    } else if (price.lower() == 0) {
      text.append(" is at most ").append(up(price.upper()));
    } else {
      text.append(" is between ").append(down(price.lower()));
      text.append(" and ").append(up(price.upper()));
    }
    text.append(" at ").append(given).append(" = ").append(value);
    if (!sharp) { // otherwise there is nothing to excuse
      price.note().ifPresent(note -> text.append("; ").append(note));
    }
    return text.append('.').toString();
  }

  /** Who computed it, and for what. */
  static String by(String accountant, PrivacyEvent event) {
    return "Computed by " + accountant + " for " + event + ".";
  }

  static String up(double value) {
    return rounded(value, RoundingMode.CEILING);
  }

  static String nearest(double value) {
    return rounded(value, RoundingMode.HALF_EVEN);
  }

  static String down(double value) {
    return rounded(value, RoundingMode.FLOOR);
  }

  private static String rounded(double value, RoundingMode mode) {
    if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
      return Double.toString(value);
    }
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(DIGITS, mode)).stripTrailingZeros();
    boolean plain = value == 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e9);
    return plain ? rounded.toPlainString() : rounded.toString().toLowerCase(Locale.ROOT);
  }
}
