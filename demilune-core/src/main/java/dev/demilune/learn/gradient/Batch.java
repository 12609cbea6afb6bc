// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import java.util.BitSet;

/**
 * The rows of one step: all of them, or a sample that stays secret.
 *
 * <p>Whoever asks twice for the same block of a sample may get other rows: a step asks once.
 */
@FunctionalInterface
interface Batch {

  /** All rows. */
  Batch ALL =
      (block, rows) -> {
        BitSet all = new BitSet(rows);
        all.set(0, rows);
        return all;
      };

  /** Returns which of the rows of a block take part; may be called from several threads. */
  BitSet of(int block, int rows);

  /**
   * Returns a batch that takes every row with the same probability, independently of all others.
   *
   * @param randomness a source of this step's own; every block takes a stream of its own from it,
   *     so that the sample does not depend on the number of threads
   */
  static Batch sampled(PoissonSampling sampling, Randomness randomness) {
    return (block, rows) -> sampling.sample(rows, randomness.stream("block " + block));
  }
}
