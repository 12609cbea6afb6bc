// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.privacy;

import dev.demilune.internal.Check;

/**
 * Pure differential privacy: probabilities of any set of outputs differ by a factor of at most e^ε.
 */
public record PureDp(double epsilon) implements Guarantee {

  public PureDp {
    Check.positive("epsilon", epsilon);
  }

  /** Returns ε-differential privacy. */
  public static PureDp of(double epsilon) {
    return new PureDp(epsilon);
  }

  @Override
  public double delta() {
    return 0;
  }

  @Override
  public String describe() {
    return "ε = " + Numbers.decimal(epsilon);
  }
}
