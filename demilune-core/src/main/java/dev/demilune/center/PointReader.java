// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.WholeNumberCells;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads points from a CSV file. Each row has the coordinates of one, integers within declared
 * bounds; any other row is a fault of the file, see {@link WholeNumberCells}.
 */
public final class PointReader {

  private PointReader() {}

  /**
   * Reads the table to its end and closes it.
   *
   * @throws DataException if a row is not a point, or not within the bounds
   */
  public static Points read(CsvReader table, List<Long> bounds) {
    try (table) {
      if (table.columns().size() != bounds.size()) {
        throw new DataException(
            table.source()
                + ":1: the file has "
                + table.columns().size()
                + " columns, and bounds are declared for "
                + bounds.size()
                + ": name as many bounds as columns");
      }
      WholeNumberCells cells = WholeNumberCells.of(table);
      List<long[]> rows = new ArrayList<>();
      while (table.next()) {
        long[] row = new long[bounds.size()];
        for (int i = 0; i < row.length; i++) {
          row[i] = cells.number(i, bounds.get(i));
        }
        rows.add(row);
      }
      return Points.of(rows.toArray(long[][]::new), bounds);
    }
  }
}
