// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix of some hundred lines: reflections to
 * tridiagonal form, then implicit QL steps (Bowdler, Martin, Reinsch and Wilkinson 1968). The same
 * bits on every machine. Accuracy has no effect on privacy; all of it is post-processing.
 *
 * @param values in no particular order
 * @param vectors vectors[k] belongs to values[k]
 */
@SuppressWarnings("ArrayRecordComponent") // made here, and used by Whitening alone
record SymmetricSpectrum(double[] values, double[][] vectors) {

  private static final int MOST_STEPS = 60; // for one eigenvalue; two are usual

  static SymmetricSpectrum of(double[][] matrix) {
    int n = matrix.length;
    double[][] z = new double[n][];
    for (int i = 0; i < n; i++) {
      z[i] = matrix[i].clone();
    }
    double[] d = new double[n];
    double[] e = new double[n];
    double[][] reflections = tridiagonal(z, d, e);
    // Lines of q are the columns of the product of all reflections, so that QL turns lines.
    double[][] q = product(reflections, n);
    diagonal(d, e, q);
    return new SymmetricSpectrum(d, q);
  }

  /**
   * Makes the matrix tridiagonal with diagonal d and e[i] beside lines i and i + 1, and returns the
   * unit vectors of the reflections; null for those that were not needed.
   */
  private static double[][] tridiagonal(double[][] a, double[] d, double[] e) {
    int n = a.length;
    double[][] reflections = new double[n][];
    double[] p = new double[n];
    for (int k = 0; k < n - 2; k++) {
      double squares = 0;
      for (int i = k + 1; i < n; i++) {
        squares += a[k][i] * a[k][i];
      }
      double length = Math.sqrt(squares);
      double rest = squares - a[k][k + 1] * a[k][k + 1];
      if (rest > 0) {
        double[] v = new double[n];
        System.arraycopy(a[k], k + 1, v, k + 1, n - k - 1);
        v[k + 1] += Math.copySign(length, a[k][k + 1]);
        double norm = 0;
        for (int i = k + 1; i < n; i++) {
          norm += v[i] * v[i];
        }
        norm = Math.sqrt(norm);
        for (int i = k + 1; i < n; i++) {
          v[i] /= norm;
        }
        reflections[k] = v;
        e[k] = -Math.copySign(length, a[k][k + 1]);
        reflect(a, v, p, k + 1);
      } else {
        e[k] = a[k][k + 1];
      }
    }
    if (n > 1) {
      e[n - 2] = a[n - 2][n - 1];
    }
    for (int i = 0; i < n; i++) {
      d[i] = a[i][i];
    }
    return reflections;
  }

  /** a becomes (I - 2vvᵀ) a (I - 2vvᵀ) from a line on: a - vwᵀ - wvᵀ with w = 2(p - (v·p)v). */
  private static void reflect(double[][] a, double[] v, double[] p, int from) {
    int n = a.length;
    double along = 0;
    for (int i = from; i < n; i++) {
      double sum = 0;
      double[] line = a[i];
      for (int j = from; j < n; j++) {
        sum += line[j] * v[j];
      }
      p[i] = sum;
      along += sum * v[i];
    }
    for (int i = from; i < n; i++) {
      p[i] = 2 * (p[i] - along * v[i]);
    }
    for (int i = from; i < n; i++) {
      double vi = v[i];
      double pi = p[i];
      double[] line = a[i];
      for (int j = from; j < n; j++) {
        line[j] -= vi * p[j] + pi * v[j];
      }
    }
  }

  /** The transposed product of the reflections, by lines. */
  private static double[][] product(double[][] reflections, int n) {
    double[][] q = new double[n][n];
    for (int i = 0; i < n; i++) {
      q[i][i] = 1;
    }
    for (int k = n - 3; k >= 0; k--) {
      double[] v = reflections[k];
      if (v != null) {
        for (int i = k + 1; i < n; i++) { // lines and columns before stay those of the identity
          double along = 0;
          double[] line = q[i];
          for (int j = k + 1; j < n; j++) {
            along += line[j] * v[j];
          }
          along *= 2;
          for (int j = k + 1; j < n; j++) {
            line[j] -= along * v[j];
          }
        }
      }
    }
    return q;
  }

  /** Implicit QL steps on the tridiagonal matrix, which turn the lines of q along. */
  private static void diagonal(double[] d, double[] e, double[][] q) {
    int n = d.length;
    for (int l = 0; l < n; l++) {
      for (int step = 0; step < MOST_STEPS; step++) {
        int m = l;
        while (m < n - 1 && !negligible(d[m], d[m + 1], e[m])) {
          m++;
        }
        if (m == l) {
          break;
        }
        double g = (d[l + 1] - d[l]) / (2 * e[l]);
        double r = Math.sqrt(g * g + 1);
        g = d[m] - d[l] + e[l] / (g + Math.copySign(r, g));
        double s = 1;
        double c = 1;
        double p = 0;
        int i = m - 1;
        for (; i >= l; i--) {
          double f = s * e[i];
          double b = c * e[i];
          r = Math.sqrt(f * f + g * g);
          e[i + 1] = r;
          if (r == 0) {
            d[i + 1] -= p;
            e[m] = 0;
            break;
          }
          s = f / r;
          c = g / r;
          g = d[i + 1] - p;
          r = (d[i] - g) * s + 2 * c * b;
          p = s * r;
          d[i + 1] = g + p;
          g = c * r - b;
          turn(q[i], q[i + 1], c, s);
        }
        if (r != 0 || i < l) {
          d[l] -= p;
          e[l] = g;
          e[m] = 0;
        }
      }
    }
  }

  private static boolean negligible(double one, double other, double beside) {
    return Math.abs(beside) <= 0x1p-52 * (Math.abs(one) + Math.abs(other));
  }

  private static void turn(double[] one, double[] other, double c, double s) {
    for (int k = 0; k < one.length; k++) {
      double f = other[k];
      other[k] = s * one[k] + c * f;
      one[k] = c * one[k] - s * f;
    }
  }
}
