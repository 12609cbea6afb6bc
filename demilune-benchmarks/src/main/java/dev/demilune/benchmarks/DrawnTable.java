// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rows that are drawn as they are read, so that a large table takes no more memory than its encoded
 * rows. A class has one feature of its own on which it stands out.
 */
final class DrawnTable implements Table {

  private final int rows;
  private final int features;
  private final byte[][] labels;
  private final int[] columns;
  private final double[] values;
  private final double density;
  private final SplittableRandom random = new SplittableRandom(1);
  private int cells;
  private int label;
  private int at;

  private DrawnTable(int rows, int features, int classes, double density) {
    this.rows = rows;
    this.features = features;
    this.density = density;
    this.labels = new byte[classes][];
    for (int k = 0; k < classes; k++) {
      labels[k] = Integer.toString(k).getBytes(StandardCharsets.US_ASCII);
    }
    this.columns = new int[features];
    this.values = new double[features];
  }

  /**
   * Returns such rows, encoded.
   *
   * @param density the share of features that are not zero; they are stored sparse below one half
   */
  static BoundedDataset encoded(int rows, int features, int classes, double density) {
    return BoundedDataset.of(
        schema(rows, features, classes), new DrawnTable(rows, features, classes, density));
  }

  /** Returns such rows without zeros. */
  static DrawnTable of(int rows, int features, int classes) {
    return new DrawnTable(rows, features, classes, 1);
  }

  /** Returns the schema of such rows. */
  static Schema schema(int rows, int features, int classes) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .build();
  }

  @Override
  public boolean next() {
    if (at == rows) {
      return false;
    }
    at++;
    label = random.nextInt(labels.length);
    cells = 0;
    for (int j = 0; j < features; j++) {
      if (density == 1 || random.nextDouble() < density) {
        columns[cells] = j;
        values[cells++] = random.nextDouble() - 0.5 + (j == label ? 1 : 0);
      }
    }
    return true;
  }

  @Override
  public String source() {
    return "drawn rows";
  }

  @Override
  public Layout layout() {
    return Layout.VECTOR;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public boolean labeled() {
    return true;
  }

  @Override
  public long line() {
    return at;
  }

  @Override
  public int cells() {
    return cells;
  }

  @Override
  public int column(int i) {
    return columns[i];
  }

  @Override
  public double number(int i) {
    return values[i];
  }

  @Override
  public int find(int i, Vocabulary texts) {
    return -1;
  }

  @Override
  public int label(Vocabulary texts) {
    return texts.find(labels[label], 0, labels[label].length);
  }

  @Override
  public void close() {}
}
