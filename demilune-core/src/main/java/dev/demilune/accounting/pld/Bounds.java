// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import java.util.Optional;

/**
 * Two ends between which a number certainly lies.
 *
 * @param lower never above the true number
 * @param upper never below it
 * @param note why the ends are further apart than asked for, empty when they are not
 */
public record Bounds(double lower, double upper, Optional<String> note) {

  public Bounds {
    if (!(lower >= 0 && lower <= upper)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "bounds need 0 <= lower <= upper, got " + lower + " and " + upper);
    }
  }

  /** Bounds that are as close as asked for. */
  static Bounds of(double lower, double upper) {
    return new Bounds(lower, upper, Optional.empty());
  }

  /** The distance of the ends, infinity if the upper one is infinite. */
  double width() {
    // not infinity minus infinity, which is NaN
    return upper == Double.POSITIVE_INFINITY ? upper : upper - lower;
  }
}
