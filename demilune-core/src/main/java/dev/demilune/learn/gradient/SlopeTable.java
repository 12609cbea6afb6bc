// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import java.util.Arrays;

/**
 * The slope of a loss's Moreau envelope, for any loss of one number: a table of its slopes, and the
 * scalar proximal step in closed form.
 *
 * <p>Let u_0, ..., u_K be evenly spaced scores and f_i what the loss says is its slope there. The
 * table holds g_i, f_i forced to be at most L in absolute value, not below g_(i-1) and not above
 * g_(i-1) + b(u_i - u_(i-1)), b being the curvature that the loss declares (infinity for a kink).
 * Linear interpolation makes of this the slope of a convex loss ℓ. Its envelope min_u ℓ(u) + (u -
 * t)²/(2κ) with κ = max(0, 1/β - 1/b) is minimised where u + κℓ'(u) = t and has the slope ℓ'(u)
 * there; as u + κℓ'(u) is linear between the u_i, the slope of the envelope is the line through the
 * points (u_i + κg_i, g_i). κ = 0 is ℓ itself.
 *
 * <p><b>Claim.</b> Whatever the loss returns, s = {@link #slope} is nondecreasing, |s| ≤ L, and
 * |s(t) - s(t')| ≤ β|t - t'|: it is the derivative of a convex loss that is L-Lipschitz and
 * β-smooth.
 *
 * <p><b>Proof.</b> By its construction -L ≤ g_0 ≤ g_1 ≤ ... ≤ L, a slope that is not a number
 * counting as zero. The points u_i + κg_i increase, so s is well defined, nondecreasing and within
 * ±L; before the first and after the last point it is constant. Between two points it rises by Δg
 * over Δu + κΔg with Δg ≤ bΔu. If Δg = 0 it does not rise. Otherwise the quotient is 1/(Δu/Δg + κ)
 * ≤ 1/(1/b + 1/β - 1/b) = β where {@code b > β}, and at most b ≤ β where κ = 0. Nothing was used of
 * the loss: neither that it is convex, nor that its constants are right, nor that it returns the
 * same twice, because it is asked once for each u_i. In double precision the points are off by
 * 2^-50 of their size and a quotient by less than one part in 10^9: steps are short enough for
 * twice β. ∎
 *
 * <p>For a loss that is as it says, ℓ' and its slope lie between the same g_i and g_(i+1), so the
 * two losses differ by at most 2L times the distance of two u_i, which is {@value #CELLS}th parts
 * of the range. κ leaves the envelope as close to ℓ as a β-smooth one can be for losses of
 * curvature b; with b = ∞ it is the envelope of Bassily, Guzmán and Menart (2021).
 */
final class SlopeTable {

  private static final int CELLS = 1 << 14;

  /** Scores of rows and weights of length one, and differences of two such, are within this. */
  private static final double REACH = 2;

  private final double[] points; // u_i + κg_i
  private final double[] slopes; // g_i

  /**
   * @param margin ρ: the loss is that of a score over ρ
   * @param smoothness β, of a score
   */
  SlopeTable(DeclaredLoss loss, double margin, double smoothness) {
    double most = loss.lipschitz() / margin; // L
    double curvature = loss.smoothness() / (margin * margin); // b
    double kappa = Math.max(0, 1 / smoothness - 1 / curvature);
    double reach = REACH + kappa * most;
    double cell = 2 * reach / CELLS;
    points = new double[CELLS + 1];
    slopes = new double[CELLS + 1];
    double before = -most;
    for (int i = 0; i <= CELLS; i++) {
      double score = (i - CELLS / 2) * cell;
      double said = loss.slope(score / margin) / margin;
      double within = Double.isNaN(said) ? 0 : Math.max(-most, Math.min(said, most));
      double limit = i == 0 ? most : before + curvature * cell;
      before = Math.min(Math.max(before, within), limit);
      slopes[i] = before;
      points[i] = score + kappa * before;
    }
  }

  /** Returns the slope of the envelope at a score. */
  double slope(double score) {
    int found = Arrays.binarySearch(points, score);
    if (found >= 0) {
      return slopes[found];
    }
    int next = -found - 1;
    if (next == 0 || next == points.length) {
      return slopes[next == 0 ? 0 : CELLS];
    }
    double rise = slopes[next] - slopes[next - 1];
    double part = (score - points[next - 1]) / (points[next] - points[next - 1]);
    return Math.min(slopes[next], slopes[next - 1] + rise * part);
  }
}
