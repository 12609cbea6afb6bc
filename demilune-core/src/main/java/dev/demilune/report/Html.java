// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.Locale;

/** Pieces of HTML from arbitrary text. */
final class Html {

  private Html() {}

  /** Escapes text for an element or a quoted attribute. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
      }
    }
    return safe.toString();
  }

  /** Returns a table row of a name and a value; both are escaped. */
  static String pair(String name, String value) {
    return "<tr><th scope=\"row\">" + escape(name) + "</th><td>" + escape(value) + "</td></tr>\n";
  }

  /** Returns a number with a fixed number of digits after the point. */
  static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }

  /** Returns a fraction in percent with one digit. */
  static String percent(double share) {
    return decimal(100 * share, 1) + " %";
  }

  /** Returns a count with thousands separators. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
