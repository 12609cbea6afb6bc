// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import java.util.Optional;

/**
 * Which two tables are neighbors: what one person can change.
 *
 * <p>Every sensitivity and every guarantee is relative to an adjacency; there is no default.
 */
public enum Adjacency {
  /** One row is added or removed. The number of rows is private. */
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

  /** Returns the change between neighbors, as a phrase to print after a guarantee. */
  public String phrase() {
    return phrase;
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
    return this != ADD_OR_REMOVE_ONE;
  }

  /**
   * Returns the number of rows whose contributions to a sum over rows a neighbor can change: the
   * sum moves by at most this many times the largest norm of one contribution (triangle
   * inequality).
   */
  public int contributionsChanged() {
    return this == ADD_OR_REMOVE_ONE ? 1 : 2;
  }
}
