// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.math.BigDecimal;
import java.util.Locale;

/** Formats numbers of a guarantee, never rounded to a better value. */
final class Numbers {

  private Numbers() {}

  /**
   * The shortest decimal that reads back as the same double, without an exponent where practical.
   */
  static String decimal(double value) {
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    return Math.abs(exact.scale()) <= 12 ? exact.toPlainString() : Double.toString(value);
  }

  /** One digit after the point, or as many as exactness needs: 1.0e-06, 3.25e-07. */
  static String scientific(double value) {
    for (int digits = 1; digits < 16; digits++) {
      String text = String.format(Locale.ROOT, "%." + digits + "e", value);
      if (Double.parseDouble(text) == value) {
        return text;
      }
    }
    return String.format(Locale.ROOT, "%.16e", value); // 17 digits distinguish all doubles
  }
}
