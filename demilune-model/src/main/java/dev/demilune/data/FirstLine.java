// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The first line of a text file, for advice on how the file is written. It may be looked at where
 * it is a header, which is public by declaration, or where the whole file is public; never where it
 * is a private row.
 *
 * @param text at most the first megabyte of the line, without its end
 */
public record FirstLine(String text) {

  private static final int LONGEST = 1 << 20;
  private static final List<Character> DELIMITERS = List.of(',', ';', '\t', '|');
  private static final Pattern LIBSVM = Pattern.compile("\\S+([ \\t]+\\d+:[^\\s:]+)+\\s*");
  private static final double MANY = 0.2; // a header has hardly a fifth of numbers

  /**
   * Reads the first line, and nothing after it is used.
   *
   * @throws DataException if the file cannot be read, or is not text
   */
  public static FirstLine of(Path file) {
    try (ByteSource in = ByteSource.open(file)) {
      in.expectText("CSV");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0 && b != '\n' && b != '\r'; b = in.read()) {
        bytes.write(b);
        if (bytes.size() == LONGEST) {
          break;
        }
      }
      return new FirstLine(bytes.toString(StandardCharsets.UTF_8));
    }
  }

  /**
   * Refuses a file with the marks of an archive, another format or another encoding. Uses the first
   * bytes only, and no text that can be read begins with such a mark, so that it may be done where
   * the first line is a private row. A zero byte may be in a row, and is left for later.
   *
   * @throws DataException if it is one of these, or cannot be decompressed
   */
  public static void requireText(Path file, String format) {
    try (ByteSource in = ByteSource.open(file)) {
      in.refuseMarks(format);
    }
  }

  /**
   * Returns what probably stands between cells, if that is another character than the given: one
   * that makes more cells. Where numbers have decimal commas, a comma makes some, too.
   */
  public Optional<Character> delimiterInsteadOf(char given) {
    char best = given;
    for (char other : DELIMITERS) {
      best = cells(other).size() > cells(best).size() ? other : best;
    }
    boolean convincing = cells(best).size() > 2 || !cells(best).contains("");
    return best == given || !convincing ? Optional.empty() : Optional.of(best);
  }

  /** Returns whether it looks like a row: many numbers or empty cells, or one text twice. */
  public boolean isLikeARow(char delimiter) {
    List<String> cells = cells(delimiter);
    byte[] none = new byte[0];
    long values =
        cells.stream()
            .map(cell -> cell.isEmpty() ? none : cell.getBytes(StandardCharsets.UTF_8))
            .filter(cell -> cell.length == 0 || isValue(cell))
            .count();
    return values > MANY * cells.size() || new HashSet<>(cells).size() < cells.size();
  }

  private static boolean isValue(byte[] cell) {
    return NumberFormat.COMMON.stream().anyMatch(f -> !Double.isNaN(f.parse(cell, 0, cell.length)))
        || DateFormat.COMMON.stream().anyMatch(f -> !Double.isNaN(f.parse(cell, 0, cell.length)));
  }

  /** Returns whether it begins an ARFF file, whose header has a line for each column. */
  public boolean isArff() {
    return text.startsWith("%") || text.regionMatches(true, 0, "@relation", 0, 9);
  }

  /** Returns whether it is a row of a LIBSVM file: a label, then indices with values. */
  public boolean isLibsvm() {
    return LIBSVM.matcher(text).matches();
  }

  /** The cells between delimiters outside of quotes, without quotes and blanks around them. */
  List<String> cells(char delimiter) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == delimiter && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
