// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.random.KeyedRank;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PackedRow;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the rows of persons in one pass, in any order, and keeps at most k of each.
 *
 * <p><b>Claim.</b> The rows of a person in the data set, and the number of {@linkplain
 * BoundedDataset.Block#peers peers} stored with each, are a function of her own rows and the key of
 * the {@link PersonChoice}. So adding or removing a person adds or removes these rows, at most k,
 * and changes no other.
 *
 * <p><b>Proof.</b> Her rows are kept apart from all others. Up to k of them are kept as they are;
 * after that the one that ranks highest goes, so that the k lowest of all are left at the end
 * ({@link PersonChoice}). Peers are their number. Rows are then encoded one by one ({@link
 * BlockBuilder}). ∎
 *
 * <p>Memory: the rows that are kept, at most k for each person, however many there are in the
 * table.
 */
public final class PersonRows {

  private final Schema schema;
  private final PersonChoice choice;
  private final Map<String, Held> byName = new HashMap<>();
  private final List<Held> persons = new ArrayList<>(); // as they came

  /**
   * @param schema of the rows, for adding or removing a person
   */
  public PersonRows(Schema schema, PersonChoice choice) {
    if (!schema.adjacency().isOfPersons()) {
      throw new IllegalArgumentException("the schema's unit is a row, not a person");
    }
    this.schema = schema;
    this.choice = choice;
  }

  /** Adds a row of a person; the row may be reused afterwards. */
  public void add(String person, EncodedRow row) {
    Held held =
        byName.computeIfAbsent(
            person,
            name -> {
              Held first = new Held(name);
              persons.add(first);
              return first;
            });
    held.add(PackedRow.pack(row), choice);
  }

  /** Returns the data set, and forgets the rows here. */
  public BoundedDataset bounded() {
    BlockBuilder builder = new BlockBuilder(schema, Schema.MOST_ROWS);
    EncodedRow row = new EncodedRow();
    byName.clear();
    int count = persons.size();
    for (int i = 0; i < count; i++) {
      Held held = persons.set(i, null); // from here on the blocks hold her rows
      for (int r = 0; r < held.size; r++) {
        PackedRow.unpack(held.rows[r], row);
        builder.add(row, held.size);
      }
    }
    persons.clear();
    return BoundedDataset.ofBlocks(schema, builder, count);
  }

  /** The rows of one person. */
  private static final class Held {
    private final String name;
    private byte[][] rows = new byte[1][];
    private long[] ranks; // of the rows, once there are more than are used
    private int last; // the row that ranks highest then
    private int size;

    Held(String name) {
      this.name = name;
    }

    void add(byte[] row, PersonChoice choice) {
      int most = choice.rowsPerPerson();
      if (size < most) {
        if (size == rows.length) {
          rows = Arrays.copyOf(rows, Math.min(most, 2 * size));
        }
        rows[size++] = row;
        return;
      }
      if (ranks == null) { // most persons never need them
        ranks = new long[most];
        for (int i = 0; i < most; i++) {
          ranks[i] = choice.ranks().of(name, rows[i]);
        }
        last = last();
      }
      long rank = choice.ranks().of(name, row);
      if (KeyedRank.compare(rank, row, ranks[last], rows[last]) < 0) {
        ranks[last] = rank;
        rows[last] = row;
        last = last();
      }
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
  }
}
