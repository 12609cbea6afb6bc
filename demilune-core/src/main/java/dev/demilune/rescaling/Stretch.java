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

  private final SymmetricEigen eigen;
  private final double[] relative;

  private Stretch(SymmetricEigen eigen, double[] relative) {
    this.eigen = eigen;
    this.relative = relative;
  }

  /**
   * Returns the stretch for a released moment.
   *
   * @param floor below which an eigenvalue is noise
   * @param most how much longer one direction becomes than another, at most
   */
  static Stretch of(double[][] moment, double floor, double most) {
    double least = 1 / (most * most);
    SymmetricEigen eigen = SymmetricEigen.of(moment);
    double largest = Math.max(Arrays.stream(eigen.values()).max().orElseThrow(), floor);
    double[] relative =
        Arrays.stream(eigen.values())
            .map(value -> largest > 0 ? Math.max(Math.max(value, floor) / largest, least) : 1)
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
