// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.rows.Batch;
import dev.demilune.rows.BlockEncoder;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowIdentities;
import dev.demilune.rows.RowStore;
import java.io.Serializable;
import java.util.BitSet;
import java.util.Iterator;

/**
 * A block of private rows and who they are: a few flat arrays for up to 2,048 rows.
 *
 * @param identities 16 bytes for each row, or none while nobody has asked
 */
@SuppressWarnings("ArrayRecordComponent") // never written to
record RowBlock(BoundedDataset.Block block, byte[] identities) implements Serializable {

  RowBlock(BoundedDataset.Block block) {
    this(block, new byte[0]);
  }

  /** Returns blocks as they are encoded. */
  static Iterator<RowBlock> each(BlockEncoder blocks) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return blocks.hasNext();
      }

      @Override
      public RowBlock next() {
        return new RowBlock(blocks.next());
      }
    };
  }

  /** Returns which rows are in a batch. */
  BitSet chosen(Batch batch) {
    return batch.of(block.rows(), () -> identities);
  }

  /** Returns a view of the rows, which are still who they were. */
  RowBlock through(RowStore.BlockMap map) {
    return new RowBlock(map.of(block), identities);
  }

  /** Returns copies of the rows of a batch. */
  RowBlock kept(Batch batch, RowStore.BlockCopy copy) {
    BitSet chosen = chosen(batch);
    return new RowBlock(
        copy.of(block, chosen),
        identities.length == 0 ? identities : RowIdentities.select(identities, chosen));
  }
}
