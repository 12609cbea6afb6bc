// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import dev.demilune.internal.Check;
import dev.demilune.random.KeyedRank;
import dev.demilune.random.StreamKey;
import dev.demilune.schema.Schema;
import java.io.Serializable;
import java.util.Objects;

/**
 * Which rows of a person are used: the k that rank lowest by a keyed hash.
 *
 * <p><b>Claim.</b> Which rows of a person are used is a function of the key and of the multiset of
 * her own rows: not of other persons, nor of the order of rows, nor of the machine.
 *
 * <p><b>Proof.</b> That of {@link KeyedRank}: the owner is the person, and the item is the row as
 * encoded ({@link dev.demilune.schema.PackedRow}). Equal rows are interchangeable: whichever of
 * them are taken, the multiset is the same. ∎
 *
 * <p>Privacy holds for every key. That it is secret keeps people from choosing which of their rows
 * count.
 *
 * <p><b>Relies on.</b> A column that names every person by one text, and nobody else by it.
 *
 * @param ranks the order of a person's rows
 * @param rowsPerPerson how many rows of one person are used at most
 */
public record PersonChoice(KeyedRank ranks, int rowsPerPerson) implements Serializable {

  public PersonChoice {
    Objects.requireNonNull(ranks, "ranks");
    Check.between("rowsPerPerson", rowsPerPerson, 1, Schema.MOST_ROWS_PER_PERSON);
  }

  /** Returns the choice by a key that stays with the private rows. */
  public static PersonChoice of(StreamKey key, int rowsPerPerson) {
    return new PersonChoice(KeyedRank.of(key), rowsPerPerson);
  }
}
