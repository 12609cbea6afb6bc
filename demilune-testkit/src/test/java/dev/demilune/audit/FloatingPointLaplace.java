// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.audit;

import dev.demilune.random.Randomness;

/**
 * An exhibit, not to be used: Laplace noise as textbooks have it, in floating point.
 *
 * <p>The logarithm of 2^53 uniform numbers hits only some doubles, and which ones it hits shows in
 * the last bits of the result (Mironov 2012).
 */
final class FloatingPointLaplace {

  private static final int BITS = 53;

  private FloatingPointLaplace() {}

  /** A value with noise of scale one: ε = 1 for a value that one row changes by one, it is said. */
  static double release(double value, Randomness randomness) {
    double sign = randomness.nextBits(1) == 0 ? -1 : 1;
    return value + sign * noise(randomness.nextBits(BITS) + 1);
  }

  private static double noise(long uniform) {
    return -Math.log(uniform * 0x1p-53);
  }

  /** Mironov's attack: whether any of the uniform numbers takes this value to the result. */
  static boolean canComeFrom(double value, double released) {
    double distance = Math.abs(released - value);
    long nearest = Math.round(Math.exp(-distance) * 0x1p53);
    for (long uniform = nearest - 8; uniform <= nearest + 8; uniform++) {
      if (uniform >= 1
          && uniform <= 1L << BITS
          && (value + noise(uniform) == released || value - noise(uniform) == released)) {
        return true;
      }
    }
    return false;
  }
}
