// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import java.util.Arrays;
import java.util.BitSet;

/** All features of every row, one after the other. */
final class DenseBlock extends StoredBlock {

  private static final long serialVersionUID = 1;

  private final short[] values;
  private final int features;

  DenseBlock(
      BlockLabels labels,
      int[] squaredNorms,
      char[] codes,
      char[] peers,
      short[] values,
      int features) {
    super(labels, squaredNorms, codes, peers);
    this.values = values;
    this.features = features;
  }

  /** Copies some rows of another block of any kind. */
  static DenseBlock copyOf(
      BoundedDataset.Block block, BitSet chosen, int features, int classes, int parts) {
    int rows = chosen.cardinality();
    short[] values = new short[Math.multiplyExact(rows, features)]; // fits: see MOST_KEPT_FEATURES
    int[] labels = new int[rows];
    int[] squaredNorms = new int[rows];
    int[] row = new int[features];
    char[] codes = new char[Math.multiplyExact(rows, parts)];
    char[] ofRow = new char[parts];
    char[] peers = null; // as long as every row is a person's only one
    int[] all = chosen.stream().toArray();
    int atOnce = block.rowsAtOnce();
    for (int i = 0; i < rows; i++) {
      int next = all[i];
      if (i % atOnce == 0) {
        int count = Math.min(atOnce, rows - i);
        block.willRead(Arrays.copyOfRange(all, i, i + count), count);
      }
      block.copyTo(next, row);
      block.copyCodesTo(next, ofRow);
      System.arraycopy(ofRow, 0, codes, i * parts, parts);
      for (int j = 0; j < features; j++) {
        values[i * features + j] = (short) row[j]; // within ±GRID_RADIUS, so within a short
      }
      labels[i] = block.label(next);
      if (peers == null && block.peers(next) > 1) {
        peers = new char[rows];
        Arrays.fill(peers, (char) 1);
      }
      if (peers != null) {
        peers[i] = (char) block.peers(next); // at most MOST_ROWS_PER_PERSON
      }
      squaredNorms[i] = (int) block.squaredNorm(next); // at most GRID_RADIUS², below 2^30
    }
    return new DenseBlock(
        new BlockLabels(labels, rows, classes), squaredNorms, codes, peers, values, features);
  }

  /** Returns the values, row after row; not a copy, and perhaps longer. */
  short[] values() {
    return values;
  }

  @Override
  boolean isWithin(int count) {
    for (int row = 0; row < rows(); row++) {
      long sum = 0;
      for (int i = row * count; i < (row + 1) * count; i++) {
        sum += values[i] * values[i]; // an int product: at most 2^30
      }
      if (!isNorm(row, sum)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void hashFeatures(int row, RowHash hash) {
    for (int j = 0; j < features; j++) {
      short value = values[row * features + j];
      if (value != 0) {
        hash.feature(j, value);
      }
    }
  }

  @Override
  public long dot(int row, int[] gridVector) {
    return DenseKernels.dot(values, row * features, features, gridVector);
  }

  @Override
  public void scores(int row, double[] weights, int outputs, double[] into) {
    DenseKernels.scores(values, row * features, features, weights, outputs, into, 0);
  }

  @Override
  public void addTo(int row, long coefficient, long[] sums, int outputs, int output) {
    DenseKernels.addTo(values, row * features, features, coefficient, sums, outputs, output);
  }

  @Override
  void dots(int[] rows, int count, CenteredLengths.Origin origin, double[] into) {
    origin.dots(values, features, rows, count, into);
  }

  @Override
  public void scores(int[] rows, int count, ExactWeights weights, double[] into) {
    Kernels.ofScores(count, features, weights.outputs())
        .denseScores(
            values,
            features,
            rows,
            count,
            weights.byOutput(),
            weights.outputs(),
            into,
            weights.columns());
  }

  @Override
  public void addTo(int[] rows, int count, long[] coefficients, RowSums sums) {
    int outputs = sums.outputs();
    Kernels.of(Kernels.Loop.SUMS, (long) count * features * outputs)
        .denseSums(values, features, rows, count, coefficients, sums.sums(), outputs);
  }

  @Override
  public void copyTo(int row, int[] into) {
    DenseKernels.copyTo(values, row * features, features, into);
  }
}
