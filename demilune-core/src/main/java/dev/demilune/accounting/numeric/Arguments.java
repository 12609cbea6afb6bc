// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

/** Checks the arguments of accountants. */
public final class Arguments {

  private Arguments() {}

  /** Returns a δ: at least 0 and below 1. */
  public static double delta(double delta) {
    if (!(delta >= 0 && delta < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("delta must be at least 0 and below 1, got " + delta);
    }
    return delta;
  }

  /** Returns a relative width: from 1e-6 to 1. */
  public static double relativeWidth(double width) {
    if (!(width >= 1e-6 && width <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("relative width must be between 1e-6 and 1, got " + width);
    }
    return width;
  }

  /** Returns an ε: finite and not negative. */
  public static double epsilon(double epsilon) {
    if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY)) { // NaN fails too
      throw new IllegalArgumentException("epsilon must be finite and >= 0, got " + epsilon);
    }
    return epsilon;
  }
}
