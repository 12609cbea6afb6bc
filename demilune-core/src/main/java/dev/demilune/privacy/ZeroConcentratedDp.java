// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import dev.demilune.internal.Check;

/** Zero-concentrated differential privacy: the Rényi divergence of every order α is at most ρα. */
public record ZeroConcentratedDp(double rho) implements Guarantee {

  public ZeroConcentratedDp {
    Check.positive("rho", rho);
  }

  /** Returns ρ-zero-concentrated differential privacy. */
  public static ZeroConcentratedDp of(double rho) {
    return new ZeroConcentratedDp(rho);
  }

  @Override
  public String describe() {
    return "ρ = " + Numbers.decimal(rho) + " (zCDP)";
  }
}
