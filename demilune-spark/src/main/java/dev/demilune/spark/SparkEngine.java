// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_position;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;

import dev.demilune.DemiluneException;
import dev.demilune.cli.engine.Engine;
import dev.demilune.learn.Progress;
import dev.demilune.random.StreamKey;
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
  public Source open(Schema schema, List<String> data, Place place, Purpose purpose) {
    SparkSession.Builder builder = SparkSession.builder().appName("demilune");
    place.master().ifPresent(builder::master);
    SparkSession spark;
    try {
      spark = builder.getOrCreate();
    } catch (Exception e) {
      throw new DemiluneException(
          "Spark does not start: give --master, or use spark-submit; its own log says more", e);
    }
    try {
      Dataset<Row> frame = read(spark, schema, data);
      if (purpose == Purpose.PREDICTION) {
        SparkSchema.forPrediction(schema, frame.schema(), ColumnNames.USUAL.features())
            .selected(frame);
        return new Opened(spark, schema, frame, Optional.empty());
      }
      SparkSource columns =
          SparkSource.forTraining(frame, schema, ColumnNames.USUAL, place.partitions());
      return new Opened(spark, schema, frame, Optional.of(columns));
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
      case CSV -> {
        boolean header = schema.csvFormat().header();
        yield (header ? reader : reader.schema(texts(schema))) // columns by their places
            .option("header", Boolean.toString(header))
            .option("sep", String.valueOf(schema.csvFormat().delimiter()))
            .option("escape", "\"") // a quote in a cell is two of them
            .csv(files);
      }
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
    private final Optional<SparkSource> training;
    private Optional<SparkJobs> jobs = Optional.empty();
    private Optional<SparkRows> rows = Optional.empty();

    Opened(SparkSession spark, Schema schema, Dataset<Row> frame, Optional<SparkSource> training) {
      this.spark = spark;
      this.schema = schema;
      this.frame = frame;
      this.training = training;
    }

    @Override
    public BoundedDataset rows(StreamKey persons, Progress reading) {
      jobs = Optional.of(new SparkJobs(spark.sparkContext(), "training"));
      int planned = schema.adjacency().isOfPersons() ? 2 : 1; // persons are counted after rows
      try (SparkJobs.Listening listening = jobs.get().tell(reading, planned)) {
        rows = Optional.of(training.orElseThrow().rows(persons));
        return BoundedDataset.of(schema, rows.get());
      } catch (DemiluneException e) {
        throw e;
      } catch (Exception e) { // its messages may quote rows
        throw new DemiluneException("Spark cannot read the rows: its own log says why", e);
      }
    }

    @Override
    public Map<String, String> circumstances() {
      return training.orElseThrow().circumstances();
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
                    array_position(array(numbers.toArray(Column[]::new)), col(name))
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
      rows.ifPresent(SparkRows::close);
      jobs.ifPresent(SparkJobs::close);
      spark.stop();
    }
  }
}
