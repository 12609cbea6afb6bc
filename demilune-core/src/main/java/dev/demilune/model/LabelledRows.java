// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;

/**
 * Walks a public table row by row where every row must carry a known label: how metrics read.
 *
 * <p>Memory is one row. Unlike training, which must not let a row's content be seen in an error,
 * this refuses a row whose label the schema does not list, with its line: the rows are public, and
 * scoring them against a guess would be a wrong number.
 */
public final class LabelledRows {

  private final Table table;
  private final RowEncoder encoder;
  private final EncodedRow row = new EncodedRow();
  private long count;

  private LabelledRows(Table table, RowEncoder encoder) {
    this.table = table;
    this.encoder = encoder;
  }

  /** Starts before the first row; the caller closes the table. */
  public static LabelledRows of(Schema schema, Table table) {
    RowEncoder encoder = schema.encoder(table);
    if (!encoder.hasLabel()) {
      throw new DemiluneException(
          table.source() + ": the label column is not in the file; add it, or only predict");
    }
    return new LabelledRows(table, encoder);
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
          table.source()
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
