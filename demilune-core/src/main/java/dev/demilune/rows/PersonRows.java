// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
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
 * <p><b>Proof.</b> Her rows are kept apart from all others, and the k lowest of them are left at
 * the end ({@link HeldRows}). Peers are their number. Rows are then encoded one by one ({@link
 * BlockBuilder}). ∎
 *
 * <p>Memory: the rows that are kept, at most k for each person, however many there are in the
 * table.
 */
public final class PersonRows {

  private final Schema schema;
  private final PersonChoice choice;
  private final Map<String, HeldRows> byName = new HashMap<>();
  private final List<HeldRows> persons = new ArrayList<>(); // as they came

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
    byName
        .computeIfAbsent(
            person,
            name -> {
              HeldRows first = new HeldRows(name);
              persons.add(first);
              return first;
            })
        .add(row, choice);
  }

  /** Returns the data set, and forgets the rows here. */
  public BoundedDataset bounded() {
    BlockBuilder builder = new BlockBuilder(schema, Schema.MOST_ROWS);
    EncodedRow row = new EncodedRow();
    byName.clear();
    int count = persons.size();
    for (int i = 0; i < count; i++) {
      persons.set(i, null).addTo(builder, row); // from here on the blocks hold her rows
    }
    persons.clear();
    return BoundedDataset.ofBlocks(schema, builder, count);
  }
}
