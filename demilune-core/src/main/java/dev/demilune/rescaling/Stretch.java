// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * New coordinates in which released rows fill all directions alike: directions along which a second
 * moment M is small are stretched, by M^(-1/2).
 *
 * <p>If most rows lie near the boundary, they are short along its normal; stretched, they have a
 * margin. Eigenvalues below a floor are raised to it: what is smaller is noise.
 */
final class Stretch {

  // Without noise there still is a floor: directions that no row has must not become infinite.
  private static final double LEAST = 1e-6;

  private final SymmetricEigen eigen;
  private final double[] relative;

  private Stretch(SymmetricEigen eigen, double[] relative) {
    this.eigen = eigen;
    this.relative = relative;
  }

  /** Returns the stretch for a released moment. */
  static Stretch of(double[][] moment, double floor) {
    SymmetricEigen eigen = SymmetricEigen.of(moment);
    double largest = Math.max(Arrays.stream(eigen.values()).max().orElseThrow(), floor);
    double[] relative =
        Arrays.stream(eigen.values())
            .map(value -> largest > 0 ? Math.max(Math.max(value, floor) / largest, LEAST) : 1)
            .toArray();
    return new Stretch(eigen, relative);
  }

  /** Returns the coordinates after the stretch. */
  Coordinates of(Coordinates before) {
    return before.then(matrix(value -> 1 / Math.sqrt(value)));
  }

  /** Returns weights that give the same scores as before, up to a factor: the inverse matrix. */
  double[] of(double[] weights) {
    double[][] inverse = matrix(Math::sqrt);
    double[] moved = new double[weights.length];
    for (int i = 0; i < moved.length; i++) {
      for (int j = 0; j < moved.length; j++) {
        moved[i] += inverse[i][j] * weights[j];
      }
    }
    return moved;
  }

  private double[][] matrix(DoubleUnaryOperator function) {
    int d = relative.length;
    double[][] matrix = new double[d][d];
    for (int k = 0; k < d; k++) {
      double factor = function.applyAsDouble(relative[k]);
      double[] vector = eigen.vectors()[k];
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          matrix[i][j] += factor * vector[i] * vector[j];
        }
      }
    }
    return matrix;
  }
}
