// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), Algorithm 6: a private choice of the margin, and
 * {@link BootstrapErm} with it. Margins are in units of Λr.
 *
 * <p>As published both parts spend ε, (2ε, δ) in all. Repaired: ε/2 each, as in its Corollary F.2.
 */
public final class MarginSelection {

  private MarginSelection() {}

  /** Returns how many margins 2^-j there are to choose from: ⌈log2(m)/2⌉. */
  public static int margins(double rows) {
    return (int) Math.max(1, Math.ceil(Math.log(rows) / Math.log(2) / 2));
  }

  /**
   * Returns what Lemma F.1 and Corollary F.2 say of the error, where some weights keep the margin
   * on all rows; a value of 1 or more says nothing. Constants derived here, for the repaired
   * budget.
   *
   * <p><b>Proof.</b> Some margin between ρ/2 and ρ is on the list if ρ ≥ Λr/√m. The generalized
   * exponential mechanism with ε/2 is within (4Δ/(ε/2))·ln(2|V|/β) of the bound for ρ/2 but for β/2
   * (the paper drops the 4), Δ being the sensitivity of the least hinge loss at ρ/2; Theorem 3.2
   * with ε/2 holds but for β/2. ∎
   */
  public static double error(
      double rows, double features, double margin, double failure, double epsilon, double delta) {
    if (margin * Math.sqrt(rows) < 1) {
      return Double.POSITIVE_INFINITY;
    }
    double half = margin / 2;
    return BootstrapErm.error(rows, features, half, failure / 2, epsilon / 2, delta)
        + 8
            / epsilon
            * BootstrapErm.sensitivity(rows, 1 / half)
            * Math.log(2 * margins(rows) / failure);
  }

  /** Returns from how many rows on that is at most an error; empty if it never is. */
  public static OptionalDouble rows(
      double features, double margin, double error, double failure, double epsilon, double delta) {
    return LeastRows.from(m -> error(m, features, margin, failure, epsilon, delta) <= error);
  }
}
