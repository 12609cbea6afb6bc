// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import dev.demilune.DemiluneException;
import dev.demilune.random.Randomness;

/**
 * The seed of a run of tests.
 *
 * <p>By default it is always the same, so that a build that passed passes again. {@code
 * -Dseed=12345} repeats a run, {@code -Dseed=fresh} tries a new seed; put it in the assertion's
 * description, so that a failure shows it.
 */
public final class Seeds {

  private static final long FIXED = 20_261_116;
  private static final String PROPERTY = "seed";
  private static final long FRESH = Randomness.secure().nextBits(53);

  private Seeds() {}

  /** Returns the seed of this run; the same at every call. */
  public static long seed() {
    return parse(System.getProperty(PROPERTY));
  }

  /** Returns this run's randomness for one purpose; different purposes are independent. */
  public static Randomness randomness(String purpose) {
    return Randomness.reproducible(seed()).stream(purpose);
  }

  static long parse(String property) {
    if (property == null || property.isBlank()) {
      return FIXED;
    }
    if (property.equals("fresh")) {
      return FRESH;
    }
    try {
      return Long.parseLong(property.strip());
    } catch (NumberFormatException e) {
      throw new DemiluneException(
          "-Dseed must be a whole number or 'fresh', got '" + property + "'", e);
    }
  }
}
