// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.rescaling;

import dev.demilune.rescaling.Coordinates;
import dev.demilune.rescaling.RowTerm;
import dev.demilune.rescaling.SignedRows;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFold;
import java.util.BitSet;

/**
 * Rows of a table with the intercept's constant, turned around if they are not of one class.
 *
 * @param data the rows
 * @param positive the class whose rows keep their sign
 */
record ClassRows(BoundedDataset data, int positive) implements SignedRows {

  /** Returns how many coordinates a row has: its features, and a constant if there is one. */
  static int dimension(int features, int constant) {
    return constant > 0 ? features + 1 : features;
  }

  @Override
  public int dimension() {
    return dimension(data.features(), data.gridIntercept());
  }

  @Override
  public long[] sum(Coordinates coordinates, RowTerm term) {
    return data.fold(new Fold(coordinates, data.features(), data.gridIntercept(), positive, term));
  }

  private record Fold(
      Coordinates coordinates, int features, int constant, int positive, RowTerm term)
      implements RowFold<long[]> {

    @Override
    public long[] empty() {
      return new long[term.entries()];
    }

    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      int d = coordinates.dimension();
      double[] columns = coordinates.columns();
      double[] image = new double[d]; // of one call: blocks are folded by several threads at once
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.scores(row, columns, d, image); // the features' part of Ax
        double sign = block.label(row) == positive ? 1 : -1;
        for (int i = 0; i < d; i++) {
          double last = d > features ? constant * columns[features * d + i] : 0;
          image[i] = sign * (image[i] + last);
        }
        if (Coordinates.toUnit(image)) {
          term.addTo(sum, image);
        }
      }
    }

    @Override
    public long[] merge(long[] one, long[] other) {
      // Exact sums of integers: the order of merging cannot change a bit.
      for (int i = 0; i < one.length; i++) {
        one[i] += other[i];
      }
      return one;
    }
  }
}
