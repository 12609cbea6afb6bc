// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import dev.demilune.learn.gradient.Margins;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;

/**
 * The best halfspace of some rows when the first of its weights are given: the answer of one part
 * of the table, found without privacy.
 *
 * <p>Let s(w) be the score of a row of length at most one (and its constant) and y its class, 1 or
 * -1. The free weights w minimize the mean of f(y·s/γ) plus λ|w|²/2, where f is the hinge max(0, 1
 * - z), its corner rounded off, and γ = 1. If these weights, rounded to the grid, are wrong about a
 * row, γ is made a quarter, and so on, nine times at most. The first weights that make no mistake,
 * counted in integers, are returned; those of γ = 1 if there are none.
 *
 * <p><b>Claim.</b> If some free weights w with |w|² below 3/(2λn) have y·s ≥ γ on all n rows, the
 * minimum for γ makes no mistake. Where no weights are given yet, minima are not longer than
 * √(2/λ), whatever γ is.
 *
 * <p><b>Proof.</b> A mistake has f ≥ 3/4, so one alone makes the objective 3/(4n) or more, and w
 * has λ|w|²/2 less than that. At zero the objective is below 1, if all scores are 0 there. ∎
 *
 * <p>The objective is strongly convex: the minimum is one point, and parts of a table that are
 * alike have minima that are near. The work is bounded, by forty steps of Newton's method for each
 * γ; if that is too few, or rounding to the grid makes a mistake, the claim is missed and nothing
 * else. What is returned is a function of these rows and of what was given, of no other row:
 * privacy needs no more.
 */
final class BlockHinge {

  private static final int MARGINS = 9;
  private static final int STEPS = 40;
  private static final int HALVINGS = 30;
  private static final double ROUNDED = 0.5; // width of the part of the hinge that is a parabola
  private static final double ENOUGH = 1e-8; // length of the gradient at which the search ends
  private static final double UNIT = 1.0 / BoundedDataset.GRID_RADIUS;

  private final RowBlocks.Part part;
  private final int positive;
  private final double regularization;
  private final int given;
  private final int free;
  private final double[] offsets;

  private BlockHinge(
      RowBlocks.Part part,
      int positive,
      double regularization,
      WeightGrid grid,
      int[] weights,
      int given) {
    this.part = part;
    this.positive = positive;
    this.regularization = regularization;
    this.given = given;
    this.free = weights.length - given;
    this.offsets = new double[part.size()];
    for (int i = 0; i < offsets.length; i++) {
      // What the given weights contribute to a score; it does not change while the others move.
      offsets[i] = part.score(i, weights, given) * grid.step() * UNIT;
    }
  }

  /**
   * Returns the weights of the best halfspace as points of the grid; zeros where there are no rows.
   *
   * @param weights of which the first are given; the others are not read
   * @param given how many are given
   */
  static int[] solve(
      RowBlocks.Part part,
      int positive,
      double regularization,
      WeightGrid grid,
      int[] weights,
      int given) {
    BlockHinge hinge = new BlockHinge(part, positive, regularization, grid, weights, given);
    int[] first = null;
    double[] found = new double[hinge.free];
    double margin = 1;
    for (int trial = 0; trial < MARGINS; trial++) {
      // Begins where the wider margin ended. Nothing below needs a safe side: the answer may be any
      // function of this block's rows.
      hinge.minimize(margin, found);
      int[] rounded = weights.clone();
      for (int j = 0; j < found.length; j++) {
        rounded[given + j] = grid.nearest(found[j]);
      }
      // Counted in integers and after rounding to the grid: the mistakes of what is returned.
      if (part.mistakes(rounded, positive) == 0) {
        return rounded;
      }
      first = first == null ? rounded : first; // γ = 1, where no margin avoids all mistakes
      margin /= 4; // exact: powers of two
    }
    return first;
  }

