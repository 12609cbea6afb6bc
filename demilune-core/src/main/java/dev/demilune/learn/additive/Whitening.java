// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.embed.GridMap;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.MapMaker;
import java.util.Arrays;

/**
 * The linear map that makes centered rows vary alike in all directions in which the noisy second
 * moment says that they vary: V g^(-1/2) Vᵀ, with g the eigenvalues and a floor under them.
 *
 * <p>All of it is post-processing of releases. The image of a row is rounded to the grid, longer
 * ones shortened to its radius, so that images are bounded rows again ({@link
 * BoundedDataset#through}). The grid has room for rows {@value #STRETCH} times as long as is usual;
 * {@link #usualLength} is what descent clips contributions to.
 */
final class Whitening {

  private static final double STRETCH = 2.5;
  private static final double LEAST_FLOOR = 1e-4;
  private static final double FLOOR = 0.75; // of the spectral norm that the noise has

  // Of the largest eigenvalue: directions in which training rows hardly vary would be amplified,
  // and rows of another kind lie far out in them.
  private static final double SMALLEST_PART = 0.06;

  private final int[] center;
  private final double length;
  private final double[][] vectors;
  private final double[] values;
  private final double[] floored;
  private final double squaredLength;

  private Whitening(
      int[] center, double length, double[][] vectors, double[] values, double[] floored) {
    this.center = center;
    this.length = length;
    this.vectors = vectors;
    this.values = values;
    this.floored = floored;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += signal(i);
    }
    squaredLength = Math.max(1, sum);
  }

  /** The part of direction i that is signal: of the whitened rows' variance in it. */
  private double signal(int i) {
    return Math.max(-1, Math.min(1, values[i] / floored[i]));
  }

  /**
   * Returns the map.
   *
   * @param center on the grid
   * @param length usual length of centered rows, in units of the ball
   * @param moment the second moment of rows of that length
   * @param noise the standard deviation of the moment's diagonal entries
   */
  static Whitening of(int[] center, double length, double[][] moment, double noise) {
    SymmetricSpectrum spectrum = SymmetricSpectrum.of(moment);
    double largest = 0;
    for (double value : spectrum.values()) {
      largest = Math.max(largest, value);
    }
    double known = Math.min(FLOOR * Math.sqrt(2.0 * moment.length) * noise, largest);
    double floor = Math.max(Math.max(known, SMALLEST_PART * largest), LEAST_FLOOR);
    double[] floored = new double[moment.length];
    for (int i = 0; i < floored.length; i++) {
      floored[i] = Math.max(spectrum.values()[i], floor);
    }
    return new Whitening(center, length, spectrum.vectors(), spectrum.values(), floored);
  }

  /** Returns the map that only centers. */
  static Whitening none(int[] center, double length) {
    double[] ones = new double[center.length];
    double[] values = new double[center.length];
    Arrays.fill(ones, 1);
    Arrays.fill(values, 1.0 / center.length);
    return new Whitening(center, length, null, values, ones);
  }

  /** Returns the mean squared length of whitened rows. */
  double squaredLength() {
    return squaredLength;
  }

  /** Returns the length of usual images in grid units. */
  static double usualLength() {
    return BoundedDataset.GRID_RADIUS / STRETCH;
  }

  /** Returns the variance of an image of usual length one, along direction i: at most one. */
  double variance(int i) {
    return Math.max(0, signal(i)) / squaredLength;
  }

  /** From a centered row in units of the ball to an image of usual length one. */
  private double factor() {
    return 1 / (length * Math.sqrt(squaredLength));
  }

  /**
   * Returns the components of the image of a vector in the eigenvectors' directions; its squares
   * add up to the squared length of the image.
   *
   * @param row not centered, in units of the ball; its entries from one index to another
   */
  double[] components(double[] row, int from, int to) {
    double[] components = new double[center.length];
    for (int i = 0; i < components.length; i++) {
      double sum = 0;
      if (vectors == null) {
        sum = i >= from && i < to ? row[i] : 0;
      } else {
        for (int j = from; j < to; j++) {
          sum += vectors[i][j] * row[j];
        }
      }
      components[i] = factor() * sum / Math.sqrt(floored[i]);
    }
    return components;
  }

  /** Returns the weights of rows in units of the ball from those of images of usual length one. */
  double[] pullBack(double[] weights) {
    if (vectors == null) {
      double[] pulled = weights.clone();
      for (int j = 0; j < pulled.length; j++) {
        pulled[j] *= factor();
      }
      return pulled;
    }
    double[] pulled = new double[center.length];
    for (int i = 0; i < pulled.length; i++) {
      double along = 0;
      for (int j = 0; j < pulled.length; j++) {
        along += vectors[i][j] * weights[j];
      }
      along *= factor() / Math.sqrt(floored[i]);
      for (int j = 0; j < pulled.length; j++) {
        pulled[j] += along * vectors[i][j];
      }
    }
    return pulled;
  }

  /** Returns the columns of the map from the grid to the grid; none where it only centers. */
  private float[][] columns() {
    int d = center.length;
    double scale = usualLength() * factor() / BoundedDataset.GRID_RADIUS;
    float[][] columns = new float[d][d];
    if (vectors == null) {
      for (int j = 0; j < d; j++) {
        columns[j][j] = (float) scale;
      }
      return columns;
    }
    double[] column = new double[d];
    for (int j = 0; j < d; j++) {
      Arrays.fill(column, 0);
      for (int i = 0; i < d; i++) {
        double along = scale * vectors[i][j] / Math.sqrt(floored[i]);
        double[] vector = vectors[i];
        for (int k = 0; k < d; k++) {
          column[k] += along * vector[k];
        }
      }
      for (int k = 0; k < d; k++) {
        columns[j][k] = (float) column[k];
      }
    }
    return columns;
  }

  /** Returns makers of the map of grid rows to images on the grid. */
  MapMaker<GridMap> maps() {
    float[][] columns = columns();
    int d = center.length;
    float[] offset = new float[d];
    for (int j = 0; j < d; j++) {
      addTo(offset, columns[j], -center[j]);
    }
    double radius = BoundedDataset.GRID_RADIUS - Math.sqrt(d); // rounding adds at most √d/2
    return () -> {
      float[] image = new float[d];
      return (row, into) -> {
        System.arraycopy(offset, 0, image, 0, d);
        for (int j = 0; j < d; j++) {
          if (row[j] != 0) {
            addTo(image, columns[j], row[j]);
          }
        }
        double squares = 0;
        for (int k = 0; k < d; k++) {
          squares += (double) image[k] * image[k];
        }
        double shortened = Math.min(1, radius / Math.sqrt(squares)); // 1 for the zero row
        for (int k = 0; k < d; k++) {
          into[k] = (short) Math.rint(shortened * image[k]);
        }
      };
    };
  }

  private static void addTo(float[] sum, float[] column, float factor) {
    for (int k = 0; k < sum.length; k++) {
      sum[k] += factor * column[k]; // one row's own image: no sum over rows
    }
  }
}
