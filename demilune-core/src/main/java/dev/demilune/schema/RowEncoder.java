// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.data.Table;

/**
 * Encodes the rows of one table by its schema.
 *
 * <p>What comes out depends on the schema and on the one row; nothing a cell holds can make it
 * throw.
 */
public interface RowEncoder {
  /**
   * Encodes the row the table stands on; the label is -1 when the table has no label column or the
   * value is unknown.
   */
  void encode(Table table, EncodedRow into);

  /** Returns whether the table has the label column. */
  boolean hasLabel();
}
