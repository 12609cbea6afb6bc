// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import dev.demilune.internal.Vectors;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * Points on the unit sphere that a halfspace through the origin separates with a known margin.
 *
 * <p>A direction w is drawn once. Each point is y·c·w + √(1-c²)·u with a fair label y in {-1, +1},
 * c uniform in [γ, 2γ] and u a uniform unit vector orthogonal to w; so y⟨w, x⟩ ≥ γ for every point.
 * Large-margin halfspace learners (Nguyễn, Ullman and Zakynthinou 2020) are tested on this
 * distribution. Values are written as single-precision decimals: margins and norms hold up to about
 * 1e-7.
 */
public final class LargeMargin {

  private final int features;
  private final double margin;

  /** Creates points with this number of features and this margin, at most one half. */
  public LargeMargin(int features, double margin) {
    Check.between("features", features, 2, 1_000_000);
    Check.positive("margin", margin);
    if (margin > 0.5) {
      throw new IllegalArgumentException("margin must be at most 0.5, got " + margin);
    }
    this.features = features;
    this.margin = margin;
  }

  /**
   * Writes {@code rows} points as LIBSVM lines with the labels +1 and -1.
   *
   * @param uniformBits returns 64 uniform bits at each call
   */
  public void write(Appendable libsvm, long rows, LongSupplier uniformBits) throws IOException {
    Check.between("rows", rows, 0, Long.MAX_VALUE);
    Draws draws = new Draws(uniformBits);
    double[] direction = new double[features];
    draws.unit(direction);
    double[] point = new double[features];
    for (long row = 0; row < rows; row++) {
      int label = draws.sign();
      double along = margin * (1 + draws.uniform());
      draws.unit(point);
      double overlap = Vectors.dot(point, direction);
      // The part orthogonal to w has squared norm 1 - overlap²; it becomes 1 - c².
      double across = Math.sqrt((1 - along * along) / (1 - overlap * overlap));
      libsvm.append(label < 0 ? "-1" : "+1");
      for (int j = 0; j < features; j++) {
        double orthogonal = point[j] - overlap * direction[j];
        double value = label * along * direction[j] + across * orthogonal;
        libsvm.append(' ').append(Integer.toString(j + 1)).append(':');
        libsvm.append(Float.toString((float) value));
      }
      libsvm.append('\n');
    }
  }
}
