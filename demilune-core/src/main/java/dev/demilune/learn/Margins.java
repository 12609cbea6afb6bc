/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.learn;

/** The margin that a row of one class must keep from a rival class. */
@FunctionalInterface
interface Margins {

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
        double distance = Math.sqrt(Math.max(0, gram[a][a] + gram[b][b] - 2 * gram[a][b]));
        table[a][b] = Math.max(floor, factor * distance);
        table[b][a] = table[a][b];
      }
    }
    return (label, rival) -> table[label][rival];
  }

  /** Returns the length of every class's weights, which lie feature-major. */
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

  /** Returns the length of a single weight vector. */
  static double length(double[] weights) {
    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    return Math.sqrt(squares);
  }
}
