/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
