// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.data.CellParser;
import dev.demilune.data.NamedTable;
import dev.demilune.data.Vocabulary;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** The rows of one partition with plain columns, as a table with named ones. */
final class SparkTable extends PartitionTable implements NamedTable {

  private final List<SparkSchema.Cell> cells;
  private final List<String> columns;

  SparkTable(List<SparkSchema.Cell> cells, Iterator<InternalRow> rows) {
    super(rows);
    this.cells = cells;
    this.columns = cells.stream().map(SparkSchema.Cell::name).toList();
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public double number(int i) {
    return row().isNullAt(i) ? Double.NaN : cells.get(i).reader().number(row(), i);
  }

  @Override
  public long whole(int i, long fallback) {
    return row().isNullAt(i) ? fallback : cells.get(i).reader().whole(row(), i, fallback);
  }

  @Override
  public double parse(int i, CellParser parser) {
    byte[] text = cells.get(i).text(row(), i);
    return parser.parse(text, 0, text.length);
  }

  @Override
  public int find(int i, Vocabulary values) {
    byte[] text = cells.get(i).text(row(), i);
    return values.find(text, 0, text.length);
  }
}
