// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.random.StreamKey;
import dev.demilune.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The columns of a DataFrame that a training reads, looked at by their types and by no row.
 *
 * @param selected the columns, in the order of the schema's
 * @param partitions into how many parts rows are divided; empty for as many as there are
 */
record SparkSource(SparkSchema columns, Dataset<Row> selected, OptionalInt partitions) {

  /**
   * Finds the columns; no job runs.
   *
   * @throws DemiluneException if they do not fit the schema
   */
  static SparkSource forTraining(
      Dataset<?> data, Schema schema, ColumnNames names, OptionalInt partitions) {
    SparkSchema columns = SparkSchema.forTraining(schema, data.schema(), names);
    if (data.isStreaming()) {
      throw new DemiluneException("a stream has no end to train up to: write it to a table first");
    }
    columns.check();
    return new SparkSource(columns, columns.selected(data), partitions);
  }

  private SparkContext spark() {
    return selected.sparkSession().sparkContext();
  }

  /** Reads and keeps the rows; only after the charge. */
  SparkRows rows(StreamKey persons) {
    return SparkRows.of(
        JavaSparkContext.fromSparkContext(spark()), columns.blocks(selected, persons, partitions));
  }

  /**
   * Returns what a certificate says about the run. The number of partitions is among it only if it
   * was asked for: else it follows from the size of the files, which is a function of the rows that
   * nobody paid for.
   */
  Map<String, String> circumstances() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("engine", "Spark " + spark().version());
    facts.put("application", spark().applicationId());
    facts.put(
        "partitions",
        partitions.isPresent()
            ? partitions.getAsInt() + ", as was asked for"
            : "not told: their number follows from the size of the files");
    return facts;
  }
}
