// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.numeric.Rounding;

/**
 * The target: error at most α on new rows, except with a small probability, if some halfspace
 * through the origin classifies all rows correctly with a margin.
 *
 * @param margin that margin, in units of the bound on the norm of rows
 * @param error α, below one half
 * @param failure the probability with which the error may be larger
 */
public record Goal(double margin, double error, double failure) {

  public Goal {
    if (!(margin > 0)) {
      throw new DemiluneException("the margin must be above 0, got " + margin);
    }
    if (margin > 1) {
      throw new DemiluneException(
          "the margin must not exceed the bound on the length of rows, and is "
              + margin
              + " of it: no row is that far from a boundary through the origin");
    }
    if (!(error > 0 && error < 0.5)) {
      throw new DemiluneException(
          "the error must be above 0 and below 0.5, which guessing reaches, got " + error);
    }
    if (!(failure > 0 && failure < 1)) {
      throw new DemiluneException(
          "the probability of failure must be above 0 and below 1, got " + failure);
    }
  }

  /**
   * Returns the margin of a boundary that need not pass through the origin, as one that does: rows
   * x become (x, 1), weights w become (w, θ), and both are brought to length one.
   *
   * <p>With |w| = 1, |x| ≤ 1 and y(⟨w,x⟩ + θ) ≥ γ|x|, of rows not shorter than m, it is at least
   * γm/(√2(1 + |θ|)), of which γ·min(1, m)/(2 + 2|θ|) is what Nguyen, Ullman and Zakynthinou (2020)
   * state. Where the distance itself is at least γ, m is 1.
   *
   * @param threshold θ
   * @param shortest m
   */
  public static double affineMargin(double margin, double threshold, double shortest) {
    return margin * Math.min(1, shortest) / (2 + 2 * Math.abs(threshold));
  }

  /**
   * Returns in how many orthogonal directions rows of this margin can lie: as many as there are
   * features, but not more than 1/margin², since no unit vector has a component of at least the
   * margin in more of them.
   */
  public double directions(int features) {
    return directions(features, margin);
  }

  /** Returns the same for a margin without a goal. */
  public static double directions(int features, double margin) {
    double most = Math.floor(1 / (margin * margin) * Rounding.SUM_UP); // 0.1 makes 100, not 99
    return Math.max(1, Math.min(features, most));
  }
}
