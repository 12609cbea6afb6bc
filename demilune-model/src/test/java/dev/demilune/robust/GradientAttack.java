// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.Classifier;

/** Projected gradient descent on the margin over a rival, by finite differences. */
final class GradientAttack {

  private GradientAttack() {}

  /** Returns a row within the radius at which the margin is as small as the attack can make it. */
  static double[] within(Classifier model, double[] x, int predicted, int rival, double radius) {
    double[] z = x.clone();
    double[] best = z;
    double step = radius / 5;
    for (int i = 0; i < 60; i++) {
      double[] gradient = new double[x.length];
      double length = 0;
      for (int j = 0; j < x.length; j++) {
        double[] plus = z.clone();
        double[] minus = z.clone();
        plus[j] += 1e-6;
        minus[j] -= 1e-6;
        gradient[j] =
            margin(model, plus, predicted, rival) - margin(model, minus, predicted, rival);
        length += gradient[j] * gradient[j];
      }
      length = Math.sqrt(length);
      if (!(length > 0)) {
        break;
      }
      double[] next = z.clone();
      for (int j = 0; j < x.length; j++) {
        next[j] -= step * gradient[j] / length;
      }
      double away = RandomModels.distance(x, next);
      if (away > radius) {
        for (int j = 0; j < x.length; j++) {
          next[j] = x[j] + (next[j] - x[j]) * radius / away * (1 - 1e-14);
        }
      }
      z = next;
      if (margin(model, z, predicted, rival) < margin(model, best, predicted, rival)) {
        best = z;
      }
      step *= 0.93;
    }
    return best;
  }

  private static double margin(Classifier model, double[] z, int predicted, int rival) {
    double[] scores = new double[model.labels().size()];
    model.scores(model.schema().encode(z), scores);
    return scores[predicted] - scores[rival];
  }
}
