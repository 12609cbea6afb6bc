// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/** The format of a CSV file: whether its first line names the columns, and the delimiter. */
public record CsvFormat(boolean header, char delimiter) {

  public CsvFormat {
    if (!canDelimit(delimiter)) {
      throw new IllegalArgumentException(
          "delimiter must be a single character other than a quote or a line end, got code "
              + (int) delimiter);
    }
  }

  /** Returns the usual format: a header line and commas. */
  public static CsvFormat standard() {
    return new CsvFormat(true, ',');
  }

  /** Returns whether a character may be the delimiter. */
  public static boolean canDelimit(char character) {
    return character != '"'
        && character != '\n'
        && character != '\r'
        && character != 0
        && character != '\uFEFF' // the byte order mark, which is skipped
        && !Character.isSurrogate(character); // half a character has no UTF-8 bytes of its own
  }

  /** Returns this format for files without a header line. */
  public CsvFormat withoutHeader() {
    return new CsvFormat(false, delimiter);
  }

  /** Returns this format with another delimiter. */
  public CsvFormat delimitedBy(char character) {
    return new CsvFormat(header, character);
  }
}
