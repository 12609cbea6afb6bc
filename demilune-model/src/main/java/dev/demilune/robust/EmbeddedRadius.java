// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.embed.FourierFeatures;
import dev.demilune.internal.Vectors;
import dev.demilune.model.EmbeddedClassifier;
import dev.demilune.schema.EncodedRow;
import java.util.Arrays;

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
 * <p>(1) <em>Everywhere.</em> The gradient is Σ_i c_i ω_i with |c_i| ≤ A_i. The part of one block
 * is PᵀSᵀdiag(r)c, of norm at most √(Σ r_i²A_i²). So |∇g| ≤ L, the sum of these over blocks,
 * everywhere; g does not reach 0 within g(u)/L of u. No singular value is estimated. Where β
 * exceeds Σ A_i, g is positive everywhere.
 *
 * <p>(2) <em>Around the row.</em> Let C_i and E_i be the value and the derivative of the i-th wave
 * at u. Moving u by δ turns it by t_i = ω_i·δ, and g changes by Σ_i C_i(cos t_i − 1) + E_i sin t_i.
 * Take any β_i with Σ β_i ω_i = ∇g; then {@link LocalDistance} bounds how far g stays positive. For
 * full blocks β is chosen so that each has an equal share of their gradient p, which is possible as
 * S is orthogonal: r_iβ_i is the i-th entry of SPp/B. A last block that is used in part has β = E.
 * The larger of (1) and (2) is returned.
 *
 * <p>(3) <em>Radius of the row.</em> See {@link UnitBallRadius}.
 *
 * <p>(4) <em>Rounding.</em> With unit 2⁻⁵³, d inputs and blocks of n: the transforms (3 log₂ n
 * levels) and the bounding of the row leave an error of at most κr_i in the i-th angle, κ = (3 log₂
 * n + d/2 + 24)·2⁻⁵³, the cosine and sine add 8·2⁻⁵³, and a sum of 2m products is off by at most
 * (2m + 2)·2⁻⁵³ times the sum of their absolute values. So every computed score of class k is off
 * by at most E_k = Σ_i A_i^k·(κr_i + (2m + 16)·2⁻⁵³) + (2m + 2)·2⁻⁵³|b_k|. The program can prefer j
 * at z only if its exact g(z) is at most E_y + E_j; the computed margin at x is off by as much; and
 * the computed C_i and E_i, off by at most (A_i^y + A_i^j)(κr_i + 16·2⁻⁵³) each, change the sum of
 * (2) by at most three times as much, because |cos t − 1| + |sin t| ≤ 3. So 8(E_y + E_j) is
 * subtracted from the margin, the rounding of the subtraction and of E included. L is a sum of
 * positive numbers, raised by more than its rounding. The computed β have a sum Σ β_i ω_i that
 * differs from Σ E_i ω_i by the rounding of the gradient and of its transform, at most (9 log₂ n +
 * d + m + 64)·2⁻⁵³·L =: γ; as |δ| ≤ 2 for all rows in the ball, 2γ is subtracted from the margin of
 * (2). A dozen operations follow, for which the result is lowered by a relative 1e-12. Where L is
 * not between 1e-100 and 1e100, (1) alone is used: squares in (2) might underflow. Rows whose norm
 * is too large or too small for {@link EncodedRow} have radius 0, as have overflow and NaN. ∎
 *
 * <p><b>Source.</b> Part (1) with the norm of the matrix of all frequencies: Hein and
 * Andriushchenko (2017), used for private kernel models by Ghazi, Kumar, Manurangsi and Nguyen
 * (2021). We depart from them: slopes by class and block, the bound around the row, and scaled
 * rows.
 */
final class EmbeddedRadius implements CertifiedRadius {

  private static final int MOST_CLASSES_KEPT = 256;

