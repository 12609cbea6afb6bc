// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import dev.demilune.internal.Check;

/**
 * Gaussian differential privacy: neighbors are at least as hard to distinguish as N(0, 1) and N(μ,
 * 1).
 */
public record GaussianDp(double mu) implements Guarantee {

  public GaussianDp {
    Check.positive("mu", mu);
  }

  /** Returns μ-Gaussian differential privacy. */
  public static GaussianDp of(double mu) {
    return new GaussianDp(mu);
  }

  @Override
  public String describe() {
    return "μ = " + Numbers.decimal(mu) + " (Gaussian DP)";
  }
}
