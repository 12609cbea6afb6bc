// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;

import dev.demilune.DemiluneException;
import dev.demilune.cli.engine.Engine;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Spark for the command line: {@code demilune train --engine spark}. */
public final class SparkEngine implements Engine {

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Source open(Schema schema, List<String> data, Optional<String> master, boolean withLabel) {
    SparkSession.Builder builder = SparkSession.builder().appName("demilune");
    master.ifPresent(builder::master);
    SparkSession spark;
    try {
      spark = builder.getOrCreate();
    } catch (Exception e) {
      throw new DemiluneException(
          "Spark does not start: give --master, or use spark-submit; its own log says more", e);
    }
    try {
      Dataset<Row> frame = read(spark, schema, data);
      SparkSchema columns =
          SparkSchema.of(schema, frame.schema(), "features", Optional.empty(), withLabel);
      columns.encoder(schema);
      columns.selected(frame);
      return new Opened(spark, schema, frame, columns);
    } catch (DemiluneException e) {
      spark.stop();
      throw e;
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      spark.stop();
      throw new DemiluneException("Spark cannot read the columns of " + data.get(0), e);
    }
  }

  /** What a file holds, by the end of its name. */
  private enum Format {
    PARQUET,
    ORC,
    JSON,
    CSV;

    static Format of(String file) {
      String name = file.toLowerCase(Locale.ROOT).replaceAll("(/|\\.gz|\\.bz2)$", "");
      for (Format format : values()) {
        if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
          return format;
        }
      }
      throw new DemiluneException(
          "the name '" + file + "' must end with .parquet, .orc, .json or .csv");
    }
  }

  private static Dataset<Row> read(SparkSession spark, Schema schema, List<String> data) {
    String[] files = data.toArray(String[]::new);
    DataFrameReader reader = spark.read();
    return switch (Format.of(files[0])) {
      case PARQUET -> reader.parquet(files);
      case ORC -> reader.orc(files);
      case JSON -> reader.schema(texts(schema)).json(files); // types are not inferred from rows
      case CSV ->
          reader
              .option("header", Boolean.toString(schema.csvFormat().header()))
              .option("sep", String.valueOf(schema.csvFormat().delimiter()))
              .csv(files);
    };
  }

  /** All columns of the schema, as text. */
  private static StructType texts(Schema schema) {
    StructType columns = new StructType();
    for (dev.demilune.schema.Column column : schema.fileColumns()) {
      columns = columns.add(column.name(), DataTypes.StringType);
    }
    return columns;
  }

  /** A table that Spark can read. */
  private static final class Opened implements Source {
    private final SparkSession spark;
    private final Schema schema;
    private final Dataset<Row> frame;
    private final SparkSchema columns;
    private final Thread cancels;
    private SparkRows rows;

    Opened(SparkSession spark, Schema schema, Dataset<Row> frame, SparkSchema columns) {
      this.spark = spark;
      this.schema = schema;
      this.frame = frame;
      this.columns = columns;
      this.cancels = new Thread(() -> spark.sparkContext().cancelAllJobs());
      Runtime.getRuntime().addShutdownHook(cancels); // Ctrl-C stops the executors' work, too
    }

    @Override
    public BoundedDataset rows() {
      try {
        rows =
            SparkRows.of(
                JavaSparkContext.fromSparkContext(spark.sparkContext()),
                columns.blocks(columns.selected(frame)));
        return BoundedDataset.of(schema, rows);
      } catch (DemiluneException e) {
        throw e;
      } catch (Exception e) { // its messages may quote rows
        throw new DemiluneException("Spark cannot read the rows: its own log says why", e);
      }
    }

    @Override
    public Map<String, String> circumstances() {
      return SparkTraining.circumstances(spark.sparkContext());
    }

    @Override
    public void predict(Path model, String out) {
      try {
        DemiluneClassificationModel loaded =
            new DemiluneClassificationModel("demilune", ModelBytes.of(Files.readAllBytes(model)));
        loaded.setRawPredictionCol("");
        loaded.setProbabilityCol("");
        Dataset<Row> predicted = loaded.transform(frame);
        String name = loaded.getPredictionCol();
        List<Column> labels = new ArrayList<>();
        loaded.labels().forEach(label -> labels.add(lit(label)));
        double[] values = Predictions.values(loaded.labels());
        List<Column> numbers = new ArrayList<>();
        for (double value : values) {
          numbers.add(lit(value));
        }
        Dataset<Row> named =
            predicted.withColumn(
                name,
                element_at(
                    array(labels.toArray(Column[]::new)),
                    org.apache
                        .spark
                        .sql
                        .functions
                        .array_position(array(numbers.toArray(Column[]::new)), col(name))
                        .cast(DataTypes.IntegerType)));
        switch (Format.of(out)) {
          case PARQUET -> named.write().parquet(out);
          case ORC -> named.write().orc(out);
          case JSON -> named.write().json(out);
          case CSV -> named.write().option("header", "true").csv(out);
        }
      } catch (DemiluneException e) {
        throw e;
      } catch (IOException e) {
        throw new DemiluneException(model + " cannot be read", e);
      } catch (Exception e) { // its messages may quote rows
        throw new DemiluneException(
            "Spark cannot write predictions to " + out + ": its own log says why", e);
      }
    }

    @Override
    public void close() {
      if (rows != null) {
        rows.close();
      }
      Runtime.getRuntime().removeShutdownHook(cancels);
      spark.stop();
    }
  }
}
