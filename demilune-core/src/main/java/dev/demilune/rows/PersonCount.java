// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.schema.Schema;
import java.util.BitSet;

/**
 * Counts the persons of a store, exactly, from its rows: a person with m rows is m rows that each
 * say m peers, so the rows that say m are m times as many as such persons.
 */
final class PersonCount implements VectorSum {

  private static final long serialVersionUID = 1;

  private PersonCount() {}

  /** Returns the number of persons, which is private. */
  static long in(RowStore store) {
    long[] rows = store.fold(new PersonCount(), Batch.ALL);
    long persons = 0;
    for (int peers = 1; peers < rows.length; peers++) {
      persons += rows[peers] / peers;
    }
    return persons;
  }

  @Override
  public int size() {
    return Schema.MOST_ROWS_PER_PERSON + 1;
  }

  /** Adds one for each row, at the number of its peers. */
  @Override
  public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      sums[block.peers(row)]++;
    }
  }
}
