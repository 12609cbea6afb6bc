// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.internal.Check;

/**
 * Maps every encoded row into the unit ball: x becomes u = factor(|x|) · x with |u| ≤ 1.
 *
 * <p>Both rules depend on a single row and on public constants, so they have no privacy cost.
 */
public record RowBound(Rule rule, double norm) {

  /** The two rules. */
  public enum Rule {
    /** Rows are clipped to the norm and then divided by it. */
    CLIP,
    /** Every row is scaled to norm one; the zero row stays zero. */
    SCALE
  }

  public RowBound {
    Check.positive("norm", norm);
  }

  public static RowBound clip(double norm) {
    return new RowBound(Rule.CLIP, norm);
  }

  /** Returns the rule that scales every row to norm one. */
  public static RowBound scale() {
    return new RowBound(Rule.SCALE, 1);
  }

  /** Returns the factor that maps a row of this norm into the unit ball. */
  public double factor(double length) {
    if (!(length > 0)) {
      return 0;
    }
    return rule == Rule.SCALE ? 1 / length : 1 / Math.max(length, norm);
  }
}
