// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/** The interval to which every number column's range is mapped. */
public enum NumberScale {
  /** The middle of the range becomes 0. */
  MINUS_ONE_TO_ONE("-1..1"),
  /** The low end of the range becomes 0. */
  ZERO_TO_ONE("0..1");

  private final String text;

  NumberScale(String text) {
    this.text = text;
  }

  /** Returns the interval as schema files write it. */
  public String text() {
    return text;
  }

  /** Maps a number between 0 and 1 to the interval. */
  double map(double fraction) {
    return this == ZERO_TO_ONE ? fraction : 2 * fraction - 1;
  }
}
