// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.budget.Ledger;
import dev.demilune.data.CsvReader;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Visits of patients: some have one row, some more than are used, and some have no name. */
record Visits(List<Row> rows) {

  static final int MOST = 3;

  static final Guarantee GUARANTEE = ApproximateDp.of(1.5, 1e-5);

  static final Schema SCHEMA =
      SchemaFile.parse(
          """
          person: patient
          rows-per-person: 3
          expected-persons: 60
          columns:
            age: number 0..100
            dose: {number: 0..10, missing: own}
            ward: {category: [north, south]}
            well: {label: ["no", "yes"]}
          """,
          "schema");

  static final StructType COLUMNS =
      new StructType()
          .add("age", DataTypes.IntegerType)
          .add("dose", DataTypes.DoubleType)
          .add("ward", DataTypes.StringType)
          .add("well", DataTypes.StringType)
          .add("patient", DataTypes.StringType);

  static Visits of(int persons) {
    SplittableRandom random = new SplittableRandom(3);
    List<Row> rows = new ArrayList<>();
    for (int p = 0; p < persons; p++) {
      int visits = 1 + random.nextInt(2 * MOST);
      for (int i = 0; i < visits; i++) {
        rows.add(visit(random, p % 20 == 7 ? null : "p" + p));
      }
    }
    return new Visits(rows);
  }

  /** Returns these visits and so many of one more person. */
  Visits and(String person, int visits) {
    SplittableRandom random = new SplittableRandom(8);
    List<Row> more = new ArrayList<>(rows);
    for (int i = 0; i < visits; i++) {
      more.add(visit(random, person));
    }
    return new Visits(more);
  }

  private static Row visit(SplittableRandom random, String person) {
    boolean well = random.nextBoolean();
    return RowFactory.create(
        20 + random.nextInt(60) + (well ? 0 : 15),
        random.nextInt(5) == 0 ? null : random.nextInt(20) / 2.0,
        random.nextBoolean() ? "north" : "south",
        well ? "yes" : "no",
        person);
  }

  Visits shuffled(int seed) {
    List<Row> order = new ArrayList<>(rows);
    Collections.shuffle(order, new Random(seed));
    return new Visits(order);
  }

  Dataset<Row> frame(SparkSession spark, int partitions) {
    return spark.createDataFrame(
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(rows, partitions),
        COLUMNS);
  }

  static StreamKey key() {
    return Randomness.reproducible(7).stream("rows of persons").key();
  }

  /** Returns the same rows, read from a file in this process. */
  BoundedDataset local() {
    StringBuilder text = new StringBuilder(String.join(",", COLUMNS.fieldNames())).append('\n');
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(row.isNullAt(i) ? "" : row.get(i).toString());
      }
      text.append(String.join(",", cells)).append('\n');
    }
    return BoundedDataset.of(
        SCHEMA,
        CsvReader.open(
            new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
            "visits",
            SCHEMA.csvFormat()),
        key());
  }

  /** Trains in this process. */
  byte[] trained(Learner learner) {
    TrainingPlan plan = learner.plan(Shape.of(SCHEMA), GUARANTEE).orThrow();
    try (Ledger ledger = ledger()) {
      return ModelBytes.of(plan.run(local(), ledger.spend("test", plan))).file();
    }
  }

  /** Trains on Spark. */
  static byte[] trained(Learner learner, Dataset<Row> frame) {
    try (Ledger ledger = ledger()) {
      return ModelBytes.of(
              SparkTraining.of(SCHEMA, learner, GUARANTEE)
                  .fit(frame, ledger, "test", Progress.NONE, key()))
          .file();
    }
  }

  private static Ledger ledger() {
    return Ledger.inMemory("test", SCHEMA.adjacency(), GUARANTEE, Randomness.reproducible(7));
  }
}
