// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

/** Linear equations with a symmetric positive definite matrix, by Cholesky's method. */
final class PositiveSystem {

  private PositiveSystem() {}

  /**
   * Solves the equations in place.
   *
   * @param matrix its lower triangle, which is replaced by its Cholesky factor
   * @param right the right side, which is replaced by the solution
   * @return false where rounding has made the matrix indefinite; then nothing is solved
   */
  static boolean solve(double[][] matrix, double[] right) {
    int size = right.length;
    for (int j = 0; j < size; j++) {
      for (int k = 0; k <= j; k++) {
        double sum = matrix[j][k];
        for (int l = 0; l < k; l++) {
          sum -= matrix[j][l] * matrix[k][l];
        }
        if (k < j) {
          matrix[j][k] = sum / matrix[k][k];
        } else if (sum > 0) { // written so that NaN is refused too
          matrix[j][j] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
    // Forward with the factor, then backward with its transpose.
    for (int j = 0; j < size; j++) {
      for (int k = 0; k < j; k++) {
        right[j] -= matrix[j][k] * right[k];
      }
      right[j] /= matrix[j][j];
    }
    for (int j = size - 1; j >= 0; j--) {
      for (int k = j + 1; k < size; k++) {
        right[j] -= matrix[k][j] * right[k];
      }
      right[j] /= matrix[j][j];
    }
    return true;
  }
}
