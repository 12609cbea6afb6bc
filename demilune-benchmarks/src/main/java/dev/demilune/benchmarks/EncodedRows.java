/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
