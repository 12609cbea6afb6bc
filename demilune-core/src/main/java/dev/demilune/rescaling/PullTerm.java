// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

/**
 * The perceptron's update: the sum of the unit images of rows that violate a margin.
 *
 * <p><b>Claim.</b> What one row adds has a norm of at most the radius, and sums over fewer than
 * 2^31 rows are exact.
 *
 * <p><b>Proof.</b> {@link UnitGrid}, with a radius of at most 2^28. ∎
 *
 * @param weights public, in the coordinates of the images
 * @param threshold a row is left out if its score is above
 * @param radius of the grid of images
 */
@SuppressWarnings("ArrayRecordComponent") // the array is never written to
record PullTerm(double[] weights, double threshold, long radius) implements RowTerm {

  @Override
  public int entries() {
    return weights.length;
  }

  @Override
  public void addTo(long[] sums, double[] image) {
    long[] k = new long[image.length];
    if (!UnitGrid.violates(image, weights, threshold) || !UnitGrid.round(image, radius, k)) {
      return;
    }
    for (int j = 0; j < k.length; j++) {
      sums[j] += k[j];
    }
  }
}
