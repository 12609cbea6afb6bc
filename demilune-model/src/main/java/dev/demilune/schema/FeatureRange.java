// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.schema;

/** The public range of a number column: low &lt; high, with a finite difference. */
public record FeatureRange(double low, double high) {

  public FeatureRange {
    if (!valid(low, high)) {
      throw new IllegalArgumentException(
          "range must be finite with low < high, got " + low + ".." + high);
    }
  }

  /** Returns whether the two numbers are a valid range. */
  public static boolean valid(double low, double high) {
    return low < high && high - low < Double.POSITIVE_INFINITY; // false for NaN, too
  }

  /** Returns the midpoint. */
  public double middle() {
    return low / 2 + high / 2;
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Returns the position of the value between low (0) and high (1), clipped to [0, 1]. */
  public double fraction(double value) {
    double fraction = (Math.max(low, Math.min(high, value)) - low) / (high - low);
    return Math.max(0, Math.min(1, fraction));
  }
}
