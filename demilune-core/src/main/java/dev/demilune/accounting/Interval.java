// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.pld.Bounds;
import java.util.Optional;

/**
 * A lower and an upper bound on a privacy cost.
 *
 * @param lower never above the true cost
 * @param upper never below it; the one to promise
 * @param note why the ends are further apart than usual, empty when they are not
 */
public record Interval(double lower, double upper, Optional<String> note) {

  public Interval {
    if (!(lower >= 0 && lower <= upper)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "an interval needs 0 <= lower <= upper, got " + lower + " and " + upper);
    }
  }

  /** Returns the interval of two ends that are as close as asked for. */
  public static Interval of(double lower, double upper) {
    return new Interval(lower, upper, Optional.empty());
  }

  static Interval of(Bounds bounds) {
    return new Interval(bounds.lower(), bounds.upper(), bounds.note());
  }

  /** Returns the interval from 0 to an upper bound, of which nothing more is known. */
  static Interval upTo(double upper, String why) {
    return new Interval(0, upper, Optional.of(why));
  }

  /** Returns the distance of the ends, infinity if the upper one is infinite. */
  public double width() {
    // not infinity minus infinity, which is NaN
    return upper == Double.POSITIVE_INFINITY ? upper : upper - lower;
  }
}
