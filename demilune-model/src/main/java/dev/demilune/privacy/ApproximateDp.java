// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import dev.demilune.internal.Check;

/**
 * Approximate differential privacy: P[M(D) in S] ≤ e^ε P[M(D') in S] + δ for every set S of
 * outputs.
 */
public record ApproximateDp(double epsilon, double delta) implements Guarantee {

  public ApproximateDp {
    Check.positive("epsilon", epsilon);
    Check.positive("delta", delta);
    if (delta >= 1) {
      throw new IllegalArgumentException(
          "delta must be below 1 (1 promises nothing), got " + delta);
    }
  }

  /** Returns (ε, δ)-differential privacy. */
  public static ApproximateDp of(double epsilon, double delta) {
    return new ApproximateDp(epsilon, delta);
  }

  @Override
  public String describe() {
    return "ε = " + Numbers.decimal(epsilon) + ", δ = " + Numbers.scientific(delta);
  }
}
