// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

/** Argument checks with messages of name, rule and value. */
public final class Check {

  private Check() {}

  /** Returns the value if it is finite and greater than zero. */
  public static double positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) { // written so that NaN fails too
      throw new IllegalArgumentException(name + " must be finite and > 0, got " + value);
    }
    return value;
  }

  /** Returns the value if it is finite and not negative. */
  public static double notNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) { // NaN fails too
      throw new IllegalArgumentException(name + " must be finite and >= 0, got " + value);
    }
    return value;
  }

  /** Returns the value if it lies between low and high, both included. */
  public static long between(String name, long value, long low, long high) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          name + " must be between " + low + " and " + high + ", got " + value);
    }
    return value;
  }

  /** Returns the value if it is at least one. */
  public static int atLeastOne(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, got " + value);
    }
    return value;
  }
}
