// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/**
 * The direction in which the score of the last class may go as a number or an ordered category
 * grows, as public knowledge declares it. Learners of shape functions keep to it; others do not see
 * it.
 */
public enum Monotone {
  /** Nothing is declared. */
  NONE("none"),
  /** The score never falls. */
  INCREASING("increasing"),
  /** The score never rises. */
  DECREASING("decreasing");

  private final String text;

  Monotone(String text) {
    this.text = text;
  }

  /** Returns the direction as schema files write it. */
  public String text() {
    return text;
  }
}
