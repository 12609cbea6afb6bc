// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.model.Classifier;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;

/**
 * Appends scores, probabilities and predictions to the rows of a partition.
 *
 * @param positions of the schema's columns in a row
 * @param raw whether scores are appended, then probabilities, then predictions
 */
@SuppressWarnings("ArrayRecordComponent") // never written to
record Predictions(
    Broadcast<ModelBytes> model,
    SparkSchema columns,
    StructType frame,
    int[] positions,
    boolean raw,
    boolean probability,
    boolean prediction)
    implements Serializable {

  /** Appends the columns whose names are not empty. */
  static StructType appended(StructType frame, String raw, String probability, String prediction) {
    StructType all = frame;
    if (!raw.isEmpty()) {
      all = append(all, raw, SQLDataTypes.VectorType());
    }
    if (!probability.isEmpty()) {
      all = append(all, probability, SQLDataTypes.VectorType());
    }
    return prediction.isEmpty() ? all : append(all, prediction, DataTypes.DoubleType);
  }

  private static StructType append(
      StructType frame, String name, org.apache.spark.sql.types.DataType type) {
    if (frame.getFieldIndex(name).isDefined()) {
      throw new DemiluneException(
          "the DataFrame has a column '" + name + "' already: give the prediction another name");
    }
    return frame.add(new StructField(name, type, /* nullable= */ false, metadata()));
  }

  private static org.apache.spark.sql.types.Metadata metadata() {
    return org.apache.spark.sql.types.Metadata.empty();
  }

  Iterator<Row> of(Iterator<Row> rows) {
    Classifier classifier = model.value().classifier();
    double[] values = values(classifier.labels().names());
    Cells cells = new Cells(rows);
    dev.demilune.data.Table table = columns.table(cells);
    RowEncoder encoder = classifier.schema().encoder(table);
    EncodedRow encoded = new EncodedRow();
    double[] scores = new double[values.length];
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        table.next();
        encoder.encode(table, encoded);
        int best = classifier.predict(encoded, scores);
        List<Object> all = new ArrayList<>(cells.values());
        if (raw) {
          all.add(Vectors.dense(scores.clone()));
        }
        if (probability) {
          all.add(Vectors.dense(classifier.probabilities(encoded)));
        }
        if (prediction) {
          all.add(values[best]);
        }
        return RowFactory.create(all.toArray());
      }
    };
  }

  /** Returns the labels where all are numbers, else their positions. */
  static double[] values(List<String> labels) {
    double[] values = new double[labels.size()];
    for (int k = 0; k < values.length; k++) {
      try {
        values[k] = Double.parseDouble(labels.get(k));
      } catch (NumberFormatException e) {
        java.util.Arrays.setAll(values, i -> i);
        return values;
      }
    }
    return values;
  }

  /** The schema's cells of rows, in Spark's own form. */
  private final class Cells implements Iterator<InternalRow> {
    private final Iterator<Row> rows;
    private final List<Function1<Object, Object>> converters = new ArrayList<>();
    private Row row;

    Cells(Iterator<Row> rows) {
      this.rows = rows;
      for (int position : positions) {
        converters.add(
            CatalystTypeConverters.createToCatalystConverter(frame.apply(position).dataType()));
      }
    }

    List<Object> values() {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(row.get(i));
      }
      return values;
    }

    @Override
    public boolean hasNext() {
      return rows.hasNext();
    }

    @Override
    public InternalRow next() {
      row = rows.next();
      Object[] cells = new Object[positions.length];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = converters.get(i).apply(row.get(positions[i]));
      }
      return new GenericInternalRow(cells);
    }
  }
}
