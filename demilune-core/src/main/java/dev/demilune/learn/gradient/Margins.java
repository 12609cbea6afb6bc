// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import java.io.Serializable;

/** The margin that a row of one class must keep from a rival class. */
@FunctionalInterface
public interface Margins extends Serializable {

  double between(int label, int rival);

  /** Returns the same margin for every pair. */
  static Margins constant(double margin) {
    return (label, rival) -> margin;
  }

  /**
   * Returns the larger of the floor and factor · |w_y - w_k|.
   *
   * @param weights feature-major: the weights of all classes for a feature lie together
   */
  static Margins proportional(double[] weights, int classes, double factor, double floor) {
    // |w_a - w_b|² from dot products: one pass over the weights serves all pairs of classes.
    double[][] gram = new double[classes][classes];
    for (int start = 0; start < weights.length; start += classes) {
      for (int a = 0; a < classes; a++) {
        for (int b = 0; b <= a; b++) {
          gram[a][b] += weights[start + a] * weights[start + b];
        }
      }
    }
    double[][] table = new double[classes][classes];
    for (int a = 0; a < classes; a++) {
      for (int b = 0; b < a; b++) {
        // Cancellation may leave a tiny negative number. Released weights: accuracy only.
        double distance = Math.sqrt(Math.max(0, gram[a][a] + gram[b][b] - 2 * gram[a][b]));
        table[a][b] = Math.max(floor, factor * distance);
        table[b][a] = table[a][b];
      }
    }
    return (label, rival) -> table[label][rival];
  }

  /** Returns the norm of every class's weights, which are stored feature-major. */
  static double[] lengths(double[] weights, int classes) {
    double[] lengths = new double[classes];
    for (int i = 0; i < weights.length; i++) {
      lengths[i % classes] += weights[i] * weights[i];
    }
    for (int k = 0; k < classes; k++) {
      lengths[k] = Math.sqrt(lengths[k]);
    }
    return lengths;
  }

  /** Returns the norm of a single weight vector. */
  static double length(double[] weights) {
    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    return Math.sqrt(squares);
  }
}
