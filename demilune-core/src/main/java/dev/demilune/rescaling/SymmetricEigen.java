// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

/**
 * Eigenvalues and eigenvectors of a small symmetric matrix, by Jacobi's rotations in fixed order:
 * the same bits on every machine. Accuracy has no effect on privacy; all of it is post-processing.
 */
@SuppressWarnings("ArrayRecordComponent") // made here, and used by Stretch alone
record SymmetricEigen(double[] values, double[][] vectors) {

  private static final int MOST_SWEEPS = 60;
  private static final double ACCURACY = 1e-26; // of squares, relative

  /**
   * Decomposes.
   *
   * @return vectors[k] belongs to values[k]
   */
  static SymmetricEigen of(double[][] matrix) {
    int d = matrix.length;
    double[][] a = new double[d][];
    double[][] v = new double[d][d];
    for (int i = 0; i < d; i++) {
      a[i] = matrix[i].clone();
      v[i][i] = 1;
    }
    for (int sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a); sweep++) {
      for (int p = 0; p < d; p++) {
        for (int q = p + 1; q < d; q++) {
          rotate(a, v, p, q);
        }
      }
    }
    double[] values = new double[d];
    for (int i = 0; i < d; i++) {
      values[i] = a[i][i];
    }
    return new SymmetricEigen(values, v);
  }

  private static boolean isDiagonal(double[][] a) {
    double all = 0;
    double off = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        double square = a[i][j] * a[i][j];
        all += square;
        off += i == j ? 0 : square;
      }
    }
    return off <= ACCURACY * all;
  }

  /** Makes a[p][q] zero by a rotation of lines and columns p and q. */
  private static void rotate(double[][] a, double[][] v, int p, int q) {
    if (a[p][q] == 0) {
      return;
    }
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    double c = 1 / Math.sqrt(t * t + 1);
    double s = t * c;
    for (int k = 0; k < a.length; k++) {
      double kp = a[k][p];
      double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    turn(a, p, q, c, s);
    turn(v, p, q, c, s); // lines of v are eigenvectors
  }

  private static void turn(double[][] lines, int p, int q, double c, double s) {
    for (int k = 0; k < lines.length; k++) {
      double pk = lines[p][k];
      double qk = lines[q][k];
      lines[p][k] = c * pk - s * qk;
      lines[q][k] = s * pk + c * qk;
    }
  }
}
