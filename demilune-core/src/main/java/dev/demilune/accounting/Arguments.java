// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

/** Checks the arguments of accountants. */
final class Arguments {

  private Arguments() {}

  static double delta(double delta) {
    if (!(delta >= 0 && delta < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("delta must be at least 0 and below 1, got " + delta);
    }
    return delta;
  }

  static double relativeWidth(double width) {
    if (!(width >= 1e-6 && width <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("relative width must be between 1e-6 and 1, got " + width);
    }
    return width;
  }

  static double epsilon(double epsilon) {
    if (!(epsilon >= 0 && epsilon < Double.POSITIVE_INFINITY)) { // NaN fails too
      throw new IllegalArgumentException("epsilon must be finite and >= 0, got " + epsilon);
    }
    return epsilon;
  }
}
