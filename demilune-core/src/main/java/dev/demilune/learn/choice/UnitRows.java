// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import dev.demilune.rows.BoundedDataset;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Rows with their constant, each brought to one length or into the unit ball, and rounded to
 * integers: what halfspaces are scored on.
 *
 * <p>A function of each row by itself and of public constants. A row of length zero stays zero: it
 * counts against all candidates alike, and so changes no choice.
 *
 * <p>This is no {@link dev.demilune.rows.RowFold}: it is a copy of the rows in memory, for counts
 * over very many candidates and for choices that sort where rows change sides.
 */
final class UnitRows {

  /** The length of a row before rounding, or at most. */
  static final int LENGTH = 32_000;

  /** No row is longer. */
  static final int LONGEST = 1 << 15;

  /** Rounding makes a row longer by at most √dimension/2, here 512: no row is above 2^15. */
  static final int MOST_DIMENSIONS = (1 << 20) - 1;

  private final int dimension;
  private final short[][] values;
  private final int[][] labels;

  private UnitRows(int dimension, short[][] values, int[][] labels) {
    this.dimension = dimension;
    this.values = values;
    this.labels = labels;
  }

  /**
   * Computes and keeps the rows, each brought to the same length.
   *
   * @param constant the intercept's coordinate in grid units; 0 for none
   */
  static UnitRows of(BoundedDataset data, int constant) {
    return of(data, constant, squares -> LENGTH / Math.sqrt(squares));
  }

  /**
   * Computes and keeps the rows, all of them brought into the ball by the factor {@link
   * #intoTheBall}.
   */
  static UnitRows inTheBall(BoundedDataset data, int constant) {
    double factor = intoTheBall(constant) * LENGTH / BoundedDataset.GRID_RADIUS;
    return of(data, constant, squares -> factor);
  }

  /** The factor for rows of the unit ball that get a constant: public. */
  static double intoTheBall(int constant) {
    double share = (double) constant / BoundedDataset.GRID_RADIUS;
    return 1 / Math.sqrt(1 + share * share);
  }

  private static UnitRows of(BoundedDataset data, int constant, DoubleUnaryOperator factor) {
    int features = data.features();
    int dimension = features + (constant > 0 ? 1 : 0);
    short[][] values = new short[data.blocks()][];
    int[][] labels = new int[data.blocks()][];
    IntStream.range(0, data.blocks())
        .parallel()
        .forEach(
            index -> {
              BoundedDataset.Block block = data.block(index);
              values[index] = new short[Math.multiplyExact(block.rows(), dimension)];
              labels[index] = new int[block.rows()];
              int[] row = new int[features];
              for (int i = 0; i < block.rows(); i++) {
                block.copyTo(i, row);
                write(row, constant, factor, values[index], i * dimension);
                labels[index][i] = block.label(i);
              }
            });
    return new UnitRows(dimension, values, labels);
  }

  private static void write(
      int[] row, int constant, DoubleUnaryOperator factorOf, short[] into, int start) {
    long squares = (long) constant * constant;
    for (int value : row) {
      squares += (long) value * value;
    }
    // From this row alone, so rounding cannot carry one row's change to another.
    double factor = squares > 0 ? factorOf.applyAsDouble((double) squares) : 0;
    for (int j = 0; j < row.length; j++) {
      into[start + j] = (short) Math.rint(row[j] * factor);
    }
    if (constant > 0) {
      into[start + row.length] = (short) Math.rint(constant * factor);
    }
  }

  /**
   * Returns the images of the rows in a plane, rounded, each from its row alone.
   *
   * @param first one of two orthogonal vectors of the length {@link CandidateBlock#RADIUS}, or zero
   */
  UnitRows onto(int[] first, int[] second) {
    short[][] images = new short[values.length][];
    IntStream.range(0, values.length)
        .parallel()
        .forEach(
            part -> {
              images[part] = new short[2 * labels[part].length];
              for (int i = 0; i < labels[part].length; i++) {
                images[part][2 * i] = along(values[part], i * dimension, first);
                images[part][2 * i + 1] = along(values[part], i * dimension, second);
              }
            });
    return new UnitRows(2, images, labels);
  }

  private static short along(short[] values, int start, int[] vector) {
    double share = Math.rint((double) product(values, start, vector) / CandidateBlock.RADIUS);
    // Vectors are a little longer than the radius by their rounding, and rows than their length.
    return (short) Math.max(-Short.MAX_VALUE, Math.min(Short.MAX_VALUE, share));
  }

  /** The product of a row and a vector no longer than 2^15: at most 2^30, as are all its parts. */
  static int product(short[] values, int start, int[] vector) {
    int sum = 0;
    for (int j = 0; j < vector.length; j++) {
      sum += values[start + j] * vector[j];
    }
    return sum;
  }

  int dimension() {
    return dimension;
  }

  /** Returns the number of parts that the rows are kept in. */
  int parts() {
    return values.length;
  }

  /** Returns the rows of a part, one after the other. */
  short[] values(int part) {
    return values[part];
  }

  /** Returns the classes of the rows of a part. */
  int[] labels(int part) {
    return labels[part];
  }
}
