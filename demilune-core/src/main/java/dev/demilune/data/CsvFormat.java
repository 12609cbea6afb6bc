// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/**
 * What must be known to read a CSV file: whether its first line names the columns, and what stands
 * between cells.
 */
public record CsvFormat(boolean header, char delimiter) {

  public CsvFormat {
    if (!canDelimit(delimiter)) {
      throw new IllegalArgumentException(
          "delimiter must be a single character other than a quote or a line end, got code "
              + (int) delimiter);
    }
  }

  /** Returns the usual format: a header line, commas between cells. */
  public static CsvFormat standard() {
    return new CsvFormat(true, ',');
  }

  /** Returns whether a character may stand between cells. */
  public static boolean canDelimit(char character) {
    return character != '"'
        && character != '\n'
        && character != '\r'
        && character != 0
        && character != '\uFEFF'
        && !Character.isSurrogate(character);
  }

  /** Returns this format for files whose first line is a row already. */
  public CsvFormat withoutHeader() {
    return new CsvFormat(false, delimiter);
  }

  /** Returns this format with another character between cells. */
  public CsvFormat delimitedBy(char character) {
    return new CsvFormat(header, character);
  }
}
