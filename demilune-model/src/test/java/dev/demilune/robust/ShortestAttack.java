// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.internal.Vectors;
import dev.demilune.model.Classifier;

/**
 * Looks for the nearest row with another prediction: the margin is replaced by its tangent again
 * and again, and the point of the tangent's zero nearest to the row is tried next.
 */
final class ShortestAttack {

  private static final int STEPS = 10;

  private ShortestAttack() {}

  /** Returns the distance of the nearest change that was found, infinite if there is none. */
  static double distance(Classifier model, double[] x, int predicted) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int rival = 0; rival < model.labels().size(); rival++) {
      double[] z = x.clone();
      for (int step = 0; step < STEPS && rival != predicted; step++) {
        double[] slope = slope(model, z, predicted, rival);
        double tangent = margin(model, z, predicted, rival);
        for (int j = 0; j < x.length; j++) {
          tangent += slope[j] * (x[j] - z[j]); // at x
        }
        double factor = -1.001 * tangent / Vectors.dot(slope, slope); // a little beyond zero
        z = RandomModels.moved(x, factor, slope);
        if (model.predict(z) != predicted) {
          nearest = Math.min(nearest, RandomModels.distance(x, z));
        }
      }
    }
    return nearest;
  }

  private static double[] slope(Classifier model, double[] z, int predicted, int rival) {
    double[] slope = new double[z.length];
    for (int j = 0; j < z.length; j++) {
      double[] plus = z.clone();
      double[] minus = z.clone();
      plus[j] += 1e-6;
      minus[j] -= 1e-6;
      slope[j] =
          (margin(model, plus, predicted, rival) - margin(model, minus, predicted, rival)) / 2e-6;
    }
    return slope;
  }

  private static double margin(Classifier model, double[] z, int predicted, int rival) {
    double[] scores = new double[model.labels().size()];
    model.scores(model.schema().encode(z), scores);
    return scores[predicted] - scores[rival];
  }
}
