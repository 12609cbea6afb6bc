// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import dev.demilune.internal.Check;

/**
 * How often coordinates are stretched and weights moved: public, fixed before any row is seen.
 *
 * <p>The first half of the rescalings is of all rows and shared by all halfspaces. Each of the
 * others is of the rows that a halfspace does not classify with a margin yet, and is followed by
 * steps.
 *
 * @param rescalings how many second moments are released for one halfspace
 * @param steps after each rescaling of the second half
 * @param halfspaces how many there are to learn, one for two classes
 */
public record RescalingSchedule(int rescalings, int steps, int halfspaces) {

  /** How many rescalings there are by default (docs/decisions/0033). */
  public static final int RESCALINGS = 8;

  /** How many steps there are by default. */
  public static final int STEPS = 8;

  public RescalingSchedule {
    Check.atLeastOne("rescalings", rescalings);
    Check.atLeastOne("steps", steps);
    Check.atLeastOne("halfspaces", halfspaces);
  }

  /** Returns how many rescalings are of all rows, before the first step. */
  int shared() {
    return rescalings / 2;
  }

  /** Returns how many rescalings of its own a halfspace has. */
  int own() {
    return rescalings - shared();
  }

  /** Returns how many second moments are released. */
  public int moments() {
    return Math.addExact(shared(), Math.multiplyExact(halfspaces, own()));
  }

  /** Returns how many sums of rows are released. */
  public int pulls() {
    return Math.multiplyExact(Math.multiplyExact(halfspaces, own()), steps);
  }
}
