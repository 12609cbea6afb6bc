// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

/**
 * The second moment of rows that violate a margin: zzᵀ, its upper triangle, for the unit image z of
 * each of them.
 *
 * <p><b>Claim.</b> What one row adds has a norm of at most 5·radius².
 *
 * <p><b>Proof.</b> The row's integers k have |k| ≤ radius ({@link UnitGrid}). It adds 5kᵢ² on the
 * diagonal and 7kᵢkⱼ for i &lt; j. Because 7² ≤ 2·5², the squares add up to at most 25(Σ kᵢ⁴ + 2 Σ
 * kᵢ²kⱼ²) = 25|k|⁴. Whether a row adds anything depends on it and on public weights. With a radius
 * of at most 2^13 an entry is below 2^29, so that the sum over fewer than 2^31 rows is exact. ∎
 *
 * <p>7/5 stands for √2: an entry off the diagonal counts twice in the matrix, so it may have half
 * the variance.
 *
 * @param weights public, in the coordinates of the images
 * @param threshold a row is left out if its score is above
 * @param radius of the grid of images
 */
@SuppressWarnings("ArrayRecordComponent") // the array is never written to
record MomentTerm(double[] weights, double threshold, long radius) implements RowTerm {

  /** The largest radius. */
  static final long LARGEST_RADIUS = 1L << 13;

  private static final long ON = 5;
  private static final long OFF = 7;

  /** Returns the bound of the claim. */
  static long bound(long radius) {
    return ON * radius * radius;
  }

  @Override
  public int entries() {
    return weights.length * (weights.length + 1) / 2;
  }

  @Override
  public void addTo(long[] sums, double[] image) {
    long[] k = new long[image.length];
    if (!UnitGrid.violates(image, weights, threshold) || !UnitGrid.round(image, radius, k)) {
      return;
    }
    int entry = 0;
    for (int i = 0; i < k.length; i++) {
      sums[entry++] += ON * k[i] * k[i];
      long factor = OFF * k[i];
      for (int j = i + 1; j < k.length; j++) {
        sums[entry++] += factor * k[j];
      }
    }
  }

  /** Returns the matrix of a sum, in units of rows: its trace estimates their number. */
  static double[][] matrix(long[] sums, int dimension, long radius) {
    double[][] matrix = new double[dimension][dimension];
    double square = (double) radius * radius;
    int entry = 0;
    for (int i = 0; i < dimension; i++) {
      matrix[i][i] = sums[entry++] / (ON * square);
      for (int j = i + 1; j < dimension; j++) {
        matrix[i][j] = sums[entry++] / (OFF * square);
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }
}
