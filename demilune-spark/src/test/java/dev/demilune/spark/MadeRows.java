// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/** Rows of 20 uniform numbers with a noisy halfspace for a label, of any number. */
final class MadeRows {

  static final int COLUMNS = 20;

  private MadeRows() {}

  private static double weight(int j) {
    return j % 3 == 0 ? 0 : Math.cos(j);
  }

  /** Columns that are a function of the row's number, made on executors. */
  static Dataset<Row> columns(SparkSession spark, long from, long to, int partitions) {
    Dataset<Row> frame = spark.range(from, to, 1, partitions).toDF();
    Column score = lit(0.0);
    for (int j = 0; j < COLUMNS; j++) {
      Column x = xxhash64(col("id"), lit(j)).divide(lit(0x1p63));
      frame = frame.withColumn("x" + j, x);
      score = score.plus(col("x" + j).multiply(lit(weight(j))));
    }
    Column noise = xxhash64(col("id"), lit(-1)).divide(lit(0x1p63));
    return frame
        .withColumn("label", score.plus(noise).gt(lit(0)).cast(DataTypes.IntegerType))
        .drop("id");
  }

  /** The same as vectors. */
  static Dataset<Row> vectors(Dataset<Row> columns) {
    String[] inputs = new String[COLUMNS];
    Arrays.setAll(inputs, j -> "x" + j);
    return new VectorAssembler()
        .setInputCols(inputs)
        .setOutputCol("features")
        .transform(columns)
        .select("features", "label");
  }

  static Schema ofColumns(long rows) {
    SchemaBuilder builder = Schema.builder().adjacency(Adjacency.ADD_OR_REMOVE_ONE);
    for (int j = 0; j < COLUMNS; j++) {
      builder.number("x" + j, -1, 1);
    }
    return builder.label("label", "0", "1").expectedRows(rows).build();
  }

  static Schema ofVectors(long rows) {
    return Schema.vectors(COLUMNS, LabelSet.numbered(2))
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .build();
  }

  /** Rows of the same law, made in this process as they are read. */
  static Table table(long rows) {
    return new Made(rows);
  }

  private static final class Made implements Table {
    private final long rows;
    private final SplittableRandom random = new SplittableRandom(5);
    private final double[] row = new double[COLUMNS];
    private long at;
    private int label;

    Made(long rows) {
      this.rows = rows;
    }

    @Override
    public String source() {
      return "made";
    }

    @Override
    public Layout layout() {
      return Layout.VECTOR;
    }

    @Override
    public List<String> columns() {
      return List.of();
    }

    @Override
    public boolean labeled() {
      return true;
    }

    @Override
    public boolean next() {
      if (at == rows) {
        return false;
      }
      at++;
      double score = random.nextDouble(-1, 1);
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = random.nextDouble(-1, 1);
        score += weight(j) * row[j];
      }
      label = score > 0 ? 1 : 0;
      return true;
    }

    @Override
    public long line() {
      return at;
    }

    @Override
    public int cells() {
      return COLUMNS;
    }

    @Override
    public int column(int i) {
      return i;
    }

    @Override
    public double number(int i) {
      return row[i];
    }

    @Override
    public int find(int i, Vocabulary values) {
      return -1;
    }

    @Override
    public int label(Vocabulary values) {
      byte[] text = {(byte) ('0' + label)};
      return values.find(text, 0, 1);
    }

    @Override
    public void close() {}
  }
}
