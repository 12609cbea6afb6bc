// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.privacy.ApproximateDp;

/** What one fit among others may cost, where all of them share a guarantee. */
public final class GuaranteeShare {

  private GuaranteeShare() {}

  /**
   * Returns a guarantee that decreases as a noise grows, for {@link
   * dev.demilune.accounting.Calibration#smallestNoise} to find the largest that fits. Its δ shrinks
   * with ε, so that both become small.
   */
  public static ApproximateDp atNoise(ApproximateDp whole, double noise) {
    double epsilon = 1 / noise;
    return ApproximateDp.of(epsilon, whole.delta() * Math.min(1, epsilon / whole.epsilon()));
  }
}
