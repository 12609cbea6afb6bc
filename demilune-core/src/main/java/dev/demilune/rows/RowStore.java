// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;
import java.util.BitSet;

/**
 * Where private rows are kept, and who adds over them: this process or the machines of a cluster.
 *
 * <p>Learners do not see it. They fold over a {@link BoundedDataset}, so each of them is written
 * once, and the engine that holds the rows decides where the additions happen. A store adds and
 * copies; noise and budget are no business of its.
 *
 * <p>The result of a fold is the same for all stores of the same rows, however they are divided and
 * in whatever order: folds do not depend on order, and a {@link Batch} takes rows by what they are.
 */
public interface RowStore {

  /** Returns the exact number of rows, which may be private. */
  long rows();

  /**
   * Folds a function over the rows of a batch; every row counts once, also if a task runs twice.
   */
  <A extends Serializable> A fold(RowFold<A> function, Batch batch);

  /** Returns a view whose blocks are computed from the blocks of this one each time. */
  RowStore through(BlockMap map);

  /** Returns copies of the rows of a batch, computed once and kept. */
  RowStore kept(Batch batch, BlockCopy copy);

  /** A function of a block, made of public or released constants. */
  interface BlockMap extends Serializable {

    /** Returns a block with the same rows in the same order, for one thread. */
    BoundedDataset.Block of(BoundedDataset.Block block);

    /**
     * Returns the same function for one thread, which may use a block's memory for the next one: a
     * block is gone when another is asked for.
     */
    default BlockMap forOneThread() {
      return this;
    }
  }

  /** Copies rows of a block. */
  interface BlockCopy extends Serializable {

    /** Returns a block of the chosen rows, in their order. */
    BoundedDataset.Block of(BoundedDataset.Block block, BitSet chosen);
  }
}
