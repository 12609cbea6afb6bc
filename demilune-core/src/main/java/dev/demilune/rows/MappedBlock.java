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
 * step toward zero, which ends at the zero row at the latest. Rows are mapped several at a time
 * where that is faster; a {@link GridMap} gives each the image that it has alone, so no image
 * depends on another row. ∎
 *
 * <p><b>Relies on.</b> A map whose images depend on their own row only: its author promises that.
 *
 * <p>The block keeps few rows in memory: one, or as many as are read at once, which is a function
 * of the numbers of features only.
 */
final class MappedBlock extends BoundedDataset.Block {
  // Below 2^30, so a sum that passes the check fits in an int.
  private static final long LARGEST_SQUARED_NORM = (long) GRID_RADIUS * GRID_RADIUS;

  private static final int MOST_VALUES = 1 << 17; // at once: 256 KB, a part of a level 2 cache

  private final BoundedDataset.Block source;
  private final Image image;
  private final int features;
  private final int atOnce;
  private final Space space;
  private final int[] one = new int[1]; // the row that is asked for alone
  private final int[] places; // where the rows that are asked for are kept
  private int[] current; // the rows that are kept
  private int kept;
  private short[] values; // of the rows that are kept, one after the other
  private long[] squaredNorms;

  /** Arrays for one block after the other: the one before is gone when the next one is made. */
  static final class Space {
    private final int[][] grids; // made when they are needed
    private final int[] places;
    private final int[] current;
    private final long[] squaredNorms;
    private final int features;
    private short[] values;

    Space(int inputs, int features) {
      int atOnce = atOnce(inputs, features);
      this.features = features;
      grids = new int[atOnce][];
      places = new int[atOnce];
      current = new int[atOnce];
      squaredNorms = new long[atOnce];
    }

    private short[] values() {
      values = values == null ? new short[places.length * features] : values;
      return values;
    }
  }

  /** Writes the images of rows of the source, one after the other. */
  private interface Image {
    void write(int[] rows, int count, short[] into);
  }

  private MappedBlock(BoundedDataset.Block source, Image image, Space space) {
    this.source = source;
    this.image = image;
    this.space = space;
    this.features = space.features;
    this.atOnce = space.places.length;
    this.places = space.places;
    this.current = new int[1]; // one row is enough for those who read row by row
    this.values = new short[features];
    this.squaredNorms = new long[1];
  }

  private static int atOnce(int inputs, int features) {
    return Math.max(1, Math.min(Kernels.MOST_ROWS, MOST_VALUES / Math.max(inputs, features)));
  }

  /** Maps the features of a block. */
  static MappedBlock of(BoundedDataset.Block source, GridMap map, int inputs, Space space) {
    int[][] grids = space.grids;
    int features = space.features;
    return new MappedBlock(
        source,
        (rows, count, into) -> {
          for (int i = 0; i < count; i++) {
            grids[i] = grids[i] == null ? new int[inputs] : grids[i];
            source.copyTo(rows[i], grids[i]);
          }
          map.map(grids, count, into, features);
        },
        space);
  }

  /** Maps the codes of a block. */
  static MappedBlock ofCodes(BoundedDataset.Block source, CodeMap map, int parts, int features) {
    char[] codes = new char[parts];
    short[] row = new short[features];
    return new MappedBlock(
        source,
        (rows, count, into) -> {
          for (int i = 0; i < count; i++) {
            source.copyCodesTo(rows[i], codes);
            map.map(codes, row);
            System.arraycopy(row, 0, into, i * features, features);
          }
        },
        new Space(parts, features));
  }

  /** Computes one row, unless it is among those that are kept; returns its place. */
  private int placeOf(int wanted) {
    for (int i = 0; i < kept; i++) {
      if (current[i] == wanted) { // consecutive calls for one row map it once
        return i;
      }
    }
    one[0] = wanted;
    compute(one, 1);
    return 0;
  }

  /** Computes rows, unless all of them are kept, and notes their places. */
  private void moveTo(int[] rows, int count) {
    if (areKept(rows, count)) {
      return;
    }
    if (current.length < count) {
      current = space.current;
      squaredNorms = space.squaredNorms;
      values = space.values();
    }
    compute(rows, count);
    for (int i = 0; i < count; i++) {
      places[i] = i;
    }
  }

  /** Returns whether rows are among those that are kept, in the same order. */
  private boolean areKept(int[] rows, int count) {
    int place = 0;
    for (int i = 0; i < count; i++, place++) {
      while (place < kept && current[place] != rows[i]) {
        place++;
      }
      if (place >= kept) {
        return false;
      }
      places[i] = place;
    }
    return true;
  }

  private void compute(int[] rows, int count) {
    kept = 0; // a map that throws leaves no half-written row behind
    image.write(rows, count, values);
    for (int i = 0; i < count; i++) {
      current[i] = rows[i];
      squaredNorms[i] = bound(i * features);
    }
    kept = count;
  }

  /** Shortens an image that is too long; returns the sum of its squares. */
  private long bound(int start) {
    long squared = squares(start);
    // checked for every map: privacy does not rely on it
    while (squared > LARGEST_SQUARED_NORM) {
      for (int j = start; j < start + features; j++) {
        values[j] -= (short) Integer.signum(values[j]); // toward zero: at most 2^15 rounds
      }
      squared = squares(start);
    }
    return squared;
  }

  private long squares(int start) {
    return Kernels.of(Kernels.Loop.SQUARES, features).squares(values, start, start + features);
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
    return squaredNorms[placeOf(row)];
  }

  @Override
  public long dot(int row, int[] gridVector) {
    return DenseKernels.dot(values, placeOf(row) * features, features, gridVector);
  }

  @Override
  public void scores(int row, double[] weights, int outputs, double[] into) {
    DenseKernels.scores(values, placeOf(row) * features, features, weights, outputs, into, 0);
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    DenseKernels.addTo(
        values, placeOf(row) * features, features, coefficient, sums, outputs, output);
  }

  @Override
  public int rowsAtOnce() {
    return atOnce;
  }

  @Override
  public void willRead(int[] rows, int count) {
    moveTo(rows, count);
  }

  @Override
  void dots(int[] rows, int count, CenteredLengths.Origin origin, double[] into) {
    moveTo(rows, count);
    origin.dots(values, features, places, count, into);
  }

  @Override
  public void scores(int[] rows, int count, ExactWeights weights, double[] into) {
    moveTo(rows, count);
    Kernels.ofScores(count, features, weights.outputs())
        .denseScores(
            values,
            features,
            places,
            count,
            weights.byOutput(),
            weights.outputs(),
            into,
            weights.columns());
  }

  @Override
  public void addTo(int[] rows, int count, long[] coefficients, RowSums sums) {
    moveTo(rows, count);
    int outputs = sums.outputs();
    Kernels.of(Kernels.Loop.SUMS, (long) count * features * outputs)
        .denseSums(values, features, places, count, coefficients, sums.sums(), outputs);
  }

  @Override
  public void copyCodesTo(int row, char[] into) {
    source.copyCodesTo(row, into); // what the record says is the same, whatever its image
  }

  @Override
  public void copyTo(int row, int[] into) {
    DenseKernels.copyTo(values, placeOf(row) * features, features, into);
  }
}
