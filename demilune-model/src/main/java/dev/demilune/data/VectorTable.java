// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.nio.charset.StandardCharsets;

/**
 * Vectors that are already in memory, as a table.
 *
 * <p>For Java programs that have their own source of rows, and for tests. Zeros are not listed as
 * cells; an absent entry is zero.
 */
public final class VectorTable implements VectorRows {
  private final double[][] rows;
  private final byte[][] labels; // null where there are none
  private int[] columns = new int[16];
  private int cells;
  private int at = -1;

  private VectorTable(double[][] rows, byte[][] labels) {
    if (labels != null && labels.length != rows.length) {
      throw new IllegalArgumentException(
          "labels must be as many as rows, got " + labels.length + " and " + rows.length);
    }
    this.rows = rows;
    this.labels = labels;
  }

  /** Returns a table of labeled rows; labels are label names. The rows are not copied. */
  public static VectorTable of(double[][] rows, String[] labels) {
    byte[][] texts = new byte[labels.length][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = labels[i].getBytes(StandardCharsets.UTF_8);
    }
    return new VectorTable(rows, texts);
  }

  /** Returns a table of labeled rows; label 3 is the one named "3". The rows are not copied. */
  public static VectorTable of(double[][] rows, int[] labels) {
    byte[][] texts = new byte[labels.length][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Integer.toString(labels[i]).getBytes(StandardCharsets.US_ASCII);
    }
    return new VectorTable(rows, texts);
  }

  /** Returns a table of rows without labels, for prediction. The rows are not copied. */
  public static VectorTable of(double[][] rows) {
    return new VectorTable(rows, null);
  }

  @Override
  public String source() {
    return "rows in memory";
  }

  @Override
  public boolean labeled() {
    return labels != null;
  }

  @Override
  public boolean next() {
    cells = 0;
    if (at + 1 >= rows.length) {
      return false;
    }
    double[] row = rows[++at];
    if (columns.length < row.length) {
      columns = new int[row.length];
    }
    for (int j = 0; j < row.length; j++) {
      if (row[j] != 0) { // NaN is listed: it is not zero
        columns[cells++] = j;
      }
    }
    return true;
  }

  @Override
  public long line() {
    return at + 1L;
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
    return rows[at][columns[i]];
  }

  /** Returns -1: the cells of a vector are numbers. */
  @Override
  public int find(int i, Vocabulary values) {
    return -1;
  }

  @Override
  public int label(Vocabulary values) {
    return labels == null ? -1 : values.find(labels[at], 0, labels[at].length);
  }

  @Override
  public void close() {}
}
