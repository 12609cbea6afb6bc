// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.math.BigDecimal;
import java.util.Locale;

/** How numbers of a guarantee are printed: never rounded to a kinder value. */
final class Numbers {

  private Numbers() {}

  /**
   * The shortest decimal that reads back as the same double, without an exponent where that is
   * short.
   */
  static String decimal(double value) {
    BigDecimal exact = BigDecimal.valueOf(value).stripTrailingZeros();
    return Math.abs(exact.scale()) <= 12 ? exact.toPlainString() : Double.toString(value);
  }

  /**
   * One digit after the point where that is exact, as many as it takes where it is not: 1.0e-06,
   * 3.25e-07.
   */
  static String scientific(double value) {
    for (int digits = 1; digits < 16; digits++) {
      String text = String.format(Locale.ROOT, "%." + digits + "e", value);
      if (Double.parseDouble(text) == value) {
        return text;
      }
    }
    return String.format(Locale.ROOT, "%.16e", value); // 17 digits tell all doubles apart
  }
}
