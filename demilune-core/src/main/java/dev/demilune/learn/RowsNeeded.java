// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import java.util.OptionalDouble;

/**
 * How many rows a learner needs for a {@link Goal}, as far as that is known.
 *
 * @param published what the paper prints, constants and all; empty where it gives an order only
 * @param guaranteed from how many rows on the paper's proof goes through for its algorithm as
 *     published, or repaired where that is not private; empty where its constants are not known
 * @param expected from how many rows on our form of it is expected to work: an estimate, measured
 *     and not a theorem; empty where it is not known
 * @param bound the bound in one line, with its source
 */
public record RowsNeeded(
    OptionalDouble published, OptionalDouble guaranteed, OptionalDouble expected, String bound) {

  /** Returns that nothing is known. */
  public static RowsNeeded unknown() {
    return asymptotic(OptionalDouble.empty(), "no bound is stated");
  }

  /** Returns a bound whose constants are not published. */
  public static RowsNeeded asymptotic(OptionalDouble expected, String bound) {
    return new RowsNeeded(OptionalDouble.empty(), OptionalDouble.empty(), expected, bound);
  }
}
