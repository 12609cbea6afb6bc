// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/** From how many rows on a bound is met that more rows make easier to meet. */
public final class LeastRows {

  private static final double MOST = 1e100;

  private LeastRows() {}

  /** Returns the least number of rows, to a billionth; empty if there is none up to 10^100. */
  public static OptionalDouble from(DoublePredicate enough) {
    double high = 2;
    while (!enough.test(high)) {
      high *= 2;
      if (high > MOST) {
        return OptionalDouble.empty();
      }
    }
    double low = high / 2;
    while (high - low > Math.max(1, 1e-9 * high)) {
      double middle = Math.floor((low + high) / 2);
      if (enough.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return OptionalDouble.of(high);
  }
}
