// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.data.CellParser;
import dev.demilune.data.Vocabulary;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * The rows of one partition with a vector column, which comes first, and perhaps a label and whose
 * row it is. A vector that is null is zero; entries beyond the schema's features do not count.
 */
final class SparkVectors extends PartitionTable {

  private final UserDefinedType<?> type = (UserDefinedType<?>) SQLDataTypes.VectorType();
  private static final int FIELDS = 4; // of a vector: type, size, indices, values
  private final Optional<SparkSchema.Cell> label;
  private final Optional<SparkSchema.Cell> person;
  private int[] indices = new int[0]; // of a sparse vector
  private boolean sparse;
  private double[] values = new double[0];

  /**
   * @param cells the label's and the person's, or fewer
   */
  SparkVectors(List<SparkSchema.Cell> cells, Iterator<InternalRow> rows) {
    super(rows);
    this.label = cells.stream().findFirst();
    this.person = cells.stream().skip(1).findFirst();
  }

  @Override
  public Layout layout() {
    return Layout.VECTOR;
  }

  @Override
  public List<String> columns() {
    return person.map(SparkSchema.Cell::name).stream().toList();
  }

  /** Reads whose row it is. */
  @Override
  public double parse(int i, CellParser parser) {
    byte[] text = person.orElseThrow().text(row(), 2);
    return parser.parse(text, 0, text.length);
  }

  @Override
  public boolean labeled() {
    return label.isPresent();
  }

  @Override
  public boolean next() {
    if (!super.next()) {
      return false;
    }
    sparse = false;
    if (row().isNullAt(0)) {
      values = new double[0];
      return true;
    }
    Vector vector = (Vector) type.deserialize(row().getStruct(0, FIELDS));
    if (vector instanceof SparseVector entries) {
      sparse = true;
      indices = entries.indices();
      values = entries.values();
    } else {
      values = vector.toArray();
    }
    return true;
  }

  @Override
  public int cells() {
    return values.length;
  }

  @Override
  public int column(int i) {
    return sparse ? indices[i] : i;
  }

  @Override
  public double number(int i) {
    return values[i];
  }

  /** Returns -1: the cells of a vector are numbers. */
  @Override
  public int find(int i, Vocabulary vocabulary) {
    return -1;
  }

  @Override
  public int label(Vocabulary vocabulary) {
    if (label.isEmpty() || row().isNullAt(1)) {
      return -1;
    }
    byte[] text = label.get().text(row(), 1);
    return vocabulary.find(text, 0, text.length);
  }
}
