// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.evaluate;

import dev.demilune.data.Table;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.KeyedRank;
import dev.demilune.random.Randomness;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.PackedRow;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.Schema;
import java.util.HashMap;
import java.util.Map;

/**
 * The outcomes of the rows that are counted: of all, or where the unit is a person of one row of
 * each.
 *
 * <p><b>Claim.</b> What is counted for a person is one outcome, or none, and depends on her own
 * rows and a key only.
 *
 * <p><b>Proof.</b> Of her rows the one that ranks lowest is counted ({@link KeyedRank}), and its
 * outcome is a function of that row and the model. ∎
 *
 * <p>A random row of every person gives the same shares, on average, as rows that share what a
 * person counts; and counts stay whole numbers.
 */
abstract class CountedRows {

  private CountedRows() {}

  /** Takes an outcome that is counted. */
  @FunctionalInterface
  interface Outcome {
    void count(int cell, int score);
  }

  static CountedRows of(
      Adjacency adjacency, Schema schema, Table table, Randomness randomness, Outcome outcome) {
    return adjacency.isOfPersons()
        ? new OnePerPerson(
            table,
            PersonCell.of(schema, table),
            KeyedRank.of(randomness.stream("rows of persons").key()),
            outcome)
        : new All(outcome);
  }

  /** Adds the outcome of the table's current row. */
  abstract void add(EncodedRow row, int cell, int score);

  /** Counts what could not be counted before all rows were read. */
  abstract void finish();

  private static final class All extends CountedRows {
    private final Outcome outcome;

    All(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    void add(EncodedRow row, int cell, int score) {
      outcome.count(cell, score);
    }

    @Override
    void finish() {}
  }

  @SuppressWarnings("ArrayRecordComponent") // nobody else sees the array
  private record Kept(long rank, byte[] packed, int cell, int score) {}

  private static final class OnePerPerson extends CountedRows {
    private final Table table;
    private final PersonCell persons;
    private final KeyedRank ranks;
    private final Outcome outcome;
    private final Map<String, Kept> kept = new HashMap<>();

    OnePerPerson(Table table, PersonCell persons, KeyedRank ranks, Outcome outcome) {
      this.table = table;
      this.persons = persons;
      this.ranks = ranks;
      this.outcome = outcome;
    }

    @Override
    void add(EncodedRow row, int cell, int score) {
      String person = persons.read(table);
      byte[] packed = PackedRow.pack(row);
      Kept other = new Kept(ranks.of(person, packed), packed, cell, score);
      kept.merge(
          person,
          other,
          (one, two) ->
              KeyedRank.compare(one.rank, one.packed, two.rank, two.packed) <= 0 ? one : two);
    }

    @Override
    void finish() {
      kept.values().forEach(one -> outcome.count(one.cell, one.score));
    }
  }
}
