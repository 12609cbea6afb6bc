// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import dev.demilune.DemiluneException;
import java.util.Optional;

/**
 * Which two tables are neighbors: what one person can change.
 *
 * <p>Every sensitivity and every guarantee is relative to an adjacency; there is no default.
 */
public enum Adjacency {
  /** One row is added or removed. The number of rows is private. */
  ADD_OR_REMOVE_ONE("adding or removing one row"),
  /**
   * One person is added or removed with all her rows, as many as they are. The number of rows and
   * that of persons are private. Her rows share what one row counts elsewhere, so a number of rows
   * that is declared, bought or needed is a number of persons.
   */
  ADD_OR_REMOVE_PERSON("adding or removing one person with all their rows"),
  /** One row is replaced by any other. The number of rows is public. */
  REPLACE_ONE("replacing one row"),
  /**
   * One row's label is replaced by any other. The features, and so the number of rows, are public.
   */
  REPLACE_LABEL("replacing one label, features being public");

  private final String phrase;

  Adjacency(String phrase) {
    this.phrase = phrase;
  }

  /** Returns the change between neighbors, as a phrase to print after a guarantee. */
  public String phrase() {
    return phrase;
  }

  /** Returns what must hold of the table for a person to be protected, as a phrase. */
  public String premise() {
    return isOfPersons()
        ? "each person named by one text of their own in the column of persons, who may have any"
            + " number of rows"
        : "at most one row per person";
  }

  /** Returns a warning about what no guarantee for this adjacency protects. */
  public Optional<String> warning() {
    return this == REPLACE_LABEL
        ? Optional.of(
            "FEATURES ARE NOT PROTECTED: only labels are. Whoever has the model may learn who is in"
                + " the table and what their features are.")
        : Optional.empty();
  }

  /** Returns whether the number of rows is the same in all neighbors, and so may be used freely. */
  public boolean rowCountIsPublic() {
    return !addsOrRemoves();
  }

  /** Returns whether neighbors have one unit, a row or a person, more or less. */
  public boolean addsOrRemoves() {
    return this == ADD_OR_REMOVE_ONE || isOfPersons();
  }

  /** Returns whether the unit is a person, who may have several rows. */
  public boolean isOfPersons() {
    return this == ADD_OR_REMOVE_PERSON;
  }

  /**
   * Refuses persons of several rows, for what is proved for one row per person only.
   *
   * @param what that is, as the subject of a sentence
   * @throws DemiluneException if the unit is a person
   */
  public void requireRows(String what) {
    if (isOfPersons()) {
      throw new DemiluneException(
          what
              + " is proved for one row per person, not for persons of several rows: give a file"
              + " with one row per person and use add-or-remove-one");
    }
  }

  /**
   * Returns the number of units whose contributions to a sum a neighbor can change: the sum moves
   * by at most this many times the largest norm of one contribution (triangle inequality). A unit
   * is a row, or a person with all her rows.
   */
  public int contributionsChanged() {
    return addsOrRemoves() ? 1 : 2;
  }
}
