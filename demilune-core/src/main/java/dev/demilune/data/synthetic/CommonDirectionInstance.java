// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data.synthetic;

import dev.demilune.internal.Check;
import dev.demilune.internal.Vectors;

/**
 * Unit rows that nearly all point the same way, whatever their label.
 *
 * <p>A row is yγu + √(1-γ²)·v with label y, -1 for a given share of the rows; u separates with
 * margin γ. In the plane u and v are the axes, (±γ, √(1-γ²)); with more features they are drawn
 * once, orthogonal.
 *
 * <p>Hard for: learners that start from sums of rows. Each row says γ of u and nearly 1 of v, which
 * is the same for both classes; a sum of y·x is all v where one class is larger, and a classifier
 * is right on both only if its weight along v is below γ times that along u. Noisy descent needs
 * about 1/γ² steps for it, however many rows and however large a budget there is.
 */
public final class CommonDirectionInstance extends HardInstance {

  private static final double MOST_MARGIN = 0.999;

  private final double negatives;

  /**
   * Creates rows of a margin below 1.
   *
   * @param features at least 2
   * @param negatives the share of rows with label -1
   */
  public CommonDirectionInstance(int features, double margin, double negatives) {
    super(
        (int) Check.between("features", features, 2, 1_000_000), checkMargin(margin, MOST_MARGIN));
    if (!(negatives >= 0 && negatives <= 1)) {
      throw new IllegalArgumentException(
          "the share of negatives must be between 0 and 1, got " + negatives);
    }
    this.negatives = negatives;
  }

  @Override
  Rows start(Draws draws) {
    double[] separating = new double[features()];
    double[] common = new double[features()];
    if (features() == 2) {
      separating[0] = 1;
      common[1] = 1;
    } else {
      draws.unit(separating);
      draws.unit(common);
      removePart(common, separating);
    }
    double along = margin();
    double across = Math.sqrt(1 - along * along);
    return into -> {
      int label = draws.uniform() < negatives ? -1 : 1;
      for (int j = 0; j < into.length; j++) {
        into[j] = label * along * separating[j] + across * common[j];
      }
      return label;
    };
  }

  /** Makes a unit vector orthogonal to another, and a unit vector again. */
  private static void removePart(double[] vector, double[] other) {
    double overlap = Vectors.dot(vector, other);
    double length = Math.sqrt(1 - overlap * overlap);
    for (int j = 0; j < vector.length; j++) {
      vector[j] = (vector[j] - overlap * other[j]) / length;
    }
  }
}
