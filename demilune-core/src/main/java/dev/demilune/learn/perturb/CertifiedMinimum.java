// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.perturb;

import dev.demilune.internal.Vectors;
import dev.demilune.learn.gradient.Margins;
import dev.demilune.rows.BoundedDataset;
import java.util.Optional;

/**
 * Finds the minimizer of a {@link PenalizedHinge} and returns only when it is proved to be near.
 *
 * <p><b>Claim.</b> The weights returned are within τ/λ of the minimum, τ being the tolerance; and
 * if τ is that of {@link #tolerance} for at least the true n and |b|, they are returned: no table
 * of at most that many rows makes the search fail.
 *
 * <p><b>Proof.</b> J is λ-strongly convex, so |w - w*| ≤ |∇J(w)|/λ, and {@link
 * PenalizedHinge.Point#steepest} bounds |∇J(w)|, rounding included. For the second part: Newton's
 * steps come first, and nothing is assumed about them. If a fixed number of them is not enough,
 * descent starts again from zero with steps of 1/Λ, where Λ = λ + an. While J(w) ≤ J(0) ≤ n,
 * λ|w|²/2 - |b||w| ≤ n, hence |w| ≤ W = 2|b|/λ + √(2n/λ), and the error of a gradient is at most e
 * = τ/8. If the search goes on, the computed gradient g' is longer than 6.9e and the true one, g,
 * than 5.9e. A step changes J by at most -(|g|² - |g' - g|²)/(2Λ) ≤ -0.48|g|²/Λ, and there the
 * gradient is at most |g| + |g' - g| ≤ 1.2|g| long. Rounding 1/Λ, the product and the new weights
 * moves them by at most ρ = 6uW, because |g| ≤ Λ|w - w*| ≤ 2ΛW; and ρ ≤ 1.5e/Λ since e ≥ 4uW(an +
 * λ) by its formula (d + 3 ≥ 4). That changes J by at most 1.2|g|ρ + Λρ²/2 ≤ 0.34|g|²/Λ. So every
 * step lowers J by more than 0.1·(5.9e)²/Λ, J(w) ≤ J(0) stays true, and because J is bounded below
 * the search ends. The number of steps shows in the running time and nowhere else. ∎
 *
 * <p><b>Source.</b> Newton's method with conjugate gradients (Dembo and Steihaug 1983), for convex
 * functions of piecewise continuous curvature. A step that overshoots is shortened by looking at
 * slopes along it, never at values of J.
 */
final class CertifiedMinimum {

  // Limits that rarely bind; descent has the guarantee.
  private static final int NEWTON_STEPS = 500;
  private static final int MOST_CONJUGATE_STEPS = 250;
  private static final int MOST_SHORTENINGS = 60;

  // How much of the slope along a step may have turned at its end.
  private static final double OVERSHOOT = 0.1;

  private static final double ERRORS_PER_TOLERANCE = 8; // e = τ/8 in the proof

  private final PenalizedHinge objective;
  private final double tolerance;
  private final int newtonSteps;

  /**
   * @param tolerance τ, how long the gradient at the weights returned may be
   */
  CertifiedMinimum(PenalizedHinge objective, double tolerance) {
    this(objective, tolerance, NEWTON_STEPS);
  }

  CertifiedMinimum(PenalizedHinge objective, double tolerance, int newtonSteps) {
    this.objective = objective;
    this.tolerance = tolerance;
    this.newtonSteps = newtonSteps;
  }

  /**
   * Returns a tolerance that is always met, as eight times the error of gradients where J is not
   * above its value at zero, for all tables of at most {@code mostRows} rows.
   *
   * @param tiltLength an upper bound on |b|
   */
  static double tolerance(
      BoundedDataset data,
      FadingHinge loss,
      double regularization,
      long mostRows,
      double tiltLength) {
    // W of the proof: no weights of descent are longer. Rounded up, so that e is not too small.
    double longest =
        1.001 * (2 * tiltLength / regularization + Math.sqrt(2.0 * mostRows / regularization));
    // e grows with rows and |w|, so the bound at the largest of both serves all tables.
    return ERRORS_PER_TOLERANCE
        * PenalizedHinge.error(data, loss, regularization, mostRows, longest, tiltLength);
  }

  /** Returns weights whose gradient is proved to be within the tolerance. */
  double[] weights() {
    return byNewton().orElseGet(this::byDescent);
  }

