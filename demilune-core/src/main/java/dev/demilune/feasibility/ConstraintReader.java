// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.feasibility.Constraints.Bounds;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads constraints from a CSV file. Each row has the coefficients, then the right side, all
 * integers within declared bounds.
 *
 * <p>Any other row is a fault of the file, reported with its line number and without its content.
 * The message reveals something about the row, so it is only for people who may see the rows;
 * correct the file before private use.
 */
public final class ConstraintReader {

  private static final int MOST_DIGITS = 19; // of a long; longer texts need not be parsed

  private final CsvReader table;
  private final Bounds bounds;

  private ConstraintReader(CsvReader table, Bounds bounds) {
    this.table = table;
    this.bounds = bounds;
  }

  /**
   * Reads the table to its end and closes it.
   *
   * @throws DataException if a row is not a constraint, or not within the bounds
   */
  public static Constraints read(CsvReader table, Bounds bounds) {
    try (table) {
      return new ConstraintReader(table, bounds).read();
    }
  }

  private Constraints read() {
    int unknowns = bounds.columns().size();
    if (table.columns().size() != unknowns + 1) {
      throw new DataException(
          table.source()
              + ":1: the file has "
              + table.columns().size()
              + " columns, and bounds are declared for "
              + unknowns
              + " variables and the right side: name as many bounds as columns");
    }
    List<long[]> normals = new ArrayList<>();
    List<Long> rightSides = new ArrayList<>();
    while (table.next()) {
      long[] normal = new long[unknowns];
      boolean zero = true;
      for (int j = 0; j < unknowns; j++) {
        normal[j] = number(j, bounds.columns().get(j));
        zero &= normal[j] == 0;
      }
      if (zero) {
        throw fault("all coefficients are zero, so no variable is constrained; delete the row");
      }
      normals.add(normal);
      rightSides.add(number(unknowns, bounds.right()));
    }
    return Constraints.of(
        normals.toArray(long[][]::new),
        rightSides.stream().mapToLong(Long::longValue).toArray(),
        bounds);
  }

  private long number(int column, long bound) {
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

  private DataException fault(String sentence) {
    return new DataException(table.source() + ":" + table.line() + ": " + sentence);
  }
}
