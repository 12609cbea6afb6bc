// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.data.Table;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;

/** The rows of one partition, in Spark's own form. */
abstract class PartitionTable implements Table {

  private final Iterator<InternalRow> rows;
  private InternalRow row;
  private long line;

  PartitionTable(Iterator<InternalRow> rows) {
    this.rows = rows;
  }

  /** Returns the current row, which Spark reuses. */
  final InternalRow row() {
    return row;
  }

  @Override
  public final String source() {
    return SparkSchema.SOURCE;
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
  public final long line() {
    return line;
  }

  /** Does nothing: the rows are Spark's. */
  @Override
  public final void close() {}
}
