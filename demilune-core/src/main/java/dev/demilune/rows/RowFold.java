// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;
import java.util.BitSet;

/**
 * An integer-valued function of rows, summed over the rows of a batch in any order: the one
 * operation on private rows, wherever they are stored.
 *
 * <p>A fold runs in any process that holds the rows: it captures no data set, starts no thread, and
 * is serializable, like its accumulators. Weights that it contains may depend on the rows without
 * noise, as in the search for a minimum; so it is as private as they are. {@link #add} and {@link
 * #merge} must not depend on order, like additions of integers; then the result is the same for any
 * number of threads or machines.
 *
 * @param <A> the accumulator
 */
public interface RowFold<A extends Serializable> extends Serializable {

  /**
   * Returns whether the rows of a person share what one row counts elsewhere, by {@link
   * BoundedDataset.Block#peers} or {@link BoundedDataset.Block#shares}, as the proof of the release
   * says. Tables whose unit is a person refuse all other folds.
   */
  default boolean rowsShare() {
    return false;
  }

  /** Returns a new accumulator of no rows. */
  A empty();

  /** Adds the rows of a block that are in the set. The block is gone when this returns. */
  void add(A sum, BoundedDataset.Block block, BitSet rows);

  /** Returns the accumulator of the rows of both; may modify and return either. */
  A merge(A one, A other);
}
