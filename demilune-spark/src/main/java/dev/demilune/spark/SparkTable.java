// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.data.CellParser;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** The rows of one partition with plain columns, as a table with named ones. */
final class SparkTable implements Table {

  private final List<SparkSchema.Cell> cells;
  private final List<String> columns;
  private final Iterator<InternalRow> rows;
  private InternalRow row;
  private long line;

  SparkTable(List<SparkSchema.Cell> cells, Iterator<InternalRow> rows) {
    this.cells = cells;
    this.columns = cells.stream().map(SparkSchema.Cell::name).toList();
    this.rows = rows;
  }

  @Override
  public String source() {
    return SparkSchema.SOURCE;
  }

  @Override
  public Layout layout() {
    return Layout.NAMED;
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public boolean labeled() {
    return false; // the label is a column like others
  }

  @Override
  public boolean next() {
    if (!rows.hasNext()) {
      return false;
    }
    row = rows.next();
    line++;
    return true;
  }

  @Override
  public long line() {
    return line;
  }

  @Override
  public int cells() {
    return columns.size();
  }

  @Override
  public int column(int i) {
    return i;
  }

  @Override
  public double number(int i) {
    return row.isNullAt(i) ? Double.NaN : cells.get(i).reader().number(row, i);
  }

  @Override
  public long whole(int i, long fallback) {
    return row.isNullAt(i) ? fallback : cells.get(i).reader().whole(row, i, fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    byte[] text = text(i);
    return parser.parse(text, 0, text.length);
  }

  @Override
  public int find(int i, Vocabulary values) {
    byte[] text = text(i);
    return values.find(text, 0, text.length);
  }

  private byte[] text(int i) {
    SparkSchema.Cell cell = cells.get(i);
    return row.isNullAt(i) ? cell.missing() : cell.reader().text(row, i);
  }

  @Override
  public int label(Vocabulary values) {
    return -1;
  }

  @Override
  public void close() {}
}
