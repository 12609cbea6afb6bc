// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.schema.CellTally;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;

/**
 * Reads a public table row by row, where every row must have a known label, to compute metrics.
 *
 * <p>Memory is one row. A row whose label the schema does not list is refused, with its line.
 * Training must not do that, because errors must not depend on private rows; but these rows are
 * public, and scoring against a guessed label would be wrong.
 */
public final class LabeledRows {

  private final Table table;
  private final RowEncoder encoder;
  private final EncodedRow row = new EncodedRow();
  private long count;

  private LabeledRows(Table table, RowEncoder encoder) {
    this.table = table;
    this.encoder = encoder;
  }

  /** Starts before the first row; the caller closes the table. */
  public static LabeledRows of(Schema schema, Table table) {
    return of(table, schema.encoder(table));
  }

  /** Starts before the first row, and counts how cells fit the schema. */
  public static LabeledRows counting(Schema schema, Table table, CellTally tally) {
    return of(table, schema.encoder(table, tally));
  }

  private static LabeledRows of(Table table, RowEncoder encoder) {
    if (!encoder.hasLabel()) {
      throw new DemiluneException(
          table.source() + ": the label column is not in the file; add it, or only predict");
    }
    return new LabeledRows(table, encoder);
  }

  /**
   * Moves to the next row; false at the end.
   *
   * @throws DemiluneException for a row without a known label, and at the end of a table without
   *     rows
   */
  public boolean next() {
    if (!table.next()) {
      if (count == 0) {
        throw new DemiluneException(table.source() + ": there are no rows to score");
      }
      return false;
    }
    encoder.encode(table, row);
    if (row.label() < 0) {
      throw new DemiluneException(
          table.labelSource()
              + ":"
              + table.line()
              + ": the label is not one of the schema's labels; correct it or leave the row out");
    }
    count++;
    return true;
  }

  /** Returns the current row, with its label; the same object every time. */
  public EncodedRow row() {
    return row;
  }

  /** Returns the number of rows so far. */
  public long count() {
    return count;
  }
}
