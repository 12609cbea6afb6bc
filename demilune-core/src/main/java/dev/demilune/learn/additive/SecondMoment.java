// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.additive;

import dev.demilune.rescaling.UnitGrid;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFold;
import dev.demilune.rows.VectorSum;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The second moment of rows around a center: the upper triangle of Σ kkᵀ, where k is a row less the
 * center, brought to a length of at most one and rounded to a grid of a given radius.
 *
 * <p><b>Claim.</b> What one row adds has a norm of at most 5·radius², and so has what all rows of a
 * person add together; the sum is exact.
 *
 * <p><b>Proof.</b> |k| ≤ radius, checked in integers ({@link UnitGrid}); a row that fails the check
 * adds nothing. It adds 5kᵢ² on the diagonal and 7kᵢkⱼ for i &lt; j. Because 7² ≤ 2·5², the squares
 * add up to at most 25(Σ kᵢ⁴ + 2 Σ kᵢ²kⱼ²) = 25|k|⁴. For one of m rows of a person the radius is a
 * smaller one, whose square is at most radius²/m: the row adds a norm of at most 5·radius²/m, and
 * all m at most 5·radius². Products of rows of one block are added in doubles: each is an integer
 * of at most radius² ≤ 2^26 in size and a block has at most 2^20 rows ({@link #MOST_ROWS} is
 * checked), so all sums are integers below 2^53, which doubles hold exactly in any order. Over
 * blocks they are added in 64-bit integers: with fewer than 2^31 rows an entry stays below 7 ·
 * 2^57. ∎
 *
 * <p>7/5 stands for √2: an entry off the diagonal counts twice in the matrix, so it may have half
 * the variance.
 *
 * @param center on the grid of the rows
 * @param length in units of the unit ball: longer rows are brought to it, and it becomes one
 * @param radius of the grid of images
 */
@SuppressWarnings("ArrayRecordComponent") // nobody writes to the array
record SecondMoment(int[] center, double length, long radius) implements RowFold<long[]> {

  /** The largest radius. */
  static final long LARGEST_RADIUS = 1L << 13;

  private static final int MOST_ROWS = 1 << 20; // in one sum of doubles: 2^20 · 2^26 < 2^53
  private static final int TOGETHER = 4; // rows: the matrix is read and written once for all

  private static final long ON = 5;
  private static final long OFF = 7;

  /** Returns the bound of the claim. */
  static long bound(long radius) {
    return ON * radius * radius;
  }

  @Override
  public boolean rowsShare() {
    return true;
  }

  @Override
  public long[] empty() {
    return new long[center.length * (center.length + 1) / 2];
  }

  @Override
  public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
    if (block.rows() > MOST_ROWS) {
      throw new IllegalStateException("a block has " + block.rows() + " rows");
    }
    int d = center.length;
    double[][] products = new double[d][];
    for (int i = 0; i < d; i++) {
      products[i] = new double[d - i];
    }
    double[][] images = new double[TOGETHER][d];
    int[] row = new int[d];
    int filled = 0;
    for (int r = rows.nextSetBit(0); r >= 0; r = rows.nextSetBit(r + 1)) {
      block.copyTo(r, row);
      if (image(row, radiusOf(block.peers(r)), images[filled])) {
        filled++;
      }
      if (filled == TOGETHER) {
        addProducts(products, images);
        filled = 0;
      }
    }
    for (int i = filled; i < TOGETHER; i++) {
      Arrays.fill(images[i], 0);
    }
    addProducts(products, images);
    int entry = 0;
    for (double[] line : products) {
      sums[entry++] += ON * (long) line[0];
      for (int j = 1; j < line.length; j++) {
        sums[entry++] += OFF * (long) line[j];
      }
    }
  }

  /** Writes the image of a row, whole numbers, and returns whether it may be used. */
  private boolean image(int[] row, long within, double[] into) {
    double squares = 0;
    for (int j = 0; j < row.length; j++) {
      into[j] = row[j] - center[j];
      squares += into[j] * into[j];
    }
    double longest = Math.max(Math.sqrt(squares), length * BoundedDataset.GRID_RADIUS);
    for (int j = 0; j < row.length; j++) {
      into[j] /= longest;
    }
    return UnitGrid.round(into, within);
  }

  /** Returns the radius of one of so many rows of a person: its square is at most radius²/m. */
  private long radiusOf(int peers) {
    if (peers == 1) {
      return radius;
    }
    long own = (long) Math.sqrt((double) (radius * radius / peers));
    while (own * own * peers > radius * radius) { // integers decide
      own--;
    }
    return own;
  }

  private static void addProducts(double[][] products, double[][] images) {
    double[] a = images[0];
    double[] b = images[1];
    double[] c = images[2];
    double[] e = images[3];
    for (int i = 0; i < products.length; i++) {
      double[] line = products[i];
      double ai = a[i];
      double bi = b[i];
      double ci = c[i];
      double ei = e[i];
      if (ai == 0 && bi == 0 && ci == 0 && ei == 0) {
        continue;
      }
      for (int j = 0; j < line.length; j++) { // whole numbers below 2^53: exact in any order
        line[j] += ai * a[i + j] + bi * b[i + j] + ci * c[i + j] + ei * e[i + j];
      }
    }
  }

  @Override
  public long[] merge(long[] one, long[] other) {
    return VectorSum.plus(one, other);
  }

  /** Returns the matrix of a released sum, divided by a number of rows. */
  static double[][] matrix(long[] sums, int dimension, long radius, double rows) {
    double[][] matrix = new double[dimension][dimension];
    double square = (double) radius * radius * rows;
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
