// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

/** Numbers as people type them. */
final class Numerals {

  private Numerals() {}

  /** Returns the number, which may be infinite or none (NaN) if these were typed. */
  static double number(String name, String text) {
    try {
      // Java would also read "1d" and "0x1p3" as numbers; nobody types these on purpose.
      if (text.matches("(?i)[-+]?(\\d+\\.?\\d*|\\.\\d+)(e[-+]?\\d+)?|nan|[-+]?infinity")) {
        return Double.parseDouble(text.equalsIgnoreCase("nan") ? "NaN" : text);
      }
    } catch (NumberFormatException e) {
      // falls through to the sentence below
    }
    throw new IllegalArgumentException(name + " must be a number, got '" + text + "'");
  }

  /** Returns the whole number of at least one; 1e6 is one too. */
  static long whole(String name, String text) {
    double value = number(name, text);
    if (!(value >= 1 && value <= 0x1p53 && value == Math.rint(value))) {
      throw new IllegalArgumentException(
          name + " must be a whole number of at least 1, got " + text);
    }
    return (long) value;
  }
}
