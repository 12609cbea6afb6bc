// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.LinearClassifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.SplittableRandom;

/** Seeded random models and rows for the attacks on certified radii. */
final class RandomModels {

  private RandomModels() {}

  static Schema schema(int features, int classes, RowBound bound) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(Adjacency.REPLACE_ONE)
        .rows(bound)
        .build();
  }

  /** Weights are normal; biases too, at a size that makes cones of all openings. */
  static LinearClassifier model(
      int features, int classes, RowBound bound, SplittableRandom random) {
    double[][] weights = new double[classes][features];
    double[] biases = new double[classes];
    double biasSize =
        Math.sqrt(features) * (random.nextInt(4) == 0 ? 0 : random.nextDouble() * 1.5);
    for (int k = 0; k < classes; k++) {
      for (int j = 0; j < features; j++) {
        weights[k][j] = random.nextGaussian();
      }
      biases[k] = biasSize * random.nextGaussian();
    }
    if (classes == 2 && random.nextBoolean()) {
      weights[0] = new double[features]; // a single half-space
    }
    return LinearClassifier.of(schema(features, classes, bound), weights, biases);
  }

  static RowBound bound(SplittableRandom random) {
    return random.nextBoolean() ? RowBound.scale() : RowBound.clip(0.5 + 2 * random.nextDouble());
  }

  static double[] row(int features, SplittableRandom random) {
    double[] x = direction(features, random);
    double length = 3 * random.nextDouble();
    for (int j = 0; j < features; j++) {
      x[j] *= length;
    }
    return x;
  }

  static double[] direction(int features, SplittableRandom random) {
    double[] x = new double[features];
    double squares = 0;
    for (int j = 0; j < features; j++) {
      x[j] = random.nextGaussian();
      squares += x[j] * x[j];
    }
    for (int j = 0; j < features; j++) {
      x[j] /= Math.sqrt(squares);
    }
    return x;
  }

  static double[] moved(double[] x, double length, double[] direction) {
    double[] z = x.clone();
    for (int j = 0; j < x.length; j++) {
      z[j] += length * direction[j];
    }
    return z;
  }

  static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int j = 0; j < a.length; j++) {
      squares += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(squares);
  }

  static int predict(LinearClassifier model, double[] x) {
    return model.predict(x);
  }
}
