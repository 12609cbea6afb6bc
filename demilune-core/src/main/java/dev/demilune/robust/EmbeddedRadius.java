// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.embed.FourierFeatures;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.schema.EncodedRow;

/**
 * The radius of a linear model on random Fourier features.
 *
 * <p><b>Claim.</b> As {@link CertifiedRadius} says.
 *
 * <p><b>Proof.</b> Fix a rival j; the smallest of the rivals' radii is returned. In the unit ball
 * the margin of y over j is g(u) = β + Σ_i (a_i cos ω_i·u + b_i sin ω_i·u)/√m, where (a_i, b_i) are
 * differences of weights. Let A_i = |(a_i, b_i)|/√m. The frequencies of one block are the rows of
 * diag(r)·S·P with S orthogonal and P a projection ({@link FourierFeatures#blockSize}).
 *
 * <p>(1) <em>Slope.</em> The gradient is Σ_i c_i ω_i with |c_i| ≤ A_i. The part of one block is
 * PᵀSᵀdiag(r)c, of norm at most √(Σ r_i²A_i²). So |∇g| ≤ L, the sum of these over blocks,
 * everywhere. This is a true upper bound; no singular value is estimated.
 *
 * <p>(2) <em>Curvature.</em> The Hessian is -Σ_i e_i ω_i ω_iᵀ with |e_i| ≤ A_i. The part of one
 * block is PᵀSᵀdiag(r²e)SP, of norm at most max r_i²A_i. So the slope changes by at most H per
 * unit, H the sum of these over blocks.
 *
 * <p>(3) <em>Radius in the unit ball.</em> Let G = |∇g(u)|. At distance s from u the slope is at
 * most min(L, G + Hs), so g does not reach 0 before ∫₀^ρ min(L, G + Hs) ds = g(u). Where β exceeds
 * Σ A_i, g is positive everywhere.
 *
 * <p>(4) <em>Radius of the row.</em> See {@link UnitBallRadius}.
 *
 * <p>(5) <em>Rounding.</em> With unit 2⁻⁵³, d inputs and blocks of n: the transforms (3 log₂ n
 * levels) and the bounding of the row leave an error of at most κr_i in the i-th angle, κ = (3 log₂
 * n + d/2 + 24)·2⁻⁵³, the cosine and sine add 8·2⁻⁵³, and a sum of 2m products is off by at most
 * (2m + 2)·2⁻⁵³ times the sum of their absolute values. So every computed score of class k is off
 * by at most E_k = Σ_i A_i^k·(κr_i + (2m + 16)·2⁻⁵³) + (2m + 2)·2⁻⁵³|b_k|. The program can prefer j
 * at z only if its exact g(z) is at most E_y + E_j, and the computed margin at x is off by as much:
 * 4(E_y + E_j) is subtracted from it, the rounding of the subtraction and of E included. L and H
 * are sums of positive numbers, raised by more than their rounding. The computed gradient is off by
 * at most (κ·max r_i + (6 log₂ n + d + m)·2⁻⁵³)·L, and by κH because it belongs to the computed u;
 * both are added. A dozen operations follow, for which the result is lowered by a relative 1e-12.
 * Rows whose norm is too large or too small for {@link EncodedRow} have radius 0, as have overflow
 * and NaN. ∎
 *
 * <p><b>Source.</b> Part (1) with the norm of the matrix of all frequencies: Hein and
 * Andriushchenko (2017), used for private kernel models by Ghazi, Kumar, Manurangsi and Nguyen
 * (2021). We depart from them: slopes by class and block, curvature, and scaled rows.
 */
final class EmbeddedRadius implements CertifiedRadius {

  private static final int MOST_CLASSES_KEPT = 256;

  private final EmbeddedClassifier model;
  private final FourierFeatures features;
  private final int classes;
  private final double angleError; // κ
  private final double gradientError; // relative to L
  private final double[] scoreErrors; // E_k
  private final MarginBounds[] bounds; // of all pairs; null when there are too many

