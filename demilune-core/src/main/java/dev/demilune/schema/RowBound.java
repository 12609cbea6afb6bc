// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

import dev.demilune.internal.Check;

/**
 * How every encoded row is brought into the unit ball: x becomes u = factor(|x|) · x with |u| ≤ 1.
 *
 * <p>Both rules look at one row alone and at public constants, so they cost no privacy.
 */
public record RowBound(Rule rule, double norm) {

  /** The two rules. */
  public enum Rule {
    /** Rows longer than the norm are shortened to it; then all are divided by the norm. */
    CLIP,
    /** Every row is scaled to length one; the zero row stays zero. */
    SCALE
  }

  public RowBound {
    Check.positive("norm", norm);
  }

  public static RowBound clip(double norm) {
    return new RowBound(Rule.CLIP, norm);
  }

  /** Unit rows. */
  public static RowBound scale() {
    return new RowBound(Rule.SCALE, 1);
  }

  /** Returns the factor that brings a row of this length into the unit ball. */
  public double factor(double length) {
    if (!(length > 0)) {
      return 0;
    }
    return rule == Rule.SCALE ? 1 / length : 1 / Math.max(length, norm);
  }
}
