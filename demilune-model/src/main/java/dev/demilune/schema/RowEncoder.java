// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.Table;

/**
 * Encodes the rows of one table by its schema.
 *
 * <p>The result depends on the schema and on this row only; no cell value can make it throw.
 */
public interface RowEncoder {
  /**
   * Encodes the table's current row; the label is -1 when the table has no label column or the
   * value is unknown.
   */
  void encode(Table table, EncodedRow into);

  /** Returns whether the table has the label column. */
  boolean hasLabel();
}
