// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import dev.demilune.internal.Check;

/**
 * A loss with its constants as they were read, once: what the noise is computed for is what the
 * {@link SlopeTable} holds slopes to, also where the loss says something else the next time.
 */
record DeclaredLoss(MarginLoss loss, String name, double lipschitz, double smoothness)
    implements MarginLoss {

  DeclaredLoss {
    Check.positive("lipschitz", lipschitz);
    if (!(lipschitz >= 1e-6 && lipschitz <= 1e6)) {
      throw new IllegalArgumentException(
          "lipschitz must lie between 1e-6 and 1e6, got " + lipschitz);
    }
    if (!(smoothness >= 1e-6)) {
      throw new IllegalArgumentException(
          "smoothness must be at least 1e-6, or infinite, got " + smoothness);
    }
  }

  /**
   * Reads the constants.
   *
   * @throws IllegalArgumentException if they are none
   */
  static DeclaredLoss of(MarginLoss loss) {
    return loss instanceof DeclaredLoss declared
        ? declared
        : new DeclaredLoss(loss, loss.name(), loss.lipschitz(), loss.smoothness());
  }

  @Override
  public double slope(double margin) {
    return loss.slope(margin);
  }
}
