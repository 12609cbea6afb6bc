// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.data.CsvReader;
import dev.demilune.data.DataException;
import dev.demilune.data.WholeNumberCells;
import dev.demilune.feasibility.Constraints.Bounds;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads constraints from a CSV file. Each row has the coefficients, then the right side, all
 * integers within declared bounds.
 *
 * <p>Any other row is a fault of the file; see {@link WholeNumberCells}.
 */
public final class ConstraintReader {

  private final CsvReader table;
  private final WholeNumberCells cells;
  private final Bounds bounds;

  private ConstraintReader(CsvReader table, Bounds bounds) {
    this.table = table;
    this.cells = WholeNumberCells.of(table);
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
        normal[j] = cells.number(j, bounds.columns().get(j));
        zero &= normal[j] == 0;
      }
      if (zero) {
        throw cells.fault(
            "all coefficients are zero, so no variable is constrained; delete the row");
      }
      normals.add(normal);
      rightSides.add(cells.number(unknowns, bounds.right()));
    }
    return Constraints.of(
        normals.toArray(long[][]::new),
        rightSides.stream().mapToLong(Long::longValue).toArray(),
        bounds);
  }
}
