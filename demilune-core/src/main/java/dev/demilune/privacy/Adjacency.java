// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.util.Optional;

/**
 * Which two tables count as neighbours, that is, what one person can change.
 *
 * <p>Every sensitivity and every guarantee is relative to an adjacency; there is no default.
 */
public enum Adjacency {
  /** One row is there or is not. The number of rows is private. */
  ADD_OR_REMOVE_ONE("adding or removing one row"),
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

  /** Returns the change a neighbour makes, to be printed after a guarantee. */
  public String phrase() {
    return phrase;
  }

  /** Returns what no guarantee for this adjacency protects, in a sentence that nobody overlooks. */
  public Optional<String> warning() {
    return this == REPLACE_LABEL
        ? Optional.of(
            "FEATURES ARE NOT PROTECTED: only labels are. Whoever has the model may learn who is in"
                + " the table and what their features are.")
        : Optional.empty();
  }

  /**
   * Returns whether the number of rows is the same in all neighbours, and so may be used freely.
   */
  public boolean rowCountIsPublic() {
    return this != ADD_OR_REMOVE_ONE;
  }

  /**
   * Returns how many rows' contributions one neighbour step can change in a sum over rows: the sum
   * moves by at most this many times the largest norm of one row's contribution (triangle
   * inequality).
   */
  public int contributionsChanged() {
    return this == ADD_OR_REMOVE_ONE ? 1 : 2;
  }
}