  private final EmbeddedClassifier model;
  private final FourierFeatures features;
  private final int classes;
  private final int fullBlocks;
  private final int blocks;
  private final double[] radii; // r_i
  private final double gradientError; // γ/L
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
    double angleError = (3.0 * levels + d / 2.0 + 24) * GreatCircle.UNIT; // κ
    gradientError = (9.0 * levels + d + m + 64) * GreatCircle.UNIT; // rounds up
    fullBlocks = m / features.blockSize();
    blocks = (m - 1) / features.blockSize() + 1;
    radii = new double[m];
    for (int i = 0; i < m; i++) {
      radii[i] = features.radius(i);
    }
    scoreErrors = new double[classes];
    for (int k = 0; k < classes; k++) {
      // E_k of Proof (4)
      double sum = (2.0 * m + 2) * GreatCircle.UNIT * Math.abs(model.linear().bias(k));
      for (int i = 0; i < m; i++) {
        double amplitude =
            Math.hypot(model.linear().weight(k, 2 * i), model.linear().weight(k, 2 * i + 1))
                / Math.sqrt(m);
        sum += amplitude * (angleError * radii[i] + (2.0 * m + 16) * GreatCircle.UNIT);
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
    int nearest = nearest(predicted, scores);
    double smallest = against(nearest, predicted, scores, image, Double.POSITIVE_INFINITY);
    for (int rival = 0; rival < classes; rival++) {
      if (rival != predicted && rival != nearest) {
        smallest = Math.min(smallest, against(rival, predicted, scores, image, smallest));
      }
    }
    return UnitBallRadius.ofRow(model.schema().rowBound(), row.norm(), smallest);
  }

  /** Returns the rival with the smallest margin: others need not be looked at so closely. */
  private int nearest(int predicted, double[] scores) {
    int nearest = predicted == 0 ? 1 : 0;
    for (int rival = nearest + 1; rival < classes; rival++) {
      if (rival != predicted && scores[rival] > scores[nearest]) {
        nearest = rival;
      }
    }
    return nearest;
  }

  /**
   * Returns the radius in the unit ball, or some number ≥ {@code enough} if it is not below that.
   */
  private double against(int rival, int predicted, double[] scores, double[] image, double enough) {
    MarginBounds pair =
        bounds == null
            ? MarginBounds.of(model.linear(), features, predicted, rival)
            : bounds[predicted * classes + rival];
    // Proof (4), and underflow
    double slack = 8 * (scoreErrors[predicted] + scoreErrors[rival]) + 1e-150;
    double bias = model.linear().bias(predicted) - model.linear().bias(rival);
    if (bias - slack > pair.reach()) {
      return Double.POSITIVE_INFINITY; // the rival wins nowhere
    }
    double margin = scores[predicted] - scores[rival] - slack;
    if (!(margin > 0)) { // a tie within rounding, or NaN
      return 0;
    }
    double everywhere = margin / pair.slope() * UnitBallRadius.LOWER; // infinite without a slope
    double localMargin = margin - 2 * gradientError * pair.slope();
    // A slope that is enough saves the rest.
    if (!(everywhere < enough) || !(localMargin > 0) || !pair.ordinary()) {
      return everywhere;
    }
    double around = around(rival, predicted, localMargin, image, enough);
    return around > everywhere ? around : everywhere; // NaN included
  }

  /** Proof (2). */
  private double around(int rival, int predicted, double margin, double[] image, double enough) {
    int m = radii.length;
    double[] c = new double[m];
    double[] e = new double[m];
    for (int i = 0; i < m; i++) {
      double a = model.linear().weight(predicted, 2 * i) - model.linear().weight(rival, 2 * i);
      double b =
          model.linear().weight(predicted, 2 * i + 1) - model.linear().weight(rival, 2 * i + 1);
      c[i] = a * image[2 * i] + b * image[2 * i + 1]; // the 1/√m is in the image
      e[i] = b * image[2 * i] - a * image[2 * i + 1];
    }
    int full = fullBlocks * features.blockSize();
    double[] coefficients = e.clone();
    Arrays.fill(coefficients, full, m, 0);
    double[] gradient = new double[features.inputs()];
    features.sumOfFrequencies(coefficients, gradient);
    double[] beta = new double[m];
    features.angles(gradient, beta); // r_i times the entries of SPp
    double squares = Vectors.dot(gradient, gradient);
    for (int i = 0; i < full; i++) {
      beta[i] /= radii[i] * radii[i] * fullBlocks;
    }
    for (int i = full; i < m; i++) {
      beta[i] = e[i];
      squares += radii[i] * radii[i] * e[i] * e[i];
    }
    return new LocalDistance(radii, blocks, c, e, beta).of(margin, Math.sqrt(squares), enough);
  }
}
