// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.mechanism;

import dev.demilune.random.Randomness;
import java.util.function.Consumer;

/** Adds noise to integers in place, as one output of a mechanism. */
final class NoisyIntegers {

  private NoisyIntegers() {}

  /**
   * @param noise adds the noise to the very integers
   */
  static void release(
      Object mechanism, long[] integers, Randomness randomness, Consumer<Randomness> noise) {
    long[] noisy =
        randomness.release(
            mechanism,
            integers::clone,
            own -> {
              noise.accept(own);
              return integers;
            });
    System.arraycopy(noisy, 0, integers, 0, integers.length);
  }
}
