// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.network;

import dev.demilune.embed.SignProjection;
import dev.demilune.model.NetworkLayer;
import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Rows of a block in columns, class after class.
 *
 * <p>A network's units are computed for {@link #TOGETHER} rows at a time, in loops over rows that
 * the virtual machine turns into vector instructions; that rows of a class lie together leaves no
 * branch to be guessed when mistakes are counted.
 */
final class NetworkColumns {

  /** Rows in a turn: few enough for the units of a small network to stay in the first cache. */
  private static final int TOGETHER = 256;

  private final double[][] columns; // columns[input][row]
  private final int[] starts; // of the classes, and the number of rows

  private NetworkColumns(double[][] columns, int[] starts) {
    this.columns = columns;
    this.starts = starts;
  }

  /**
   * Projects rows of a block.
   *
   * @param labels which label each row has here
   * @param projection null for none
   */
  static NetworkColumns of(
      BoundedDataset.Block block,
      BitSet rows,
      int features,
      NetworkLabels labels,
      SignProjection projection) {
    int[] starts = new int[labels.count() + 1];
    // Counts, and then their running sums.
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      starts[labels.of(block.label(row)) + 1]++;
    }
    for (int k = 0; k < labels.count(); k++) {
      starts[k + 1] += starts[k];
    }
    int inputs = projection == null ? features : projection.outputs();
    double[][] columns = new double[inputs][rows.cardinality()];
    int[] next = starts.clone();
    int[] grid = new int[features];
    double[] vector = new double[features];
    double[] image = new double[inputs];
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      block.copyTo(row, grid);
      for (int j = 0; j < features; j++) {
        vector[j] = (double) grid[j] / BoundedDataset.GRID_RADIUS;
      }
      // From this row alone, and not clipped: a count of mistakes does not depend on lengths.
      if (projection != null) {
        projection.project(vector, image);
      }
      double[] seen = projection == null ? vector : image;
      // Where a row stands depends on the others; what is computed of it there does not.
      int place = next[labels.of(block.label(row))]++;
      for (int i = 0; i < inputs; i++) {
        columns[i][place] = seen[i];
      }
    }
    return new NetworkColumns(columns, starts);
  }

  /** What the units of two layers are, for the rows of a turn: to be used again and again. */
  static final class Tried {
    private double[][] from = new double[0][];
    private double[][] into = new double[0][];

    private double[][] next(int units) {
      double[][] free = from;
      from = into;
      into = free.length >= units ? free : new double[units][TOGETHER];
      return into;
    }
  }

  /** Returns how many of the block's rows a network gets wrong. */
  long mistakes(List<NetworkLayer> network, double margin, Tried tried) {
    int rows = starts[starts.length - 1];
    long right = 0;
    for (int start = 0; start < rows; start += TOGETHER) {
      int end = Math.min(rows, start + TOGETHER);
      double[][] values = columns;
      int offset = start;
      for (int l = 0; l < network.size(); l++) {
        NetworkLayer layer = network.get(l);
        double[][] next = tried.next(layer.units());
        for (int unit = 0; unit < layer.units(); unit++) {
          apply(layer, unit, values, offset, end - start, next[unit]);
          if (l < network.size() - 1) {
            rectify(next[unit], end - start);
          }
        }
        values = next;
        offset = 0;
      }
      right += right(values, network.get(network.size() - 1).units(), margin, start, end);
    }
    return rows - right; // integers: no order of blocks or threads changes a count
  }

  /** Adds inputs four at a time: as many sums go through memory a quarter as often. */
  private static void apply(
      NetworkLayer layer, int unit, double[][] from, int offset, int rows, double[] into) {
    Arrays.fill(into, 0, rows, layer.bias(unit));
    int i = 0;
    for (; i + 4 <= layer.inputs(); i += 4) {
      addFour(
          from[i],
          layer.weight(unit, i),
          from[i + 1],
          layer.weight(unit, i + 1),
          from[i + 2],
          layer.weight(unit, i + 2),
          from[i + 3],
          layer.weight(unit, i + 3),
          offset,
          rows,
          into);
    }
    for (; i < layer.inputs(); i++) {
      add(from[i], layer.weight(unit, i), offset, rows, into);
    }
  }

  private static void addFour(
      double[] a,
      double aWeight,
      double[] b,
      double bWeight,
      double[] c,
      double cWeight,
      double[] d,
      double dWeight,
      int offset,
      int rows,
      double[] into) {
    for (int r = 0; r < rows; r++) {
      // Each product and sum is rounded by itself, in this order: Java fuses none, so vector
      // instructions give every row the same bits at any place (the proof of NetworkRows).
      into[r] =
          into[r]
              + aWeight * a[offset + r]
              + bWeight * b[offset + r]
              + cWeight * c[offset + r]
              + dWeight * d[offset + r];
    }
  }

  private static void add(double[] a, double weight, int offset, int rows, double[] into) {
    for (int r = 0; r < rows; r++) {
      into[r] += weight * a[offset + r];
    }
  }

  /** (z + |z|)/2 is z or 0, without rounding: the sum of equals is exact, and so is its half. */
  private static void rectify(double[] z, int rows) {
    for (int r = 0; r < rows; r++) {
      z[r] = 0.5 * (z[r] + Math.abs(z[r]));
    }
  }

  private int right(double[][] scores, int outputs, double margin, int start, int end) {
    int right = 0;
    for (int k = 0; k < starts.length - 1; k++) {
      // The rows of class k among those of this turn: none if last is not above first.
      int first = Math.max(starts[k], start) - start;
      int last = Math.min(starts[k + 1], end) - start;
      if (outputs == 1) {
        // One score for two classes: a tie goes to the first. Each row adds 0 or 1.
        right +=
            k == 0
                ? notAbove(scores[0], -margin, first, last)
                : above(scores[0], margin, first, last);
      } else {
        for (int r = first; r < last; r++) {
          right += wins(scores, k, outputs, margin, r) ? 1 : 0;
        }
      }
    }
    return right;
  }

  private static int above(double[] scores, double limit, int first, int last) {
    int count = 0;
    for (int r = first; r < last; r++) {
      count += scores[r] > limit ? 1 : 0;
    }
    return count;
  }

  private static int notAbove(double[] scores, double limit, int first, int last) {
    return last <= first ? 0 : last - first - above(scores, limit, first, last);
  }

  private static boolean wins(double[][] scores, int k, int outputs, double margin, int r) {
    double score = scores[k][r] - margin; // rounded alike wherever the row stands
    for (int rival = 0; rival < outputs; rival++) {
      // The first of equals wins, as in prediction.
      if (rival < k ? scores[rival][r] >= score : rival > k && scores[rival][r] > score) {
        return false;
      }
    }
    return true;
  }
}
