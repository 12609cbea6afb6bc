// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

/**
 * Reads whole numbers within declared bounds from the present row of a CSV file.
 *
 * <p>Any other cell is a fault of the file, reported with its line number and without its content.
 * The message reveals something about the row, so it is only for people who may see the rows;
 * correct the file before private use.
 */
public final class WholeNumberCells {

  private static final int MOST_DIGITS = 19; // of a long; longer texts need not be parsed

  private final CsvReader table;

  private WholeNumberCells(CsvReader table) {
    this.table = table;
  }

  /** Returns the cells of whatever row the table is at. */
  public static WholeNumberCells of(CsvReader table) {
    return new WholeNumberCells(table);
  }

  /**
   * Returns the number in a column.
   *
   * @throws DataException if it is no whole number, or beyond the bound
   */
  public long number(int column, long bound) {
    String text = table.text(column).strip();
    int first = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    boolean whole = first < text.length();
    for (int i = first; i < text.length(); i++) {
      // ASCII only: parseLong takes other scripts too
      whole &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    if (!whole) {
      throw fault(
          "the cell in column "
              + (column + 1)
              + " is no whole number; multiply rows with decimals by a power of ten");
    }
    if (text.length() - first <= MOST_DIGITS) {
      try {
        long value = Long.parseLong(text);
        if (value >= -bound && value <= bound) {
          return value;
        }
      } catch (NumberFormatException e) {
        // beyond every possible bound
      }
    }
    throw fault(
        "the number in column "
            + (column + 1)
            + " is beyond its declared bound of "
            + bound
            + "; declare a larger one, or mend the row");
  }

  /** Returns a fault of the present row, to be thrown. */
  public DataException fault(String sentence) {
    return new DataException(table.source() + ":" + table.line() + ": " + sentence);
  }
}
