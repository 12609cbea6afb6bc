// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.auto;

import java.util.Arrays;

/**
 * The least {@link MarginLoss} of unit weight vectors, averaged over the classes, to a proved
 * accuracy.
 *
 * <p><b>Claim.</b> The number returned is not below the least loss, and above it by at most the
 * tolerance.
 *
 * <p><b>Proof.</b> Any w of the unit ball has a loss not below the least, and the number returned
 * is the loss of such points, its error added. For any point y, convexity gives f(v) ≥ f(y) +
 * ∇f(y)·(v - y) for all v of the ball, so the least is at least f(y) - ∇f(y)·y - |∇f(y)|; errors of
 * value and gradient are taken off. The search ends when the two bounds are within the tolerance.
 * That it ends is the theorem on accelerated gradient descent for a λ-strongly convex f whose
 * gradient has slope at most L: after k steps f is within (1 - √(λ/L))^k of a constant from the
 * least, and the bound from below follows it, for at a point of the ball it is off by at most
 * 4√(2Lh) where f is off by h: the gradient is then within √(2Lh) of that at the minimizer, where
 * the bound is exact, and no two points of the ball are farther apart than 2. ∎
 *
 * <p>How many steps it takes depends on the rows, and so does the running time.
 *
 * <p><b>Source.</b> Nesterov (2004), scheme 2.2.17 with projections.
 */
final class LeastMarginLoss {

  private static final int STEPS_BETWEEN_CHECKS = 4;

  private final MarginLoss loss;
  private final int outputs;
  private final double[] upper;
  private final double[] lower;

  private LeastMarginLoss(MarginLoss loss) {
    this.loss = loss;
    this.outputs = loss.outputs();
    this.upper = new double[outputs];
    this.lower = new double[outputs];
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    Arrays.fill(lower, 0); // no loss is negative
  }

  /**
   * @param tolerance several times the errors of value and gradient, or the search does not end
   */
  static double of(MarginLoss loss, double tolerance) {
    return new LeastMarginLoss(loss).search(tolerance);
  }

  private double search(double tolerance) {
    double smoothness = loss.smoothness();
    double root = Math.sqrt(loss.regularization() / smoothness);
    double momentum = (1 - root) / (1 + root);
    double start = loss.rows() + loss.regularization();
    // Several times the steps that the theorem needs for this tolerance; see the last line.
    long most =
        1000 + (long) (4 / root * Math.log(2 + 1e4 * start * smoothness / (tolerance * tolerance)));
    double[] weights = new double[loss.weights()];
    double[] point = weights.clone();
    for (long step = 0; step < most; step++) {
      if (step % STEPS_BETWEEN_CHECKS == 0) {
        // Only points of the ball bound the least loss from above.
        bound(weights, loss.at(weights), true);
        if (meanGap() <= tolerance) {
          return Arrays.stream(upper).average().orElseThrow();
        }
      }
      MarginLoss.At at = loss.at(point);
      bound(point, at, false); // extrapolated, so maybe outside: good for the lower bound only
      double[] next = new double[weights.length];
      for (int i = 0; i < next.length; i++) {
        next[i] = point[i] - at.gradient[i] / smoothness;
      }
      project(next);
      for (int i = 0; i < next.length; i++) {
        point[i] = next[i] + momentum * (next[i] - weights[i]);
      }
      weights = next;
    }
    throw new IllegalStateException("a search that must end did not end"); // see Proof
  }

  private double meanGap() {
    double sum = 0;
    for (int k = 0; k < outputs; k++) {
      sum += upper[k] - lower[k];
    }
    return sum / outputs;
  }

  private void bound(double[] at, MarginLoss.At found, boolean inBall) {
    double valueError = loss.valueError();
    double gradientError = loss.gradientError();
    for (int k = 0; k < outputs; k++) {
      double along = 0;
      double square = 0;
      for (int i = k; i < at.length; i += outputs) {
        along += found.gradient[i] * at[i];
        square += found.gradient[i] * found.gradient[i];
      }
      // f(y) - ∇f(y)·y - |∇f(y)|: the tangent plane's minimum over the ball.
      double below = found.values[k] - along - Math.sqrt(square);
      // |y| ≤ 3, so a gradient off by e moves the bound by at most 4e; sums of this many products
      // are off by less than this part of the gradient's size.
      double rounding = (at.length + 8.0) * 0x1p-50;
      double error = valueError + 4 * gradientError + rounding * Math.sqrt(square);
      lower[k] = Math.max(lower[k], below - error); // rounds down: stays a lower bound
      if (inBall) {
        upper[k] = Math.min(upper[k], found.values[k] + valueError);
      }
    }
  }

  private void project(double[] vectors) {
    for (int k = 0; k < outputs; k++) {
      double square = 0;
      for (int i = k; i < vectors.length; i += outputs) {
        square += vectors[i] * vectors[i];
      }
      // Rounded up: inside the ball for certain.
      double length = Math.sqrt(square) * (1 + (vectors.length + 8.0) * 0x1p-50);
      if (length > 1) {
        for (int i = k; i < vectors.length; i += outputs) {
          vectors[i] /= length;
        }
      }
    }
  }
}
