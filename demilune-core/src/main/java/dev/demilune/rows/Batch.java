// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.random.PoissonSampling;
import dev.demilune.random.StreamKey;
import java.io.Serializable;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * The rows that a fold runs over: all of them, or a sample that stays secret.
 *
 * <p>Whether a row is sampled is a function of the batch and of who the row is ({@link
 * RowIdentities}), not of where it is stored. So a task that runs twice, here or on another
 * machine, takes the same rows, and rows in another order or divided into other blocks are sampled
 * alike.
 *
 * <p><b>Claim.</b> The rows of {@link #sampled} are a Poisson sample: each is taken independently
 * with the sampling's rate, for anyone who cannot break AES-256.
 *
 * <p><b>Proof.</b> The coin of a row is a word of AES under the batch's own key, which is secret
 * and uniform, applied to the row's identity. No two rows of a table have the same identity, and
 * identities do not depend on the key. A random function of distinct inputs has independent uniform
 * values; so the sample has exactly the law of coins that are tossed row by row, for every table,
 * and in particular for each of two neighbors: this law is all that amplification by sampling asks
 * for. AES is a permutation, whose values do not collide; for n rows that is noticed with
 * probability below n²/2^129, which is below 2^-67. ∎
 */
@SuppressWarnings("ClassInitializationDeadlock") // none: without default methods All needs no Batch
public interface Batch extends Serializable {

  /** All rows. */
  Batch ALL = new All();

  /**
   * Returns which rows of a block are in the batch; thread-safe.
   *
   * @param identities of the block's rows, 16 bytes each; asked for only where they matter
   */
  BitSet of(int rows, Supplier<byte[]> identities);

  /** Returns whether it depends on who the rows are. */
  boolean identifies();

  /**
   * Returns a batch that takes every row with the same probability, independently of all others.
   *
   * @param key of this batch only
   */
  static Batch sampled(PoissonSampling sampling, StreamKey key) {
    return new Sampled(sampling, key);
  }

  /** All rows. */
  record All() implements Batch {
    @Override
    public BitSet of(int rows, Supplier<byte[]> identities) {
      BitSet all = new BitSet(rows);
      all.set(0, rows);
      return all;
    }

    @Override
    public boolean identifies() {
      return false;
    }

    private Object readResolve() {
      return ALL; // one object, also when it was sent
    }
  }

  /** A Poisson sample. */
  record Sampled(PoissonSampling sampling, StreamKey key) implements Batch {
    @Override
    public BitSet of(int rows, Supplier<byte[]> identities) {
      BitSet taken = new BitSet(rows);
      long[] words = key.words(identities.get()); // the same if the task runs again
      for (int row = 0; row < rows; row++) {
        taken.set(row, sampling.takes(words[row]));
      }
      return taken;
    }

    @Override
    public boolean identifies() {
      return true;
    }
  }
}
