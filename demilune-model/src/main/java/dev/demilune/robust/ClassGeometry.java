// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.LinearClassifier;
import dev.demilune.schema.EncodedRow;

/** Norms of a linear model's weights and of the differences between its classes. */
final class ClassGeometry {

  /** Up to this number of classes the distances of all pairs are stored: 8 MB. */
  private static final int MOST_CLASSES_KEPT = 1024;

  private final LinearClassifier model;
  private final double[] lengths;
  private final double[] distances; // distances[a * classes + b], symmetric; null when not kept

  private ClassGeometry(LinearClassifier model, double[] lengths, double[] distances) {
    this.model = model;
    this.lengths = lengths;
    this.distances = distances;
  }

  static ClassGeometry of(LinearClassifier model) {
    int classes = model.classes();
    double[] lengths = new double[classes];
    for (int j = 0; j < model.features(); j++) {
      for (int a = 0; a < classes; a++) {
        // features outside, classes inside: the order in memory
        lengths[a] += model.weight(a, j) * model.weight(a, j);
      }
    }
    squareRoots(lengths);
    return new ClassGeometry(
        model, lengths, classes <= MOST_CLASSES_KEPT ? allDistances(model) : null);
  }

  private static double[] allDistances(LinearClassifier model) {
    int classes = model.classes();
    double[] distances = new double[classes * classes];
    for (int j = 0; j < model.features(); j++) {
      for (int a = 0; a < classes; a++) {
        for (int b = 0; b < classes; b++) {
          // Not |w_a|² + |w_b|² - 2w_a·w_b, which cancels for similar classes.
          double difference = model.weight(a, j) - model.weight(b, j);
          distances[a * classes + b] += difference * difference;
        }
      }
    }
    squareRoots(distances);
    return distances;
  }

  private static void squareRoots(double[] squares) {
    for (int i = 0; i < squares.length; i++) {
      squares[i] = Math.sqrt(squares[i]);
    }
  }

  /** |w_a|. */
  double length(int a) {
    return lengths[a];
  }

  /** |w_a − w_b|. */
  double distance(int a, int b) {
    return distances == null
        ? distanceFromAxis(new EncodedRow(), a, b, 1) // of the zero row
        : distances[a * lengths.length + b];
  }

  /**
   * |x − s(w_a − w_b)|, term by term: accurate also near the axis, in time proportional to the
   * number of features.
   */
  double distanceFromAxis(EncodedRow row, int a, int b, double s) {
    double sum = 0;
    int i = 0;
    for (int j = 0; j < model.features(); j++) {
      double difference = -s * (model.weight(a, j) - model.weight(b, j));
      if (i < row.size() && row.index(i) == j) { // rows are sparse, with increasing indices
        difference += row.value(i++);
      }
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }
}
