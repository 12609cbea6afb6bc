// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.data.Table;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.util.function.Supplier;

/**
 * Rows to train on and rows to test on, both public.
 *
 * @param test opens the rows to test on, again and again
 */
record Task(BoundedDataset train, Supplier<Table> test) {

  static Task of(Schema schema, Table train, Supplier<Table> test) {
    try (train) {
      return new Task(BoundedDataset.of(schema, train), test);
    }
  }
}