  /** Moves weights to the minimum for a margin, by Newton's method with shorter steps if needed. */
  private void minimize(double margin, double[] weights) {
    double[] scores = new double[offsets.length];
    double[] changes = new double[offsets.length];
    double[] gradient = new double[free];
    double[][] curvature = new double[free][free];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = offsets[i] + dot(i, weights);
    }
    // At share 0 nothing moves: changes and gradient stand in for a direction and are zeros.
    double objective = objective(scores, changes, 0, margin, weights, gradient);
    for (int step = 0; step < STEPS; step++) {
      differentiate(scores, margin, weights, gradient, curvature);
      if (Margins.length(gradient) <= ENOUGH) {
        return; // how many steps a block took shows in the time of a fit only
      }
      double[] direction = gradient.clone();
      if (!PositiveSystem.solve(curvature, direction)) {
        return; // indefinite by rounding only: λ > 0 is on the diagonal
      }
      double slope = 0;
      for (int j = 0; j < free; j++) {
        direction[j] = -direction[j];
        slope += direction[j] * gradient[j]; // below 0, as the curvature is positive definite
      }
      for (int i = 0; i < changes.length; i++) {
        changes[i] = dot(i, direction);
      }
      // Armijo's rule: a convex function falls by a share of its slope for steps short enough.
      double share = 1;
      double next = objective(scores, changes, share, margin, weights, direction);
      for (int i = 0; i < HALVINGS && !(next <= objective + 1e-4 * share * slope); i++) {
        share /= 2;
        next = objective(scores, changes, share, margin, weights, direction);
      }
      if (!(next < objective)) {
        return; // what is left is rounding
      }
      objective = next;
      for (int j = 0; j < free; j++) {
        weights[j] += share * direction[j];
      }
      for (int i = 0; i < scores.length; i++) {
        // Scores are linear in the weights, so no row is read again. Privacy needs no bound on the
        // rounding errors, which add up.
        scores[i] += share * changes[i];
      }
    }
  }

  private double dot(int row, double[] weights) {
    double sum = 0;
    for (int j = 0; j < free; j++) {
      sum += weights[j] * part.value(row, given + j); // always in this order: the same bits
    }
    return sum * UNIT;
  }

  /** 1 - y·s/γ: how far a row is from the margin, in units of it. */
  private double missing(int row, double score, double margin) {
    return 1 - (part.labels()[row] == positive ? score : -score) / margin;
  }

  private double objective(
      double[] scores,
      double[] changes,
      double share,
      double margin,
      double[] weights,
      double[] direction) {
    double losses = 0;
    for (int i = 0; i < scores.length; i++) {
      double missing = missing(i, scores[i] + share * changes[i], margin);
      if (missing > ROUNDED) {
        losses += missing - ROUNDED / 2; // meets the parabola in value and slope
      } else if (missing > 0) {
        losses += missing * missing / (2 * ROUNDED);
      }
    }
    double squares = 0;
    for (int j = 0; j < free; j++) {
      double weight = weights[j] + share * direction[j];
      squares += weight * weight;
    }
    // Without rows only the penalty is left, and zeros are its minimum.
    return losses / Math.max(1, scores.length) + regularization / 2 * squares;
  }

  private void differentiate(
      double[] scores, double margin, double[] weights, double[] gradient, double[][] curvature) {
    for (int j = 0; j < free; j++) {
      gradient[j] = 0;
      Arrays.fill(curvature[j], 0);
    }
    double mean = UNIT / (margin * Math.max(1, scores.length));
    // The second derivative of f is 1/ROUNDED on the parabola and 0 elsewhere.
    double bend = mean * UNIT / (margin * ROUNDED);
    for (int i = 0; i < scores.length; i++) {
      double missing = missing(i, scores[i], margin);
      if (missing > 0) {
        double pull = mean * Math.min(1, missing / ROUNDED);
        pull = part.labels()[i] == positive ? -pull : pull;
        boolean bends = missing < ROUNDED; // beyond it the loss is straight
        for (int j = 0; j < free; j++) {
          int value = part.value(i, given + j);
          gradient[j] += pull * value;
          for (int k = 0; bends && k <= j; k++) { // the lower half: it is symmetric
            curvature[j][k] += bend * value * part.value(i, given + k);
          }
        }
      }
    }
    for (int j = 0; j < free; j++) {
      gradient[j] += regularization * weights[j];
      curvature[j][j] += regularization; // strong convexity: one minimum
    }
  }
}
