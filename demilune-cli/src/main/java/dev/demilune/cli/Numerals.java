// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.learn.Setting;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;

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

  /** Returns the number, if it is in a range, which the words name. */
  static double within(String name, String text, DoublePredicate range, String words) {
    double value = number(name, text);
    if (!range.test(value)) {
      throw new IllegalArgumentException(name + " must be " + words + ", got " + text);
    }
    return value;
  }

  /** Returns the constant that is written with small letters and hyphens, as settings are. */
  static <E extends Enum<E>> E word(String name, String text, List<E> known) {
    List<String> words = known.stream().map(Setting::word).toList();
    int found = words.indexOf(text.toLowerCase(Locale.ROOT).replace('_', '-'));
    if (found < 0) {
      int last = words.size() - 1;
      String listed = String.join(", ", words.subList(0, last)) + " or " + words.get(last);
      throw new IllegalArgumentException(name + " must be " + listed + ", got '" + text + "'");
    }
    return known.get(found);
  }

  /** Returns the whole number of at least one; 1e6 is one too. */
  static long whole(String name, String text) {
    return (long)
        within(
            name,
            text,
            value -> value >= 1 && value <= 0x1p53 && value == Math.rint(value),
            "a whole number of at least 1");
  }
}
