// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Pieces of HTML from arbitrary text. */
final class Html {

  private static final char JOINERS_FROM = '\u200c';
  private static final char JOINERS_TO = '\u200d';

  private Html() {}

  /**
   * Escapes text for an element or a quoted attribute. Characters that cannot be seen, such as
   * those that turn the direction of writing, are shown as unknown.
   */
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
        default -> safe.append(isUnseen(c) ? '\uFFFD' : c);
      }
    }
    return safe.toString();
  }

  private static boolean isUnseen(char c) {
    int type = Character.getType(c);
    return (type == Character.CONTROL && c != '\n' && c != '\t')
        || (type == Character.FORMAT && (c < JOINERS_FROM || c > JOINERS_TO));
  }

  static String paragraph(String text) {
    return "<p>" + escape(text) + "</p>\n";
  }

  static String list(List<String> items) {
    return items.stream()
        .map(item -> "<li>" + escape(item) + "</li>\n")
        .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
  }

  /** Returns a table of names and values. */
  static String pairs(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(entry -> pair(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining("", "<table class=\"pairs\">\n", "</table>\n"));
  }

  private static String pair(String name, String value) {
    return "<tr><th scope=\"row\">" + escape(name) + "</th><td>" + escape(value) + "</td></tr>\n";
  }

  /** Returns a drawing with its caption. */
  static String figure(String svg, String caption) {
    return "<figure>\n" + svg + "<figcaption>" + escape(caption) + "</figcaption>\n</figure>\n";
  }

  /** Returns a table that scrolls sideways where it is too wide, also by the keyboard. */
  static String scrolling(String name, String table) {
    return "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\""
        + escape(name)
        + "\">\n"
        + table
        + "</div>\n";
  }

  /** Returns a table of texts under its headings; the first cell of a row names it. */
  static String table(List<String> headings, List<List<String>> rows) {
    return table("numbers", headings, rows);
  }

  /** Returns the same with a class for the style sheet. */
  static String table(String style, List<String> headings, List<List<String>> rows) {
    StringBuilder table = new StringBuilder("<table class=\"" + style + "\">\n<thead><tr>");
    for (String name : headings) {
      table.append(name.isEmpty() ? "<td></td>" : "<th scope=\"col\">" + escape(name) + "</th>");
    }
    table.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      table.append("<tr><th scope=\"row\">" + escape(row.get(0)) + "</th>");
      row.subList(1, row.size()).forEach(cell -> table.append("<td>" + escape(cell) + "</td>"));
      table.append("</tr>\n");
    }
    return table.append("</tbody>\n</table>\n").toString();
  }

  /** Returns what a reader can unfold. */
  static String details(String summary, String html) {
    return "<details>\n<summary>" + escape(summary) + "</summary>\n" + html + "</details>\n";
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
