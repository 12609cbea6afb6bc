// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Nguyen, Ullman and Zakynthinou (2020), Algorithms 1 and 3: a random projection,
 * and n² steps on single rows, in several runs of which one is chosen.
 *
 * <p>As published the runs spend the whole budget and the choice spends ε once more, (2ε, δ) in
 * all, and the choice's sensitivity is not given. Repaired: ε/2 for the runs, ε/2 for the choice,
 * and the largest loss of one row as sensitivity. {@link #rows} is for the repaired form.
 *
 * <p>Their guarantee is for a replaced row. In a table of a declared size a row that is added or
 * removed replaces an empty one, or is replaced by it.
 */
public final class SingleRowDescent {

  private SingleRowDescent() {}

  /** Returns β_JL = αβ²/(64n), with which probability one length may be changed by more. */
  public static double failureOfLength(double rows, double error, double failure) {
    return error * failure * failure / (64 * rows);
  }

  /** Returns m, for which lengths are kept within γ/100 but for that probability. */
  public static double directions(double margin, double failureOfLength) {
    return JohnsonLindenstrauss.directions(margin / 100, failureOfLength);
  }

  /** Returns k = ⌈ln(8/β)⌉. */
  public static int runs(double failure) {
    return (int) Math.ceil(Math.log(8 / failure));
  }

  /** Returns n², the steps of a run. */
  public static double steps(double rows) {
    return rows * rows;
  }

  /** Returns L = 1/(0.86γ), the slope of the loss max(0, 0.96γ - y⟨w,x⟩)/(0.86γ). */
  public static double slope(double margin) {
    return 1 / (0.86 * margin);
  }

  /**
   * Returns σ = L·n·√(32 ln(n/δ')·ln(1/δ'))/ε', the noise on n times the gradient of one row.
   *
   * @param epsilon of one run
   * @param delta of one run
   */
  public static double noise(double margin, double rows, double epsilon, double delta) {
    return slope(margin)
        * rows
        * Math.sqrt(32 * Math.log(rows / delta) * Math.log(1 / delta))
        / epsilon;
  }

  /** Returns (1 + 0.96γ)/(0.86γ), the largest loss of one row within the unit ball. */
  public static double largestLoss(double margin) {
    return (1 + 0.96 * margin) / (0.86 * margin);
  }

  /**
   * Returns a bound on the sum of losses that holds but for β/4, where some weights have none.
   *
   * <p><b>Claim.</b> 8e(1 + ln n)·√(L² + m(σ/n)²) + (4/ε)·ΔL·ln(8k/β), with ΔL = {@link
   * #largestLoss}.
   *
   * <p><b>Proof.</b> A noisy gradient g of the sum has E|g|² ≤ G² = n²L² + mσ². The last of T steps
   * of size D/(G√t), in a set of diameter D, is within 2DG(2 + ln T)/√T of the least sum on average
   * (Shamir and Zhang 2013, Theorem 2, with c = D/G). Here D = 2 and T = n²: 8G(1 + ln n)/n. By
   * Markov's inequality a run exceeds e times that with probability at most 1/e, and all k runs
   * with e^-k ≤ β/8. The exponential mechanism with ε/2 and sensitivity ΔL loses at most
   * (4ΔL/ε)·ln(8k/β) but for β/8. ∎
   *
   * @param dimension m, of the rows in which it runs
   */
  static double lossBound(
      double rows, double dimension, double margin, double failure, double epsilon, double delta) {
    int runs = runs(failure);
    double noise = noise(margin, rows, epsilon / (2 * runs), delta / runs) / rows;
    double slope = slope(margin);
    return 8 * Math.E * (1 + Math.log(rows)) * Math.sqrt(slope * slope + dimension * noise * noise)
        + 4 / epsilon * largestLoss(margin) * Math.log(8 * runs / failure);
  }

  /**
   * Returns from how many rows on the error is at most α but for β (Theorem 6, constants derived
   * here); empty if there is no such number.
   *
   * <p><b>Proof.</b> A row with y⟨w,x⟩ below γ/10 has a loss of at least 1. With the projection's
   * failures, β/2, set aside, some weights keep 0.96γ on all rows, so that {@link #lossBound}
   * bounds these mistakes; let it be at most αn/4. New rows are wrong at most twice as often, and
   * α/4, but for 4((2n)^(m+1) + 1)·e^(-αn/32) ≤ β/4 (Anthony and Bartlett 2009, Theorems 3.4, 3.7
   * and 5.7), and of new rows α/4 may be changed by the projection. Where m is not below the number
   * of features the rows are taken as they are, and nothing is changed. ∎
   */
  public static OptionalDouble rows(
      double features, double margin, double error, double failure, double epsilon, double delta) {
    return LeastRows.from(
        n -> {
          double asked = directions(margin, failureOfLength(n, error, failure));
          double dimension = Math.min(features, asked);
          double loss = lossBound(n, dimension, margin, failure, epsilon, delta);
          double growth = Halfspaces.logGrowth(dimension + 1, 2 * n);
          return loss <= error * n / 4 && growth + Math.log(16 / failure) <= error * n / 32;
        });
  }
}
