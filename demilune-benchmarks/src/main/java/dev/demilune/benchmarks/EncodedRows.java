// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import java.util.function.Consumer;

/** Walks the encoded rows of a public table. */
final class EncodedRows {

  private EncodedRows() {}

  static void forEach(Schema schema, Table table, Consumer<EncodedRow> action) {
    try (table) {
      RowEncoder encoder = schema.encoder(table);
      EncodedRow row = new EncodedRow();
      while (table.next()) {
        encoder.encode(table, row);
        action.accept(row);
      }
    }
  }

  static double[] dense(EncodedRow row, int features) {
    double[] values = new double[features];
    for (int i = 0; i < row.size(); i++) {
      values[row.index(i)] = row.value(i);
    }
    return values;
  }
}
