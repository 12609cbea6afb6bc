// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.random.KeyedRank;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PackedRow;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The rows of one person that are kept so far: at most k, those that rank lowest. Parts that were
 * collected in different places can be merged in any order.
 *
 * <p><b>Claim.</b> After all her rows were added, to this or to parts that were merged into it, the
 * multiset of the rows kept is the one that {@link PersonChoice} names: a function of the key and
 * of the multiset of her rows, whatever the order and the division into parts.
 *
 * <p><b>Proof.</b> Up to k rows are kept as they are; after that the one that ranks highest goes.
 * So each part holds the k lowest of its rows. A row that a part dropped has k rows of hers at or
 * below it in that part, so it is not needed among the k lowest of all: rows of equal rank and
 * bytes are equal ({@link KeyedRank#compare}), and either may stay. ∎
 */
public final class HeldRows implements Serializable {

  private static final long serialVersionUID = 1;

  private final String name;
  private byte[][] rows = new byte[1][]; // packed
  private long[] ranks; // of the rows, once there are more than are used
  private int last; // the row that ranks highest then
  private int size;

  /** Makes a place for the rows of a person; there are none yet. */
  public HeldRows(String name) {
    this.name = name;
  }

  /** Adds a row; it may be reused afterwards. */
  public HeldRows add(EncodedRow row, PersonChoice choice) {
    return add(PackedRow.pack(row), choice);
  }

  /** Adds a row as {@link PackedRow} packs it. */
  public HeldRows add(byte[] packed, PersonChoice choice) {
    int most = choice.rowsPerPerson();
    if (size < most) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, Math.min(most, 2 * size));
      }
      rows[size++] = packed;
      return this;
    }
    if (ranks == null) { // most persons never need them
      ranks = new long[most];
      for (int i = 0; i < most; i++) {
        ranks[i] = choice.ranks().of(name, rows[i]);
      }
      last = last();
    }
    long rank = choice.ranks().of(name, packed);
    if (KeyedRank.compare(rank, packed, ranks[last], rows[last]) < 0) {
      ranks[last] = rank;
      rows[last] = packed;
      last = last();
    }
    return this;
  }

  /** Adds the rows that another place holds of the same person. */
  public HeldRows merge(HeldRows other, PersonChoice choice) {
    for (int i = 0; i < other.size; i++) {
      add(other.rows[i], choice);
    }
    return this;
  }

  /** Returns which row ranks highest, and is the next to go. */
  private int last() {
    int highest = 0;
    for (int i = 1; i < rows.length; i++) {
      if (KeyedRank.compare(ranks[i], rows[i], ranks[highest], rows[highest]) > 0) {
        highest = i;
      }
    }
    return highest;
  }

  /** Hands all rows to a builder, each with the number of them. */
  void addTo(BlockBuilder builder, EncodedRow reused) {
    for (int i = 0; i < size; i++) {
      PackedRow.unpack(rows[i], reused);
      builder.add(reused, size);
    }
  }
}
