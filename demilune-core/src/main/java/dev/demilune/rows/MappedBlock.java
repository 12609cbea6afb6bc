// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static dev.demilune.rows.BoundedDataset.GRID_RADIUS;

import dev.demilune.embed.CodeMap;
import dev.demilune.embed.GridMap;

/**
 * Images of another block's rows under a {@link GridMap} or a {@link CodeMap}, computed as they are
 * read.
 *
 * <p><b>Claim.</b> The sum of the squares of every row's integers is at most GRID_RADIUS², and they
 * are a function of the source row, or its codes, and the map.
 *
 * <p><b>Proof.</b> After the map has written a row, its squares are added up in 64-bit integers
 * (each below 2^31, and fewer than 2^31 of them); while the sum is too large every entry moves one
 * step toward zero, which ends at the zero row at the latest. No other row is read. ∎
 *
 * <p>The block keeps one row in memory, never two.
 */
final class MappedBlock extends BoundedDataset.Block {
  // Below 2^30, so a sum that passes the check fits in an int.
  private static final long LARGEST_SQUARED_NORM = (long) GRID_RADIUS * GRID_RADIUS;

  private final BoundedDataset.Block source;
  private final Image image;
  private final short[] values;
  private int current = -1;
  private long squaredNorm;

  /** Writes the image of a row of the source. */
  private interface Image {
    void write(int row, short[] into);
  }

  private MappedBlock(BoundedDataset.Block source, Image image, int features) {
    this.source = source;
    this.image = image;
    this.values = new short[features];
  }

  /** Maps the features of a block. */
  static MappedBlock of(BoundedDataset.Block source, GridMap map, int inputs, int features) {
    int[] grid = new int[inputs];
    return new MappedBlock(
        source,
        (row, into) -> {
          source.copyTo(row, grid);
          map.map(grid, into);
        },
        features);
  }

  /** Maps the codes of a block. */
  static MappedBlock ofCodes(BoundedDataset.Block source, CodeMap map, int parts, int features) {
    char[] codes = new char[parts];
    return new MappedBlock(
        source,
        (row, into) -> {
          source.copyCodesTo(row, codes);
          map.map(codes, into);
        },
        features);
  }

  private void moveTo(int row) {
    if (row == current) { // consecutive calls for one row map it once
      return;
    }
    current = -1; // a map that throws leaves no half-written row behind
    image.write(row, values);
    squaredNorm = squares();
    // checked for every map: privacy does not rely on it
    while (squaredNorm > LARGEST_SQUARED_NORM) {
      for (int j = 0; j < values.length; j++) {
        values[j] -= (short) Integer.signum(values[j]); // toward zero: at most 2^15 rounds
      }
      squaredNorm = squares();
    }
    current = row;
  }

  private long squares() {
    long sum = 0;
    for (short value : values) {
      sum += value * value; // an int product: at most 2^30
    }
    return sum;
  }

  @Override
  public int rows() {
    return source.rows();
  }

  @Override
  public int label(int row) {
    return source.label(row); // the map sees features only
  }

  @Override
  public int peers(int row) {
    return source.peers(row); // whose row it is does not change with its image
  }

  @Override
  public long squaredNorm(int row) {
    moveTo(row);
    return squaredNorm;
  }

  @Override
  public long dot(int row, int[] gridVector) {
    moveTo(row);
    return DenseKernels.dot(values, 0, values.length, gridVector);
  }

  @Override
  public void scores(int row, double[] weights, int outputs, double[] into) {
    moveTo(row);
    DenseKernels.scores(values, 0, values.length, weights, outputs, into);
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    moveTo(row);
    DenseKernels.addTo(values, 0, values.length, coefficient, sums, outputs, output);
  }

  @Override
  public void addTo(int row, long[] coefficients, long[] sums, int outputs) {
    moveTo(row);
    DenseKernels.addTo(values, 0, values.length, coefficients, sums, outputs);
  }

  @Override
  public void copyCodesTo(int row, char[] into) {
    source.copyCodesTo(row, into); // what the record says is the same, whatever its image
  }

  @Override
  public void copyTo(int row, int[] into) {
    moveTo(row);
    DenseKernels.copyTo(values, 0, values.length, into);
  }
}
