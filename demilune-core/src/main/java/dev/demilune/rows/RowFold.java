// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.io.Serializable;
import java.util.BitSet;

/**
 * An integer-valued function of rows, added up over the rows of a batch in any order: the one thing
 * that is done with private rows, wherever they live.
 *
 * <p>A fold holds public values only and runs in any process: it captures no data set, starts no
 * thread, and is serializable together with its accumulators. {@link #add} and {@link #merge} must
 * not depend on order, as additions of integers do not; then the result is the same on any number
 * of threads or machines.
 *
 * @param <A> the accumulator
 */
public interface RowFold<A extends Serializable> extends Serializable {

  /** Returns a new accumulator of no rows. */
  A empty();

  /** Adds the rows of a block that the set names. */
  void add(A sum, BoundedDataset.Block block, BitSet rows);

  /** Returns the accumulator of the rows of both; may use either. */
  A merge(A one, A other);
}
