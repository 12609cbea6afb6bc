// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/** How a cell fits what the schema declares of its column. */
public enum CellState {
  /** As declared. */
  READ("as declared"),
  /** One of the texts that mean missing. */
  MISSING("missing"),
  /** A value that is not listed and counts as the declared other. */
  OTHER("counted as other"),
  /** A number or date outside the declared range. */
  OUT_OF_RANGE("outside the range"),
  /** A value that is not listed, where no other is declared. */
  UNKNOWN("not listed"),
  /** Not a number, or not a date, as the column declares it. */
  UNREADABLE("not readable as declared");

  private final String phrase;

  CellState(String phrase) {
    this.phrase = phrase;
  }

  /** Returns the state in words. */
  public String phrase() {
    return phrase;
  }

  /** Returns whether the schema, or the file, is probably wrong. */
  public boolean isFault() {
    return this == OUT_OF_RANGE || this == UNKNOWN || this == UNREADABLE;
  }
}
