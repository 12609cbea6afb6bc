// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Encodes the rows of a table as blocks, one block at a time: for engines that hold rows in many
 * places. The blocks are serializable.
 */
public final class BlockEncoder implements Iterator<BoundedDataset.Block> {

  private final Table table;
  private final RowEncoder encoder;
  private final BlockBuilder builder;
  private final EncodedRow row = new EncodedRow();
  private boolean ended;

  /**
   * @throws DemiluneException if the columns do not match the schema, or there is no label
   */
  public BlockEncoder(Schema schema, Table table) {
    if (schema.adjacency().isOfPersons()) { // a block knows nothing of a person's other rows
      throw new IllegalArgumentException("rows of persons are read in one place, by PersonRows");
    }
    this.table = table;
    this.encoder = encoder(schema, table);
    this.builder = new BlockBuilder(schema, Schema.MOST_ROWS);
  }

  static RowEncoder encoder(Schema schema, Table table) {
    RowEncoder encoder = schema.encoder(table);
    if (!encoder.hasLabel()) {
      throw new DemiluneException(
          table.source() + ": the rows have no labels; training needs them");
    }
    return encoder;
  }

  @Override
  public boolean hasNext() {
    while (!ended && !builder.hasBlocks()) {
      if (table.next()) {
        encoder.encode(table, row);
        builder.add(row);
      } else {
        builder.blocks(); // the last rows
        ended = true;
      }
    }
    return builder.hasBlocks();
  }

  @Override
  public BoundedDataset.Block next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no more rows");
    }
    return builder.take();
  }
}
