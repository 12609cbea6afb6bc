// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.random.Randomness;

/** How halfspaces of the plane are chosen privately, each with an equal part of a budget. */
sealed interface PlaneSearch permits PerimeterSearch, HalfCircles {

  /** Returns what all choices together do, for the accountant. */
  PrivacyEvent event();

  /**
   * Returns how many mistakes more than the best there is a chosen halfspace makes at most, but for
   * a probability.
   */
  double mistakes(double failure);

  /** Chooses a normal. */
  int[] choose(PlaneRows rows, Randomness randomness);
}
