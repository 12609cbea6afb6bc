// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.function.IntFunction;

/**
 * Who a row is: 12 bytes of a hash of its label, features and codes, and 4 bytes that number the
 * rows with that hash, from 0.
 *
 * <p><b>Claim.</b> (1) No two rows of a table have the same identity. (2) Unless different rows
 * have the same hash, the rows and their identities are the same multiset in every order and every
 * division of the table, and one more row adds one identity and changes no other.
 *
 * <p><b>Proof.</b> (1) Rows with different hashes differ there, rows with the same hash are
 * numbered one by one. (2) Then rows with the same hash are copies of each other. Of m copies some
 * have the numbers 0 to m - 1; which of them has which makes no difference, because they are equal
 * in all that a fold can see. One more copy gets the number m. ∎
 *
 * <p>Sampling relies on (1) alone, which holds whatever the hash is: see {@link Batch}. Only the
 * promise that a seeded run repeats in another order of rows relies on (2).
 *
 * <p>Identities are computed when the first batch asks for them: most learners use all rows.
 */
public final class RowIdentities {

  /** The bytes of one identity: one block of AES. */
  public static final int BYTES = 16;

  private static final int SHARD_BITS = 6; // tables of keys stay far below the longest array

  private final int blocks;
  private final IntFunction<StoredBlock> blockAt;
  private byte[][] all;

  /**
   * @param blockAt returns a block, which is not needed any more when the next is asked for
   */
  RowIdentities(int blocks, IntFunction<StoredBlock> blockAt) {
    this.blocks = blocks;
    this.blockAt = blockAt;
  }

  /** Returns the identities of a block's rows, one after the other. */
  synchronized byte[] of(int index) {
    if (all == null) {
      all = computed(); // on one thread: others would wait for it inside a parallel fold
    }
    return all[index];
  }

  private byte[][] computed() {
    Occurrences[] shards = new Occurrences[1 << SHARD_BITS];
    for (int i = 0; i < shards.length; i++) {
      shards[i] = new Occurrences();
    }
    byte[][] identities = new byte[blocks][];
    for (int i = 0; i < identities.length; i++) {
      identities[i] =
          of(
              blockAt.apply(i),
              (high, low) -> shards[(int) (high >>> (Long.SIZE - SHARD_BITS))].next(high, low));
    }
    return identities;
  }

  /** Numbers the rows that have the same hash. */
  @FunctionalInterface
  public interface Numbering {
    /** Returns the number of the next row with this hash; no two get the same. */
    int next(long high, int low);
  }

  /**
   * Returns the identities of a block's rows, by these numbers.
   *
   * @param block of stored rows, not of a view: who a row is does not depend on its image
   */
  public static byte[] of(BoundedDataset.Block block, Numbering numbers) {
    StoredBlock stored = (StoredBlock) block;
    ByteBuffer identities = ByteBuffer.allocate(Math.multiplyExact(BYTES, block.rows()));
    RowHash hash = new RowHash();
    for (int row = 0; row < block.rows(); row++) {
      stored.hash(row, hash);
      identities
          .putLong(hash.high())
          .putInt(hash.low())
          .putInt(numbers.next(hash.high(), hash.low()));
    }
    return identities.array();
  }

  /** Returns the identities of chosen rows. */
  public static byte[] select(byte[] identities, BitSet chosen) {
    byte[] selected = new byte[BYTES * chosen.cardinality()];
    int at = 0;
    for (int row = chosen.nextSetBit(0); row >= 0; row = chosen.nextSetBit(row + 1)) {
      System.arraycopy(identities, BYTES * row, selected, at, BYTES);
      at += BYTES;
    }
    return selected;
  }
}
