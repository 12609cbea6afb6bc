// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), Algorithm 3: random Fourier features, and {@link
 * BootstrapErm} on them. Margins are of the kernel's space, in units of Λr.
 */
public final class FourierErm {

  private FourierErm() {}

  /** Returns D = ⌈m²·ln(2m/β)⌉ frequencies, two features each. */
  public static double frequencies(double rows, double failure) {
    return Math.ceil(rows * rows * Math.log(2 * rows / failure));
  }

  /**
   * Returns what Theorem 4.2 says of the error, where some function of norm Λ keeps the margin on
   * all rows; a value of 1 or more says nothing. Constants derived here.
   *
   * <p><b>Proof.</b> That of the paper: the features cost 2Λr/(ρ√m) but for β/2, and Theorem 3.2 is
   * applied to weights of length 2Λ with β/2. ∎
   */
  public static double error(
      double rows, double margin, double failure, double epsilon, double delta) {
    double features = 2 * frequencies(rows, failure);
    return BootstrapErm.error(rows, features, margin / 2, failure / 2, epsilon, delta)
        + 2 / (margin * Math.sqrt(rows));
  }

  /** Returns from how many rows on that is at most an error; empty if it never is. */
  public static OptionalDouble rows(
      double margin, double error, double failure, double epsilon, double delta) {
    return LeastRows.from(m -> error(m, margin, failure, epsilon, delta) <= error);
  }
}
