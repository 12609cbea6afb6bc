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
        } else if (sum > 0) {
          matrix[j][j] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
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
