// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.robust;

import dev.demilune.model.NetworkLayer;

/**
 * An upper bound on the largest singular value of a layer's weights.
 *
 * <p><b>Claim.</b> The number returned is not below |W|, the largest singular value of W, and for
 * up to {@link #MOST} units or inputs it is at most 1.5 % above it.
 *
 * <p><b>Proof.</b> Let G be the smaller of WWᵀ and WᵀW, of size m; |W|² is the largest eigenvalue
 * of G, and so at most |G^p|_F^(1/p) for every p, which in turn is at most m^(1/2p) times as much.
 * With p = 256 that is 1.1 % for m = 256, and half of it for the root. Powers are computed by
 * repeated squaring: A_0 = G/n_0 with n_0 = |G|_F and A_(t+1) = A_t²/n_(t+1), all of Frobenius norm
 * 1, so that the bound is n_0·√(n_1·√(n_2·√(...))). Rounding: with unit u = 2⁻⁵³, a computed square
 * is off by at most (m + 5)u in Frobenius norm, and the largest eigenvalue of A_t² is at least 1/m;
 * each squaring therefore loses at most 2m(m + 5)u of it, and the roots keep 1, 1/2, 1/4, ... of
 * the losses; together less than 4m(m + 5)u ≤ 1e-10. G itself is off by at most 1.01·Nu|W|_F² with
 * N terms in a sum, which is 1.01·mNu of its largest eigenvalue. The result is raised by 1e-9 +
 * 2mNu. Where both dimensions exceed {@link #MOST}, and where it is smaller, the Frobenius norm is
 * returned, raised likewise. ∎
 *
 * <p>Power iteration is not used: it approaches the largest singular value from below.
 */
final class SpectralBound {

  static final int MOST = 256;
  private static final int SQUARINGS = 8;

  private SpectralBound() {}

  static double of(NetworkLayer layer) {
    int m = Math.min(layer.units(), layer.inputs());
    int terms = Math.max(layer.units(), layer.inputs());
    double frobenius = frobenius(layer) * (1 + (1.0 * terms * m + 64) * GreatCircle.UNIT);
    if (m > MOST || !(frobenius > 0)) { // too large for the squarings, or no weights, or NaN
      return frobenius;
    }
    double raise = 1 + 1e-9 + 2.0 * m * terms * GreatCircle.UNIT; // rounds up; see Proof
    return Math.min(frobenius, Math.sqrt(largestEigenvalue(gram(layer))) * raise);
  }

  /** Returns the Frobenius norm of the weights, not rounded to either side. */
  static double frobenius(NetworkLayer layer) {
    double squares = 0;
    for (int unit = 0; unit < layer.units(); unit++) {
      for (int input = 0; input < layer.inputs(); input++) {
        squares += layer.weight(unit, input) * layer.weight(unit, input);
      }
    }
    return Math.sqrt(squares);
  }

  private static double[][] gram(NetworkLayer layer) {
    boolean ofUnits = layer.units() <= layer.inputs();
    int m = Math.min(layer.units(), layer.inputs());
    int terms = Math.max(layer.units(), layer.inputs());
    double[][] gram = new double[m][m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) { // G is symmetric
        double sum = 0;
        for (int t = 0; t < terms; t++) {
          sum +=
              ofUnits
                  ? layer.weight(i, t) * layer.weight(j, t)
                  : layer.weight(t, i) * layer.weight(t, j);
        }
        gram[i][j] = sum;
        gram[j][i] = sum;
      }
    }
    return gram;
  }

  private static double largestEigenvalue(double[][] gram) {
    double[] norms = new double[SQUARINGS + 1];
    double[][] power = gram;
    norms[0] = normalize(power);
    for (int t = 1; t <= SQUARINGS; t++) {
      power = square(power); // eight times: the 256th power
      norms[t] = normalize(power);
    }
    double bound = 1; // of a matrix of Frobenius norm one
    for (int t = SQUARINGS; t >= 0; t--) {
      bound = norms[t] * Math.sqrt(bound); // undoes one squaring
    }
    return bound;
  }

  private static double normalize(double[][] matrix) {
    double squares = 0;
    for (double[] row : matrix) {
      for (double value : row) {
        squares += value * value;
      }
    }
    double norm = Math.sqrt(squares);
    for (double[] row : matrix) {
      for (int j = 0; j < row.length; j++) {
        row[j] /= norm; // Frobenius norm 1: no squaring overflows or underflows to 0
      }
    }
    return norm;
  }

  private static double[][] square(double[][] a) {
    double[][] square = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < a.length; k++) { // k before j: rows are read in the order of memory
        for (int j = 0; j < a.length; j++) {
          square[i][j] += a[i][k] * a[k][j];
        }
      }
    }
    return square;
  }
}
