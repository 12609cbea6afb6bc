// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.spark.sql.functions.col;

import dev.demilune.DemiluneException;
import dev.demilune.data.Table;
import dev.demilune.random.StreamKey;
import dev.demilune.rows.BlockEncoder;
import dev.demilune.rows.PersonChoice;
import dev.demilune.schema.Column;
import dev.demilune.schema.PersonCell;
import dev.demilune.schema.Schema;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

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
  record Cell(String name, CellReader reader, byte[] missing) implements Serializable {

    /** Returns the text of the cell of a row. */
    byte[] text(InternalRow row, int column) {
      return row.isNullAt(column) ? missing : reader.text(row, column);
    }
  }

  private final String json; // a schema as it is sent
  private final boolean vectors;
  private final ArrayList<String> columns; // of the DataFrame, in the order of cells
  private final ArrayList<Cell> cells; // of vectors: the label's and the person's, or fewer

  private SparkSchema(Schema schema, List<String> columns, List<Cell> cells) {
    this.json = schema.toJson();
    this.vectors = schema.isVectors();
    this.columns = new ArrayList<>(columns); // is sent
    this.cells = new ArrayList<>(cells);
  }

  /**
   * Finds the columns that training reads, the label and whose row it is included.
   *
   * @throws DemiluneException if columns are missing or have types that the schema does not fit
   */
  static SparkSchema forTraining(Schema schema, StructType frame, ColumnNames names) {
    return of(schema, frame, names, /* training= */ true);
  }

  /**
   * Finds the columns that prediction reads.
   *
   * @throws DemiluneException if columns are missing or have types that the schema does not fit
   */
  static SparkSchema forPrediction(Schema schema, StructType frame, String featuresCol) {
    ColumnNames names = new ColumnNames(featuresCol, Optional.empty(), Optional.empty());
    return of(schema, frame, names, /* training= */ false);
  }

  private static SparkSchema of(
      Schema schema, StructType frame, ColumnNames names, boolean training) {
    return schema.isVectors()
        ? ofVectors(schema, frame, names, training)
        : ofColumns(schema, frame, names, training);
  }

  private static SparkSchema ofVectors(
      Schema schema, StructType frame, ColumnNames names, boolean training) {
    DataType type = field(frame, names.features()).dataType();
    if (!type.equals(SQLDataTypes.VectorType())) {
      throw new DemiluneException(
          "column '"
              + names.features()
              + "' is of type "
              + type.simpleString()
              + ", and a schema of plain vectors needs one of vectors: assemble it, or list the"
              + " columns in the schema");
    }
    List<String> columns = new ArrayList<>(List.of(names.features()));
    List<Cell> cells = new ArrayList<>();
    if (training) {
      String label = names.label().orElse("label");
      columns.add(label);
      cells.add(cell(schema, field(frame, label), label, Optional.empty()));
      schema
          .person()
          .ifPresent(
              own -> {
                String person = names.person().orElse(own);
                columns.add(person);
                cells.add(cell(schema, field(frame, person), own, Optional.empty()));
              });
    }
    return new SparkSchema(schema, columns, cells);
  }

  private static SparkSchema ofColumns(
      Schema schema, StructType frame, ColumnNames names, boolean training) {
    List<String> columns = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    for (Column column : schema.fileColumns()) {
      Optional<String> read = nameOf(column, schema, names, training);
      if (read.isPresent() && frame.getFieldIndex(read.get()).isEmpty()) {
        absent.add(read.get());
      } else if (read.isPresent()) {
        columns.add(read.get());
        cells.add(cell(schema, field(frame, read.get()), column.name(), Optional.of(column)));
      }
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

  /** Returns what the DataFrame calls a column of the schema; empty if it is not read. */
  private static Optional<String> nameOf(
      Column column, Schema schema, ColumnNames names, boolean training) {
    Optional<String> own = Optional.of(column.name());
    if (column instanceof Column.Label) {
      return training ? names.label().or(() -> own) : Optional.empty();
    }
    if (own.equals(schema.person())) {
      return training ? names.person().or(() -> own) : Optional.empty();
    }
    return column instanceof Column.Ignored ? Optional.empty() : own;
  }

  private static StructField field(StructType frame, String name) {
    if (frame.getFieldIndex(name).isEmpty()) {
      throw new DemiluneException(
          SOURCE
              + " has no column '"
              + name
              + "': set featuresCol, labelCol and personCol to its columns");
    }
    return frame.apply(name);
  }

  private static Cell cell(Schema schema, StructField field, String name, Optional<Column> column) {
    if (schema.person().equals(Optional.of(name))) {
      checkNamesPersons(field);
    }
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

  /** Refuses names of persons that lose a part when they are read, so that two would share one. */
  private static void checkNamesPersons(StructField field) {
    if (field.dataType() instanceof TimestampType || field.dataType() instanceof TimestampNTZType) {
      throw new DemiluneException(
          "column '"
              + field.name()
              + "' says whose row it is and is of type "
              + field.dataType().simpleString()
              + ", which is read to the second, so that two persons could share a name: cast it to"
              + " text");
    }
  }

  Schema schema() {
    return Schema.fromJson(json);
  }

  /** Returns the table of a partition, whose rows have the cells of this schema in order. */
  Table table(Iterator<InternalRow> rows) {
    return vectors ? new SparkVectors(cells, rows) : new SparkTable(cells, rows);
  }

  /** Refuses on the driver what executors would refuse; looks at no row. */
  void check() {
    Table none = table(Collections.emptyIterator());
    BlockEncoder.encoder(schema(), none);
    if (schema().adjacency().isOfPersons()) {
      PersonCell.of(schema(), none);
    }
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

  /**
   * Returns the encoded rows of selected columns. Spark may run jobs to plan: charge before.
   *
   * @param persons the key by which the rows of a person are chosen, where she is the unit
   * @param partitions how many partitions the blocks have; empty for as many as the rows have
   */
  JavaRDD<RowBlock> blocks(Dataset<Row> selected, StreamKey persons, OptionalInt partitions) {
    Schema schema = schema();
    if (schema.adjacency().isOfPersons()) { // they are sent by their names all the same
      JavaRDD<InternalRow> rows = internal(selected);
      return PersonBlocks.of(
          this,
          rows,
          PersonChoice.of(persons, schema.rowsPerPerson()),
          partitions.orElse(Math.max(1, rows.getNumPartitions())));
    }
    return internal(partitions.isPresent() ? selected.repartition(partitions.getAsInt()) : selected)
        .mapPartitions(
            part -> RowBlock.each(BlockEncoder.of(schema(), table(part))),
            /* preservesPartitioning= */ true);
  }

  private static JavaRDD<InternalRow> internal(Dataset<Row> rows) {
    return rows.queryExecution().toRdd().toJavaRDD();
  }

  /** A column whose name may hold dots. */
  private static org.apache.spark.sql.Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  /** Returns the names of the columns that are read. */
  List<String> columns() {
    return Collections.unmodifiableList(columns);
  }
}
