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
 * Encodes rows as blocks, one block at a time: for engines that hold rows in many places. The
 * blocks are serializable.
 */
public final class BlockEncoder implements Iterator<BoundedDataset.Block> {

  private final BlockBuilder builder;
  private final Rows rows;
  private final EncodedRow row = new EncodedRow(); // reused
  private boolean ended;

  /** Where rows come from. */
  private interface Rows {
    /** Adds the next row, or all rows of the next person; returns false if there are none. */
    boolean addNext(BlockBuilder builder, EncodedRow reused);
  }

  private BlockEncoder(Schema schema, Rows rows) {
    this.builder = new BlockBuilder(schema, Schema.MOST_ROWS);
    this.rows = rows;
  }

  /**
   * Returns the blocks of a table whose rows are persons.
   *
   * @throws DemiluneException if the columns do not match the schema, or there is no label
   */
  public static BlockEncoder of(Schema schema, Table table) {
    if (schema.adjacency().isOfPersons()) { // a row knows nothing of its person's other rows
      throw new IllegalArgumentException("rows of persons must be collected first: see HeldRows");
    }
    RowEncoder encoder = encoder(schema, table);
    return new BlockEncoder(
        schema,
        (builder, reused) -> {
          boolean more = table.next();
          if (more) {
            encoder.encode(table, reused);
            builder.add(reused);
          }
          return more;
        });
  }

  /**
   * Returns the blocks of persons, each of whom comes once, with all rows that are used of her.
   *
   * @param schema of the rows, for adding or removing a person
   */
  public static BlockEncoder ofPersons(Schema schema, Iterator<HeldRows> persons) {
    if (!schema.adjacency().isOfPersons()) {
      throw new IllegalArgumentException("the schema's unit is a row, not a person");
    }
    return new BlockEncoder(
        schema,
        (builder, reused) -> {
          boolean more = persons.hasNext();
          if (more) {
            persons.next().addTo(builder, reused);
          }
          return more;
        });
  }

  /**
   * Returns the encoder of a table's rows for training.
   *
   * @throws DemiluneException if the columns do not match the schema, or there is no label
   */
  public static RowEncoder encoder(Schema schema, Table table) {
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
      if (!rows.addNext(builder, row)) {
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
