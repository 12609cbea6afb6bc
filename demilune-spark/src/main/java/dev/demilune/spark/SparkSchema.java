// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.spark.sql.functions.col;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.rows.BlockEncoder;
import dev.demilune.schema.Column;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Bounds and encodes the rows of a DataFrame by a {@link Schema}, as a file is: plain columns by
 * their names, or one column of vectors. Columns that the schema does not name are left alone. A
 * null is a missing value.
 *
 * <p>What can be refused is refused from the types of the columns, before any row is looked at.
 */
final class SparkSchema implements Serializable {

  private static final long serialVersionUID = 1;

  static final String SOURCE = "the DataFrame";

  /**
   * How the cells of a column are read.
   *
   * @param missing the text of a null: one that the schema reads as missing
   */
  @SuppressWarnings("ArrayRecordComponent") // never written to
  record Cell(String name, CellReader reader, byte[] missing) implements Serializable {}

  private final String json; // a schema as it is sent
  private final boolean vectors;
  private final ArrayList<String> columns; // of the DataFrame, in the order of cells
  private final ArrayList<Cell> cells; // of vectors: the label's, or none

  private SparkSchema(Schema schema, List<String> columns, List<Cell> cells) {
    this.json = schema.toJson();
    this.vectors = schema.isVectors();
    this.columns = new ArrayList<>(columns); // is sent
    this.cells = new ArrayList<>(cells);
  }

  /**
   * Finds the schema's columns in a DataFrame.
   *
   * @param labelCol the DataFrame's name of the label; empty for that of the schema
   * @param withLabel whether a label is needed: for training and not for prediction
   * @throws DemiluneException if columns are missing or have types that the schema does not fit
   */
  static SparkSchema of(
      Schema schema,
      StructType frame,
      String featuresCol,
      Optional<String> labelCol,
      boolean withLabel) {
    if (withLabel && schema.adjacency().isOfPersons()) {
      throw new DemiluneException(
          "on Spark the unit is a row, and the schema names persons, whose rows must be bounded"
              + " together: train in one process, or leave one row per person in a table whose"
              + " schema has no person");
    }
    return schema.isVectors()
        ? ofVectors(schema, frame, featuresCol, labelCol.orElse("label"), withLabel)
        : ofColumns(schema, frame, labelCol, withLabel);
  }

  private static SparkSchema ofVectors(
      Schema schema, StructType frame, String featuresCol, String labelCol, boolean withLabel) {
    DataType type = field(frame, featuresCol).dataType();
    if (!type.equals(SQLDataTypes.VectorType())) {
      throw new DemiluneException(
          "column '"
              + featuresCol
              + "' is of type "
              + type.simpleString()
              + ", and a schema of plain vectors needs one of vectors: assemble it, or list the"
              + " columns in the schema");
    }
    List<String> columns = new ArrayList<>(List.of(featuresCol));
    List<Cell> cells = new ArrayList<>();
    if (withLabel) {
      columns.add(labelCol);
      cells.add(cell(schema, field(frame, labelCol), labelCol, Optional.empty()));
    }
    return new SparkSchema(schema, columns, cells);
  }

  private static SparkSchema ofColumns(
      Schema schema, StructType frame, Optional<String> labelCol, boolean withLabel) {
    List<String> columns = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (Column column : schema.fileColumns()) {
      boolean isLabel = column instanceof Column.Label;
      if (column instanceof Column.Ignored || (isLabel && !withLabel)) {
        continue;
      }
      String name = isLabel ? labelCol.orElse(column.name()) : column.name();
      if (frame.getFieldIndex(name).isEmpty()) {
        absent.add(name);
        continue;
      }
      columns.add(name);
      cells.add(cell(schema, field(frame, name), column.name(), Optional.of(column)));
    }
    if (!absent.isEmpty()) {
      throw new DemiluneException(
          SOURCE
              + " has no column '"
              + String.join("', no column '", absent)
              + "', which the schema names: rename a column, or change the schema");
    }
    return new SparkSchema(schema, columns, cells);
  }

  private static StructField field(StructType frame, String name) {
    if (frame.getFieldIndex(name).isEmpty()) {
      throw new DemiluneException(
          SOURCE + " has no column '" + name + "': set featuresCol and labelCol to its columns");
    }
    return frame.apply(name);
  }

  private static Cell cell(Schema schema, StructField field, String name, Optional<Column> column) {
    CellReader reader =
        CellReader.of(field.dataType())
            .orElseThrow(
                () ->
                    new DemiluneException(
                        "column '"
                            + field.name()
                            + "' is of type "
                            + field.dataType().simpleString()
                            + ", and a schema reads text, numbers, booleans, dates and times: cast"
                            + " or drop it"));
    List<String> missing =
        column.flatMap(one -> one.reading().missingValues()).orElse(schema.missingValues());
    String text = missing.isEmpty() || missing.contains("") ? "" : missing.get(0);
    return new Cell(name, reader, text.getBytes(UTF_8));
  }

  Schema schema() {
    return Schema.fromJson(json);
  }

  /** Returns the table of a partition, whose rows have the cells of this schema in order. */
  Table table(Iterator<InternalRow> rows) {
    return vectors
        ? new SparkVectors(cells.stream().findFirst().map(Cell::reader), rows)
        : new SparkTable(cells, rows);
  }

  /** Returns an encoder of such tables; refuses on the driver what executors would refuse. */
  RowEncoder encoder(Schema schema) {
    return schema.encoder(table(Collections.emptyIterator()));
  }

  /**
   * Returns the columns of a DataFrame that are read; no job runs.
   *
   * @throws DemiluneException if Spark does not know which column is meant
   */
  Dataset<Row> selected(Dataset<?> data) {
    try {
      return data.select(
          columns.stream().map(SparkSchema::quoted).toArray(org.apache.spark.sql.Column[]::new));
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      throw new DemiluneException(
          SOURCE
              + " has several columns of one name, or Spark cannot select what the schema names:"
              + " drop or rename columns",
          e);
    }
  }

  /** Returns the encoded rows of selected columns. Spark may run jobs to plan: charge before. */
  JavaRDD<RowBlock> blocks(Dataset<Row> selected) {
    return selected.queryExecution().toRdd().toJavaRDD().mapPartitions(this::encoded, true);
  }

  /** A column whose name may hold dots. */
  private static org.apache.spark.sql.Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  /** Returns the names of the columns that are read. */
  List<String> columns() {
    return Collections.unmodifiableList(columns);
  }

  private Iterator<RowBlock> encoded(Iterator<InternalRow> rows) {
    BlockEncoder blocks = new BlockEncoder(schema(), table(rows));
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return blocks.hasNext();
      }

      @Override
      public RowBlock next() {
        return new RowBlock(blocks.next());
      }
    };
  }
}
