// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

import java.util.OptionalDouble;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), Algorithms 2 and 4: a projection, and phased
 * descent on the hinge loss for several samples of the rows with replacement, of which one is
 * chosen. Margins are in units of Λr: ρ/(Λr).
 *
 * <p>As published the choice's sensitivity lacks a factor 1/ρ, and weights are sought in a ball of
 * radius Λ which the projected best ones may leave. Repaired: {@link #sensitivity}, and radius 2Λ.
 */
public final class BootstrapErm {

  private BootstrapErm() {}

  /** Returns M = ⌈ln(2/β)⌉. */
  public static int runs(double failure) {
    return (int) Math.ceil(Math.log(2 / failure));
  }

  /** Returns ε' = ε/(4M·ln(2M/δ)), for one run on a sample. */
  public static double epsilonOfRun(double epsilon, double delta, int runs) {
    return epsilon / (4 * runs * Math.log(2 * runs / delta));
  }

  /** Returns δ' = δ²/(4M·ln(2M/δ)). */
  public static double deltaOfRun(double delta, int runs) {
    return delta * delta / (4 * runs * Math.log(2 * runs / delta));
  }

  /**
   * Returns J = ⌊2·ln(2M/δ)⌋: a row is in more places of a sample with probability at most δ/(2M).
   */
  public static int copies(double delta, int runs) {
    return Math.max(1, (int) Math.floor(2 * Math.log(2 * runs / delta)));
  }

  /**
   * Returns the noise of a phase in units of what one row moves, σ/Δ = 2√ln(1/δ')/ε'; the published
   * σ_j = 4Lη_j√ln(1/δ')/ε' is this times the sensitivity 2Lη_j of a phase.
   */
  public static double noiseMultiplier(double epsilonOfRun, double deltaOfRun) {
    return 2 * Math.sqrt(Math.log(1 / deltaOfRun)) / epsilonOfRun;
  }

  /** Returns k = ⌈εm·ln(m/β)/(ln(1/β)·ln^(3/2)(1/δ))⌉; the constant that is left open is 1. */
  public static double directions(double rows, double failure, double epsilon, double delta) {
    return Math.ceil(
        epsilon
            * rows
            * Math.log(rows / failure)
            / (Math.log(1 / failure) * Math.pow(Math.log(1 / delta), 1.5)));
  }

  /**
   * Returns how far one replaced row moves the mean hinge loss: min(2x, 1 + x)/m, where x is the
   * largest score over the margin ρ.
   */
  public static double sensitivity(double rows, double scores) {
    return Math.min(2 * scores, 1 + scores) / rows;
  }

  /**
   * Returns by how much the mean loss of one run exceeds the least one, on average.
   *
   * <p><b>Claim.</b> x·((10/3)/√m + 40s√k/m + 8/m²), where x = ΛL for weights of length Λ and
   * losses of slope L, and s is the noise multiplier.
   *
   * <p><b>Proof.</b> Phases j = 1, 2, …, J = ⌊log2 m⌋ take n_j = ⌊m/2^j⌋ ≥ m/2^(j+1) fresh rows
   * with steps η_j = η/4^j, and release the mean v_j of their weights with noise ξ_j, E|ξ_j|² =
   * k(2Lη_j·s)². For any u that does not depend on the phase's rows, the smoothed loss F has E
   * F(v_j) ≤ F(u) + |w - u|²/(2η_j n_j) + η_j L²/2, where w is where the phase starts (averaged
   * gradient steps). With u the best weights for j = 1, and u = v_(j-1) after it, where |w - u| ≤
   * |ξ_(j-1)|: the first phase costs 8Λ²/(ηm) + ηL²/8, the others together 32kL²s²η/m + ηL²/24, the
   * last release L·|ξ_J| ≤ 8L²ηs√k/m², and smoothing by 4/(ηr²) at most ηL²/8. With η =
   * (2Λ/L)·min(4/√m, 1/(2s√k)) the sum is as claimed. ∎ (Feldman, Koren, Talwar 2020; Bassily,
   * Guzmán, Menart 2021 have the order.)
   *
   * @param scores x
   * @param dimension k
   * @param multiplier s
   */
  static double meanExcess(double rows, double scores, double dimension, double multiplier) {
    return scores
        * (10 / (3 * Math.sqrt(rows))
            + 40 * multiplier * Math.sqrt(dimension) / rows
            + 8 / (rows * rows));
  }

  /**
   * Returns what Theorem 3.2 says of the error, where some weights keep the margin on all rows; a
   * value of 1 or more says nothing. Constants derived here, for the repaired form and a projection
   * by signs.
   *
   * <p><b>Proof.</b> That of the paper, β/3 for each part. Let x = 4Λr/ρ with a projection, for
   * weights up to 2Λ and images up to 2r, and Λr/ρ without. The projection moves scores by η·Λr,
   * and so the loss of the best weights by ηΛr/ρ. By Markov's inequality one of M runs is within e
   * times {@link #meanExcess} but for e^-M ≤ β/6, and the choice loses (4Δ/ε)·ln(6M/β), Δ being
   * {@link #sensitivity}, but for β/6. New rows: 2x/√m + 2√(ln(6/β)/m). The paper also asks for δ
   * &lt; 1/m, which only its O needs. ∎
   *
   * @param rows m
   */
  public static double error(
      double rows, double features, double margin, double failure, double epsilon, double delta) {
    double asked = directions(rows, failure, epsilon, delta);
    boolean projected = asked < features;
    double dimension = projected ? asked : features;
    double distortion =
        projected ? JohnsonLindenstrauss.distortion(dimension, failure / (3 * (3 * rows + 1))) : 0;
    double scores = (projected ? 4 : 1) / margin;
    int runs = runs(failure / 3);
    double multiplier =
        noiseMultiplier(epsilonOfRun(epsilon, delta, runs), deltaOfRun(delta, runs));
    return distortion / margin
        + Math.E * meanExcess(rows, scores, dimension, multiplier)
        + 4 * sensitivity(rows, scores) / epsilon * Math.log(6 * runs / failure)
        + 2 * scores / Math.sqrt(rows)
        + 2 * Math.sqrt(Math.log(6 / failure) / rows);
  }

  /** Returns from how many rows on that is at most an error; empty if it never is. */
  public static OptionalDouble rows(
      double features, double margin, double error, double failure, double epsilon, double delta) {
    return LeastRows.from(m -> error(m, features, margin, failure, epsilon, delta) <= error);
  }
}
