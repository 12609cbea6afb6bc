// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.published;

/**
 * The numbers of Bassily, Mohri and Suresh (2022), Algorithm 1: a random projection, and a choice
 * from a cover of the ball by the errors it makes. Margins are in units of Λr: ρ/(Λr).
 */
public final class CoverChoice {

  private CoverChoice() {}

  /**
   * Returns k, for which all lengths and products that the proof needs are kept within a third of
   * the margin, but for β/4: those of m rows and the best weights, and their sums and differences,
   * 3m + 1 vectors.
   */
  public static double directions(double rows, double margin, double failure) {
    return JohnsonLindenstrauss.directions(margin / 3, failure / (4 * (3 * rows + 1)));
  }

  /**
   * Returns ln|C| for a cover of radius ρ/(10r) of the ball of radius 2Λ in k dimensions: k·ln(1 +
   * 40Λr/ρ). (The paper prints (20Λr/ρ)^k, which is fewer than any cover has.)
   */
  public static double logCover(double dimension, double margin) {
    return dimension * Math.log1p(40 / margin);
  }

  /**
   * Returns what Theorem 3.1 says of the error, where some weights keep the margin on all rows; a
   * value of 1 or more says nothing. Constants derived here.
   *
   * <p><b>Proof.</b> That of the paper. Some point of the cover is right on all rows: it keeps 2/3
   * - √(4/3)/10 of the margin. The exponential mechanism with ε and sensitivity 1/m makes a = 2
   * ln(4|C|/β)/(εm) errors at most but for β/4. With V = (ln((2m)^k + 1) + ln(16/β))/m the error on
   * new rows is at most a + 2√(aV) + 4V but for β/4 (its Lemma A.1). The projection fails with
   * probability β/4. ∎
   *
   * @param rows m
   */
  public static double error(
      double rows, double features, double margin, double failure, double epsilon) {
    double dimension = Math.min(features, directions(rows, margin, failure));
    double chosen = 2 * (logCover(dimension, margin) + Math.log(4 / failure)) / (epsilon * rows);
    double newRows = (Halfspaces.logGrowth(dimension, 2 * rows) + Math.log(16 / failure)) / rows;
    return chosen + 2 * Math.sqrt(chosen * newRows) + 4 * newRows;
  }
}
