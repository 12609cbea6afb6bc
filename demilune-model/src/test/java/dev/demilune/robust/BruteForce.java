// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.LinearClassifier;

/** Distance to the nearest change of prediction by trying directions and lengths, no geometry. */
final class BruteForce {

  private BruteForce() {}

  /** Returns the smallest length found, up to a largest; infinite if no move changes anything. */
  static double distanceToChange(LinearClassifier model, double[] x, double largest) {
    int predicted = RandomModels.predict(model, x);
    double nearest = Double.POSITIVE_INFINITY;
    double[] best = null;
    int steps = x.length == 2 ? 1000 : 4000;
    for (int i = 0; i < steps; i++) {
      double[] direction = x.length == 2 ? circle(i, steps) : sphere(i, steps);
      double length = firstChange(model, x, predicted, direction, Math.min(nearest, largest), 100);
      if (length < nearest) {
        nearest = length;
        best = direction;
      }
    }
    // Refine around the best direction found.
    double spread = 0.05;
    for (int i = 0; best != null && i < 3000; i++) {
      double[] direction = best.clone();
      double squares = 0;
      double[] noise = x.length == 2 ? circle(i * 7 % 4000, 4000) : sphere(i * 7 % 4000, 4000);
      for (int j = 0; j < x.length; j++) {
        direction[j] += spread * noise[j];
        squares += direction[j] * direction[j];
      }
      for (int j = 0; j < x.length; j++) {
        direction[j] /= Math.sqrt(squares);
      }
      double length = firstChange(model, x, predicted, direction, nearest, 25);
      if (length < nearest) {
        nearest = length;
        best = direction;
      }
      spread *= 0.9985;
    }
    return nearest;
  }

  /** The first of equally spaced lengths at which the prediction differs, refined by halving. */
  private static double firstChange(
      LinearClassifier model,
      double[] x,
      int predicted,
      double[] direction,
      double largest,
      int lengths) {
    for (int i = 1; i <= lengths; i++) {
      double high = largest * i / lengths;
      if (RandomModels.predict(model, RandomModels.moved(x, high, direction)) != predicted) {
        double low = largest * (i - 1) / lengths;
        for (int halving = 0; halving < 30; halving++) {
          double middle = (low + high) / 2;
          if (RandomModels.predict(model, RandomModels.moved(x, middle, direction)) != predicted) {
            high = middle;
          } else {
            low = middle;
          }
        }
        return high;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static double[] circle(int i, int steps) {
    double angle = 2 * Math.PI * i / steps;
    return new double[] {Math.cos(angle), Math.sin(angle)};
  }

  /** Points spread evenly over the sphere along a spiral. */
  private static double[] sphere(int i, int steps) {
    double height = 1 - 2 * (i + 0.5) / steps;
    double angle = i * Math.PI * (3 - Math.sqrt(5));
    double across = Math.sqrt(1 - height * height);
    return new double[] {across * Math.cos(angle), across * Math.sin(angle), height};
  }
}
