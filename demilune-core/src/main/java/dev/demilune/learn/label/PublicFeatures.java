// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.label;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Vectors;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.CenteredLengths;
import dev.demilune.rows.RowFold;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Rows seen along the directions in which they vary most, for learners that protect labels only.
 *
 * <p>Under {@link Adjacency#REPLACE_LABEL} neighbors have the same features, row by row. So
 * whatever is computed from features is the same for both, and may be used, shown and chosen by at
 * no privacy cost: means, directions, lengths of rows, the number of rows. Under any other
 * adjacency each of these would be a release that was not charged; therefore {@link #of} refuses
 * other data, and nothing here reads a label.
 *
 * <p>A row x becomes integers: (V(x - m)/u, c) times {@link #GRID}, rounded. m is the mean, u the
 * largest distance of a row from it, the lines of V are near the leading eigenvectors of the rows'
 * covariance, and c is a constant for the intercept. So images have lengths up to one (and the
 * constant) in whatever unit the features came, and nothing that is computed from images depends on
 * it, up to rounding. Sums over rows are sums of integers, so no order of rows or number of threads
 * changes anything.
 */
final class PublicFeatures {

  /** One unit of length in grid units. */
  static final int GRID = 16_000;

  /** The most directions that are looked at; little variance is left beyond them. */
  static final int MOST_DIRECTIONS = 256;

  private static final int ROUNDS = 15;

  private final double unit;
  private final double[] mean;
  private final double[][] basis;
  private final int[][] images;
  private final double[] spreads;
  private final long[] longest;
  private final double leftOut;

  private PublicFeatures(
      double unit, double[] mean, double[][] basis, int[][] images, double variance) {
    this.unit = unit;
    this.mean = mean;
    this.basis = basis;
    this.images = images;
    int width = basis.length + 1;
    this.spreads = new double[width];
    this.longest = new long[width];
    long[] squares = new long[width];
    for (int[] image : images) {
      long constant = (long) image[width - 1] * image[width - 1];
      long length = constant;
      for (int j = 0; j < width - 1; j++) {
        long square = (long) image[j] * image[j];
        squares[j] += square; // below 2^31 each, and fewer than 2^31 rows: no overflow
        length += square;
        longest[j] = Math.max(longest[j], length);
      }
      squares[width - 1] += constant;
    }
    double rows = Math.max(1, images.length);
    for (int j = 0; j < width; j++) {
      spreads[j] = squares[j] / rows / ((double) GRID * GRID);
    }
    this.leftOut = Math.max(0, variance - Arrays.stream(spreads, 0, width - 1).sum());
  }

  /**
   * Refuses what would not fit in memory: the images, and covariances for every thread.
   *
   * @param rows 0 if they are not known yet
   */
  static void checkMemory(long rows, int features) {
    double images = (double) rows * (24 + 4 * (Math.min(features, MOST_DIRECTIONS) + 1));
    double squares = (double) features * features;
    double moments = 4.0 * squares * (1 + Runtime.getRuntime().availableProcessors());
    if (images + moments + 8 * squares > Runtime.getRuntime().maxMemory()) {
      throw new DemiluneException(
          "label-private keeps the images of "
              + rows
              + " rows and the products of "
              + features
              + " features in memory, which is more than Java has: give it more (-Xmx)");
    }
  }

  /**
   * @throws DemiluneException if features are private
   */
  static PublicFeatures of(BoundedDataset data) {
    if (data.adjacency() != Adjacency.REPLACE_LABEL) {
      throw new DemiluneException(LabelPrivate.REFUSAL);
    }
    int features = data.features();
    double rows = Math.max(1, (double) data.publicSize()); // public under this adjacency
    Moments moments = Moments.of(data);
    double radius = BoundedDataset.GRID_RADIUS;
    double[] mean = new double[features];
    double[][] covariance = new double[features][features];
    double variance = 0;
    for (int i = 0; i < features; i++) {
      mean[i] = moments.sums[i] / rows / radius;
      for (int j = 0; j < features; j++) {
        covariance[i][j] =
            moments.products[Math.max(i, j)][Math.min(i, j)] / rows / radius / radius;
      }
    }
    for (int i = 0; i < features; i++) {
      for (int j = 0; j < features; j++) {
        // Cancels where variance is small; any directions are as private, only less useful.
        covariance[i][j] -= mean[i] * mean[j];
      }
      variance += covariance[i][i];
    }
    double[][] basis = leading(covariance, Math.min(features, MOST_DIRECTIONS));
    double unit = farthest(data, mean);
    variance = Math.max(0, variance) / (unit * unit);
    int constant = Math.max(1, (int) (0.5 * Math.sqrt(variance) * GRID));
    int[][] images = images(data, mean, basis, unit, constant);
    return new PublicFeatures(unit, mean, basis, images, variance);
  }

  /** Returns the largest distance of a row from the mean; if there is none, the grid's step. */
  private static double farthest(BoundedDataset data, double[] mean) {
    double farthest = 1.0 / BoundedDataset.GRID_RADIUS;
    int[] values = new int[mean.length];
    for (int number = 0; number < data.blocks(); number++) {
      BoundedDataset.Block block = data.block(number);
      for (int row = 0; row < block.rows(); row++) {
        block.copyTo(row, values);
        double squares = 0;
        for (int j = 0; j < values.length; j++) {
          double apart = (double) values[j] / BoundedDataset.GRID_RADIUS - mean[j];
          squares += apart * apart;
        }
        farthest = Math.max(farthest, Math.sqrt(squares));
      }
    }
    return farthest;
  }

  /** Orthogonal iteration from a public draw; privacy does not depend on what it finds. */
  private static double[][] leading(double[][] covariance, int count) {
    int features = covariance.length;
    Randomness draw = Randomness.reproducible(1).stream("directions of public features");
    double[][] basis = new double[count][features];
    for (double[] direction : basis) {
      Arrays.setAll(direction, j -> draw.nextBits(53) * 0x1p-52 - 1);
    }
    orthonormalize(basis);
    for (int round = 0; round < ROUNDS; round++) {
      double[][] before = basis;
      basis =
          IntStream.range(0, count)
              .parallel()
              .mapToObj(k -> times(covariance, before[k]))
              .toArray(double[][]::new);
      orthonormalize(basis);
    }
    return basis;
  }

  private static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[vector.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = Vectors.dot(matrix[i], vector);
    }
    return product;
  }

  /** Gram and Schmidt, twice; a direction that vanishes becomes zero and is of no use. */
  private static void orthonormalize(double[][] basis) {
    for (int k = 0; k < basis.length; k++) {
      double before = Math.sqrt(Vectors.dot(basis[k], basis[k]));
      for (int pass = 0; pass < 2; pass++) { // twice is enough (Kahan and Parlett)
        for (int other = 0; other < k; other++) {
          double along = Vectors.dot(basis[k], basis[other]);
          for (int j = 0; j < basis[k].length; j++) {
            basis[k][j] -= along * basis[other][j];
          }
        }
      }
      double length = Math.sqrt(Vectors.dot(basis[k], basis[k]));
      // What is left of a dependent direction is rounding: it would not be orthogonal.
      double scale = length > 1e-12 * before && length > 0 ? 1 / length : 0;
      for (int j = 0; j < basis[k].length; j++) {
        basis[k][j] *= scale;
      }
    }
  }

  private static int[][] images(
      BoundedDataset data, double[] mean, double[][] basis, double unit, int constant) {
    int count = basis.length;
    double[] weights = new double[mean.length * count];
    double[] shift = new double[count];
    for (int k = 0; k < count; k++) {
      shift[k] = Vectors.dot(basis[k], mean);
      for (int j = 0; j < mean.length; j++) {
        weights[j * count + k] = basis[k][j];
      }
    }
    int[] starts = starts(data);
    int[][] images = new int[starts[data.blocks()]][];
    IntStream.range(0, data.blocks())
        .parallel()
        .forEach(
            number -> {
              BoundedDataset.Block block = data.block(number);
              double[] scores = new double[count];
              for (int row = 0; row < block.rows(); row++) {
                block.scores(row, weights, count, scores);
                int[] image = new int[count + 1];
                for (int k = 0; k < count; k++) {
                  double along = scores[k] / BoundedDataset.GRID_RADIUS - shift[k];
                  image[k] = (int) Math.rint(along / unit * GRID);
                }
                image[count] = constant;
                images[starts[number] + row] = image;
              }
            });
    return images;
  }

  /** Returns the number of the first row of each block, and at the end that of all rows. */
  static int[] starts(BoundedDataset data) {
    int[] starts = new int[data.blocks() + 1];
    for (int b = 0; b < data.blocks(); b++) {
      starts[b + 1] = starts[b] + data.block(b).rows();
    }
    return starts;
  }

  /** Returns some of the rows, evenly spread in their order and seen along the same directions. */
  PublicFeatures some(int most) {
    int[][] some = new int[Math.min(most, images.length)][];
    Arrays.setAll(some, i -> images[(int) ((long) i * images.length / some.length)]);
    return new PublicFeatures(unit, mean, basis, some, spreadFrom(0));
  }

  int rows() {
    return images.length;
  }

  /** Returns the number of directions, the constant not counted. */
  int directions() {
    return basis.length;
  }

  /** Returns the image of a row in grid units: one number for each direction, and the constant. */
  int[] image(int row) {
    return images[row];
  }

  /** Returns the mean square along a direction, or of the constant if it is the last. */
  double spread(int direction) {
    return spreads[direction];
  }

  /** Returns the sum of the mean squares from a direction on, those left out included. */
  double spreadFrom(int direction) {
    double sum = leftOut;
    for (int j = direction; j < basis.length; j++) {
      sum += spreads[j];
    }
    return sum;
  }

  /** Returns the mean square of the images' lengths, the constant not counted; 1 if it is zero. */
  double typicalSquare() {
    double square = spreadFrom(0);
    return square > 0 ? square : 1;
  }

  /** Returns the image of the zero row along a direction, in grid units. */
  int origin(int direction) {
    return (int) Math.rint(-Vectors.dot(basis[direction], mean) / unit * GRID);
  }

  /** Returns the first integer not below the length of any image in the leading directions. */
  long longest(int directions) {
    long squared = directions == 0 ? longest[0] : longest[directions - 1];
    return Math.max(1, CenteredLengths.ceilSqrt(squared)); // rounded up: a sensitivity
  }

  /** Returns the weights of a score of rows, from those of a score of images. */
  double[] pullBack(double[] weights, int directions) {
    double[] pulled = new double[mean.length];
    for (int k = 0; k < directions; k++) {
      for (int j = 0; j < pulled.length; j++) {
        pulled[j] += weights[k] / unit * basis[k][j];
      }
    }
    return pulled;
  }

  /** Returns the constant part of that score. */
  double bias(double[] weights, int directions) {
    double constant = images.length == 0 ? 1 : (double) images[0][basis.length] / GRID;
    return weights[directions] * constant - Vectors.dot(pullBack(weights, directions), mean);
  }

  /** Exact sums of features and of their products. */
  private static final class Moments implements Serializable {
    private static final long serialVersionUID = 1;

    private final long[] sums;
    private final long[][] products;

    Moments(int features) {
      this.sums = new long[features];
      this.products = new long[features][];
      Arrays.setAll(products, i -> new long[i + 1]); // symmetric: half of it will do
    }

    static Moments of(BoundedDataset data) {
      return data.fold(new OfRows(data.features()));
    }

    /** Products are at most {@code GRID_RADIUS² < 2^30}, rows fewer than 2^31: no overflow. */
    private record OfRows(int features) implements RowFold<Moments> {

      @Override
      public Moments empty() {
        return new Moments(features);
      }

      @Override
      public void add(Moments moments, BoundedDataset.Block block, BitSet rows) {
        int[] values = new int[features];
        int[] present = new int[features];
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
          block.copyTo(row, values);
          int count = 0;
          for (int j = 0; j < values.length; j++) {
            if (values[j] != 0) {
              present[count++] = j;
            }
          }
          for (int a = 0; a < count; a++) {
            int i = present[a];
            moments.sums[i] += values[i];
            for (int b = 0; b <= a; b++) {
              moments.products[i][present[b]] += (long) values[i] * values[present[b]];
            }
          }
        }
      }

      @Override
      public Moments merge(Moments one, Moments other) {
        for (int i = 0; i < one.sums.length; i++) {
          one.sums[i] += other.sums[i];
          for (int j = 0; j <= i; j++) {
            one.products[i][j] += other.products[i][j];
          }
        }
        return one;
      }
    }
  }
}