  EmbeddedRadius(EmbeddedClassifier model, FourierFeatures features) {
    this.model = model;
    this.features = features;
    this.classes = model.linear().classes();
    int m = features.frequencies();
    int d = features.inputs();
    // log₂ n + 1: rounds up
    int levels = Integer.SIZE - Integer.numberOfLeadingZeros(features.blockSize());
    angleError = (3.0 * levels + d / 2.0 + 24) * GreatCircle.UNIT;
    double longest = 0;
    for (int i = 0; i < m; i++) {
      longest = Math.max(longest, features.radius(i));
    }
    // rounds up
    gradientError = angleError * longest + (6.0 * levels + d + m + 64) * GreatCircle.UNIT;
    scoreErrors = new double[classes];
    for (int k = 0; k < classes; k++) {
      // E_k of Proof (5)
      double sum = (2.0 * m + 2) * GreatCircle.UNIT * Math.abs(model.linear().bias(k));
      for (int i = 0; i < m; i++) {
        double amplitude =
            Math.hypot(model.linear().weight(k, 2 * i), model.linear().weight(k, 2 * i + 1))
                / Math.sqrt(m);
        sum += amplitude * (angleError * features.radius(i) + (2.0 * m + 16) * GreatCircle.UNIT);
      }
      scoreErrors[k] = sum;
    }
    bounds = classes <= MOST_CLASSES_KEPT ? new MarginBounds[classes * classes] : null;
    for (int a = 0; bounds != null && a < classes; a++) {
      for (int b = 0; b < a; b++) {
        bounds[a * classes + b] = MarginBounds.of(model.linear(), features, a, b);
        bounds[b * classes + a] = bounds[a * classes + b]; // norms of differences: symmetric
      }
    }
  }

  @Override
  public double radius(EncodedRow row) {
    return radius(row, model.predict(row));
  }

  @Override
  public double radius(EncodedRow row, int predicted) {
    double[] u = model.bounded(row); // the row in the unit ball
    double[] image = new double[features.outputs()];
    features.apply(u, image);
    double[] scores = new double[classes];
    model.scores(row, scores);
    double smallest = Double.POSITIVE_INFINITY; // in the unit ball
    for (int rival = 0; rival < classes; rival++) {
      if (rival != predicted) {
        double margin = scores[predicted] - scores[rival];
        smallest = Math.min(smallest, against(rival, predicted, margin, image, smallest));
      }
    }
    return UnitBallRadius.ofRow(model.schema().rowBound(), row.norm(), smallest);
  }

  /**
   * Returns the radius in the unit ball, or some number ≥ {@code enough} if it is not below that.
   */
  private double against(
      int rival, int predicted, double computedMargin, double[] image, double enough) {
    MarginBounds pair =
        bounds == null
            ? MarginBounds.of(model.linear(), features, predicted, rival)
            : bounds[predicted * classes + rival];
    // Proof (5), and underflow
    double slack = 4 * (scoreErrors[predicted] + scoreErrors[rival]) + 1e-150;
    double bias = model.linear().bias(predicted) - model.linear().bias(rival);
    if (bias - slack > pair.reach()) {
      return Double.POSITIVE_INFINITY; // the rival wins nowhere
    }
    double margin = computedMargin - slack;
    if (!(margin > 0)) { // a tie within rounding, or NaN
      return 0;
    }
    double straight = margin / pair.slope(); // infinite where nothing depends on the row
    // by the slope alone; saves the gradient where another rival is nearer
    if (!(straight < enough)) {
      return straight;
    }
    double gradient = gradient(predicted, rival, image) + gradientError * pair.slope(); // rounds up
    return pair.distance(margin, gradient + angleError * pair.curvature()) * UnitBallRadius.LOWER;
  }

  /** |∇g| at the row. */
  private double gradient(int predicted, int rival, double[] image) {
    double[] coefficients = new double[features.frequencies()];
    for (int i = 0; i < coefficients.length; i++) {
      double a = model.linear().weight(predicted, 2 * i) - model.linear().weight(rival, 2 * i);
      double b =
          model.linear().weight(predicted, 2 * i + 1) - model.linear().weight(rival, 2 * i + 1);
      // The derivative of a cos + b sin, with the 1/√m in the image.
      coefficients[i] = b * image[2 * i] - a * image[2 * i + 1];
    }
    double[] gradient = new double[features.inputs()];
    features.sumOfFrequencies(coefficients, gradient);
    double squares = 0;
    for (double slope : gradient) {
      squares += slope * slope;
    }
    return Math.sqrt(squares);
  }
}
