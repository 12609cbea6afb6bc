// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import dev.demilune.schema.RowGrid;

/**
 * Random Fourier features of stored rows, for one thread: points of a {@link CircleTable}.
 *
 * <p><b>Claim.</b> An image is the same, bit for bit, however many rows are mapped at once.
 *
 * <p><b>Proof.</b> The transforms of a row x add and subtract its integers, of norm at most R.
 * After k levels of a transform a vector is √(2^k) times an orthogonal matrix applied to it, so
 * every intermediate number of the three transforms of length n is an integer of size at most
 * R·n^(3/2). For n ≤ 1024 that is at most 32000·2^15 &lt; 2^30 and fits in 32 bits, and for n ≤
 * 2^20 it is below 2^45 and exact in double precision: no sum is rounded, whatever the order of
 * additions. The same double product then turns a sum into a place of the table. ∎
 *
 * <p>That only concerns the bytes of models. For privacy any function of one row would do: images
 * are bounded in integers when they are stored.
 */
final class FourierMap implements GridMap {

  /** The largest transform whose sums fit in 32 bits; see the proof. */
  static final int LARGEST_IN_INTEGERS = 1_024;

  private static final int MOST_AT_ONCE = 64; // rows: whole lanes
  private static final int FEWEST_AT_ONCE = 4; // below, loops over rows are too short
  private static final int POINTS_OF_A_LINE = 16; // of a cache: images of rows are far apart

  private final Frequencies frequencies;
  private final CircleTable table;
  private final RowTransforms transforms;
  private final double[] places; // of the table, per unit of each frequency's sum
  private final double[] vector; // one row
  private final double[] scratch;
  private int[][] rows; // the columns of several rows: made when they are needed
  private int[][] sums; // of one block of frequencies, then their points
  private int[][] negative;

  FourierMap(Frequencies frequencies, CircleTable table, RowTransforms transforms) {
    this.frequencies = frequencies;
    this.table = table;
    this.transforms = transforms;
    this.places = new double[frequencies.count()];
    for (int i = 0; i < places.length; i++) {
      places[i] = CircleTable.PLACES_PER_RADIAN * (frequencies.factor(i) / RowGrid.RADIUS);
    }
    this.vector = new double[frequencies.inputs()];
    this.scratch = frequencies.scratch();
  }

  @Override
  public void map(int[] row, short[] into) {
    map(row, into, 0);
  }

  private void map(int[] row, short[] into, int at) {
    for (int j = 0; j < vector.length; j++) {
      vector[j] = row[j];
    }
    int size = frequencies.blockSize();
    for (int start = 0; start < places.length; start += size) {
      frequencies.sums(start / size, vector, scratch);
      int end = Math.min(size, places.length - start); // the last block may have fewer
      for (int i = 0; i < end; i++) {
        table.write(places[start + i] * scratch[i], into, at + 2 * (start + i));
      }
    }
  }

  @Override
  public void map(int[][] some, int count, short[] into, int outputs) {
    int done = 0;
    if (frequencies.blockSize() <= LARGEST_IN_INTEGERS) {
      while (count - done >= FEWEST_AT_ONCE) {
        int next = Math.min(count - done, MOST_AT_ONCE);
        together(some, done, next, into);
        done += next;
      }
    }
    for (; done < count; done++) {
      map(some[done], into, done * outputs);
    }
  }

  private void together(int[][] some, int first, int count, short[] into) {
    int size = frequencies.blockSize();
    if (rows == null) {
      rows = new int[vector.length][MOST_AT_ONCE];
      sums = new int[size][MOST_AT_ONCE];
      negative = frequencies.negative();
    }
    for (int r = 0; r < count; r++) {
      int[] row = some[first + r];
      for (int j = 0; j < rows.length; j++) {
        rows[j][r] = row[j];
      }
    }
    for (int start = 0; start < places.length; start += size) {
      frequencies.sums(start / size, rows, sums, count, negative, transforms);
      int end = Math.min(size, places.length - start); // the last block may have fewer
      for (int i = 0; i < end; i += POINTS_OF_A_LINE) {
        int to = Math.min(i + POINTS_OF_A_LINE, end);
        for (int j = i; j < to; j++) {
          transforms.scale(sums[j], count, places[start + j]);
        }
        for (int r = 0; r < count; r++) {
          write(i, to, r, into, 2 * ((first + r) * places.length + start));
        }
      }
    }
  }

  /** Writes a row's points for some frequencies of a block. */
  private void write(int from, int to, int row, short[] into, int at) {
    for (int i = from; i < to; i++) {
      table.write(sums[i][row], into, at + 2 * i);
    }
  }
}