  /** Returns such weights, or nothing if Newton's steps do not reach them. */
  Optional<double[]> byNewton() {
    PenalizedHinge.Point point = objective.at(new double[objective.dimension()]);
    double start = Margins.length(point.gradient()); // of a point that is not near: above zero
    for (int step = 0; step < newtonSteps && !isNear(point); step++) {
      // A residual of the root of the gradient's decrease gives superlinear convergence near the
      // minimum (Dembo and Steihaug); it only saves time.
      double wanted = Math.sqrt(Margins.length(point.gradient()) / start);
      point = along(point, newtonStep(point, Math.min(0.1, wanted)));
    }
    // What Newton's steps did is not trusted: only the bound on the gradient counts.
    return isNear(point) ? Optional.of(point.weights()) : Optional.empty();
  }

  /** Returns such weights after as many small steps as it takes. */
  double[] byDescent() {
    PenalizedHinge.Point point = objective.at(new double[objective.dimension()]);
    // Ends, by the second part of the proof: each step lowers J by more than 0.1·(5.9e)²/Λ.
    while (!isNear(point)) {
      // Rounded by ρ = 6uW of the proof; a Λ that is itself rounded only changes the step size, by
      // a few u of it, which is nothing beside the slack of the decrease.
      point =
          objective.at(moved(point.weights(), -1 / objective.mostCurvature(), point.gradient()));
    }
    return point.weights();
  }

  private boolean isNear(PenalizedHinge.Point point) {
    // |w - w*| ≤ |∇J(w)|/λ ≤ τ/λ: the first part of the proof. An upper bound on |∇J(w)| is
    // compared, so rounding leans to the safe side; NaN is not near.
    return point.steepest() <= tolerance;
  }

  /**
   * Goes along a step, all of it or to where the slope along it is nearly zero. Rows that reach
   * their margin together turn a slope sharply, so the place is enclosed from both sides.
   */
  private PenalizedHinge.Point along(PenalizedHinge.Point from, double[] step) {
    PenalizedHinge.Point to = objective.at(moved(from.weights(), 1, step));
    double low = 0;
    double slopeAtLow = Vectors.dot(from.gradient(), step);
    double high = 1;
    double slopeAtHigh = Vectors.dot(to.gradient(), step);
    double nearlyGone =
        -OVERSHOOT * slopeAtLow; // above 0: steps of conjugate gradients start downhill
    for (int i = 1; i <= MOST_SHORTENINGS && slopeAtHigh > nearlyGone; i++) {
      // By a straight line between the slopes. Every third time in the middle: the interval then
      // halves even where the line would keep one end.
      double part = i % 3 == 0 ? 0.5 : slopeAtLow / (slopeAtLow - slopeAtHigh);
      double share = low + part * (high - low);
      PenalizedHinge.Point between = objective.at(moved(from.weights(), share, step));
      double slope = Vectors.dot(between.gradient(), step);
      if (Math.abs(slope) <= nearlyGone) {
        return between;
      }
      // J is convex, so slopes along the step increase and the zero stays between low and high.
      if (slope > 0) {
        high = share;
        slopeAtHigh = slope;
        to = between;
      } else {
        low = share;
        slopeAtLow = slope;
      }
    }
    // Wherever this is: isNear judges it like any other point.
    return to;
  }

  /** Solves for Newton's step by conjugate gradients, until the residual is a part of the slope. */
  private double[] newtonStep(PenalizedHinge.Point point, double part) {
    double[] step = new double[objective.dimension()];
    double[] residual = new double[step.length];
    for (int j = 0; j < step.length; j++) {
      residual[j] = -point.gradient()[j];
    }
    double[] direction = residual.clone();
    // From zero, so that even the first iterate is a direction of descent.
    double squares = Vectors.dot(residual, residual);
    double enough = part * part * squares;
    // Accuracy here saves Newton steps and nothing else: the result is certified by isNear.
    for (int i = 0; i < MOST_CONJUGATE_STEPS && squares > enough; i++) {
      double[] bent = objective.bend(point, direction);
      double bend = Vectors.dot(direction, bent);
      if (!(bend > 0)) {
        break; // only rounding can do this; the step so far goes down
      }
      double share = squares / bend;
      step = moved(step, share, direction);
      residual = moved(residual, -share, bent);
      double next = Vectors.dot(residual, residual);
      direction = moved(residual, next / squares, direction);
      squares = next;
    }
    return step;
  }

  private static double[] moved(double[] from, double share, double[] step) {
    double[] to = new double[from.length];
    for (int j = 0; j < to.length; j++) {
      to[j] = from[j] + share * step[j];
    }
    return to;
  }
}
