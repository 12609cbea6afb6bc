// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.random.PoissonSampling;
import dev.demilune.random.StreamKey;
import java.io.Serializable;
import java.util.BitSet;

/**
 * The rows that a fold runs over: all of them, or a sample that stays secret.
 *
 * <p>Whether a row is sampled is a function of the batch, of the number of the row's block and of
 * its place there, so a task that runs twice takes the same rows. Rows that are divided into other
 * blocks are sampled anew.
 */
public interface Batch extends Serializable {

  /** All rows. */
  Batch ALL = new All();

  /** Returns which rows of a block are in the batch; thread-safe. */
  BitSet of(int block, int rows);

  /**
   * Returns a batch that takes every row with the same probability, independently of all others.
   *
   * @param key of this batch only; every block has its own stream, so that the sample does not
   *     depend on the number of threads
   */
  static Batch sampled(PoissonSampling sampling, StreamKey key) {
    return new Sampled(sampling, key);
  }

  /** Returns the batch of the first rows of every block: for work that is bounded. */
  static Batch firstOf(int[] rowsByBlock) {
    return new First(rowsByBlock.clone());
  }

  /** All rows. */
  record All() implements Batch {
    @Override
    public BitSet of(int block, int rows) {
      BitSet all = new BitSet(rows);
      all.set(0, rows);
      return all;
    }
  }

  /** The first rows of every block. */
  @SuppressWarnings("ArrayRecordComponent") // the array is never shared
  record First(int[] rowsByBlock) implements Batch {
    @Override
    public BitSet of(int block, int rows) {
      BitSet first = new BitSet(rows);
      first.set(0, rowsByBlock[block]); // must not exceed the block's rows
      return first;
    }
  }

  /** A Poisson sample. */
  record Sampled(PoissonSampling sampling, StreamKey key) implements Batch {
    @Override
    public BitSet of(int block, int rows) {
      // the same bits if the task runs again
      return sampling.sample(rows, key.stream("block " + block));
    }
  }
}
