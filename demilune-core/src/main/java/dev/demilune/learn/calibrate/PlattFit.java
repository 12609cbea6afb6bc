// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.calibrate;

import dev.demilune.model.ScoreCells;

/**
 * Fits P(hit | score s) = σ(a·s + b) to noisy counts of hits and misses by cells of the score:
 * post-processing.
 *
 * <p>In a cell with middle s, h hits and m misses, both with noise of variance v, and p = σ(a·s +
 * b), q = 1 - p, the residual r = q·h - p·m has mean zero if the cell's rows are hits with
 * probability p, and variance T·p·q + v(p² + q²), T being the number of rows. If (a, b) is off by δ
 * it has mean T·p·q·(s, 1)·δ. So every cell is one observation of δ with known variance, and the
 * estimate is the mean of the posterior that these and the prior give: a Gauss-Newton step,
 * repeated. Without noise it is the maximum a posteriori of logistic regression on the middles.
 *
 * <p>T is estimated by (p·h + q·m)/(p² + q²), whose noise is independent of that of r; its square
 * is reduced by the square that noise alone would have. So cells of pure noise have almost no
 * weight, however many there are and however far out, and with noise alone the prior is returned
 * nearly unchanged. No count is clipped, which would bias the estimate.
 */
final class PlattFit {

  private static final int ITERATIONS = 60;
  private static final double LONGEST_STEP = 0.5; // in units of the prior's scale, and of log odds

  // A cell of noise alone has a squared count of one variance on average; four leave it no weight
  // in
  // nineteen cases of twenty.
  private static final double NOISE_SQUARES = 4;

  // The scale stays within these factors of the prior's: a sign would turn all predictions around.
  private static final double LEAST = 1.0 / 32;
  private static final double MOST = 32;

  private PlattFit() {}

  /**
   * Returns {a, b}.
   *
   * @param variance of the noise of a count
   */
  static double[] of(
      ScoreCells cells, double[] hits, double[] misses, double variance, ScorePrior prior) {
    double a = prior.scale();
    double b = 0;
    double priorA = 1 / (prior.scaleDeviation() * prior.scaleDeviation());
    double priorB = 1 / (prior.offsetDeviation() * prior.offsetDeviation());
    for (int i = 0; i < ITERATIONS; i++) {
      double pullA = priorA * (prior.scale() - a);
      double pullB = -priorB * b;
      double aa = priorA;
      double ab = 0;
      double bb = priorB;
      for (int c = 0; c < cells.count(); c++) {
        double s = cells.middle(c);
        double p = 1 / (1 + Math.exp(-a * s - b));
        double q = 1 / (1 + Math.exp(a * s + b));
        double squares = p * p + q * q; // at least one half
        double rows = (p * hits[c] + q * misses[c]) / squares;
        double known =
            rows <= 0
                ? 0
                : Math.sqrt(Math.max(0, rows * rows - NOISE_SQUARES * variance / squares));
        double slope = known * p * q;
        if (slope > 0) {
          double residual = q * hits[c] - p * misses[c];
          double weight = slope / (slope + variance * squares); // one without noise
          pullA += weight * residual * s;
          pullB += weight * residual;
          aa += weight * slope * s * s;
          ab += weight * slope * s;
          bb += weight * slope;
        }
      }
      double determinant = aa * bb - ab * ab; // positive: the priors are on the diagonal
      double stepA = (bb * pullA - ab * pullB) / determinant;
      double stepB = (aa * pullB - ab * pullA) / determinant;
      double shrink =
          Math.min(
              1,
              LONGEST_STEP
                  / Math.max(Math.abs(stepA) / prior.scale(), Math.max(Math.abs(stepB), 1e-300)));
      a = Math.max(LEAST * prior.scale(), Math.min(MOST * prior.scale(), a + shrink * stepA));
      b += shrink * stepB;
    }
    return new double[] {a, b};
  }
}
