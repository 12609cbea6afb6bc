// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them. */
final class Numbers {

  private Numbers() {}

  /** Returns a number with four digits that matter. */
  static String shown(double value) {
    return shown(value, 4);
  }

  /** Returns a number with so many digits that matter, all of them if it is large. */
  static String shown(double value, int digits) {
    double size = Math.abs(value);
    if (Double.isNaN(value)) {
      return "refused";
    }
    if (Double.isInfinite(value)) {
      return "infinite";
    }
    if (value == 0) {
      return "0";
    }
    if (size >= 1e7 || size < 1e-4) {
      return String.format(Locale.ROOT, "%.1e", value);
    }
    if (size >= 1e4) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }
}
