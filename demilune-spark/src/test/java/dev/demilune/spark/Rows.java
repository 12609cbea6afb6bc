// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.budget.Ledger;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows of vectors, for a local fit and for Spark; many of them occur several times. */
final class Rows {

  static final int FEATURES = 4;
  static final Guarantee GUARANTEE = ApproximateDp.of(1.5, 1e-5);

  private final double[][] vectors;
  private final int[] labels;

  private Rows(double[][] vectors, int[] labels) {
    this.vectors = vectors;
    this.labels = labels;
  }

  static Rows of(int count) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] vectors = new double[count][FEATURES];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      labels[i] = random.nextInt(2);
      for (int j = 0; j < FEATURES; j++) {
        // few values: copies of rows are common
        vectors[i][j] = random.nextInt(4) / 4.0 * (labels[i] == 0 ? -1 : 1) + 0.3;
      }
    }
    return new Rows(vectors, labels);
  }

  static Schema schema(int rows) {
    return Schema.vectors(FEATURES, LabelSet.numbered(2))
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(Math.max(1, rows))
        .build();
  }

  Schema schema() {
    return schema(vectors.length);
  }

  int size() {
    return vectors.length;
  }

  /** Returns the rows in another order. */
  Rows shuffled(int seed) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    double[][] rows = new double[vectors.length][];
    int[] classes = new int[vectors.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = vectors[order.get(i)];
      classes[i] = labels[order.get(i)];
    }
    return new Rows(rows, classes);
  }

  Dataset<Row> frame(SparkSession spark, int partitions) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < vectors.length; i++) {
      rows.add(
          RowFactory.create(
              (double) labels[i],
              i % 2 == 0 ? Vectors.dense(vectors[i]) : Vectors.dense(vectors[i]).toSparse()));
    }
    StructType columns =
        new StructType()
            .add("label", DataTypes.DoubleType)
            .add("features", SQLDataTypes.VectorType());
    return spark.createDataFrame(
        org.apache.spark.api.java.JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(rows, partitions),
        columns);
  }

  /** Returns the learner that a text names, with settings after it. */
  static Learner learner(String text) {
    String[] words = text.split(" ", -1);
    Learner learner = Learners.named(words[0]);
    for (int i = 1; i < words.length; i++) {
      String[] pair = words[i].split("=", 2);
      learner = learner.with(pair[0], pair[1]);
    }
    return learner;
  }

  /** Returns the rows in this process. */
  BoundedDataset local() {
    return BoundedDataset.of(schema(), VectorTable.of(vectors, labels));
  }

  /** Trains in this process. */
  byte[] trained(Learner learner) {
    Schema schema = schema();
    TrainingPlan plan = learner.plan(Shape.of(schema), GUARANTEE).orThrow();
    try (Ledger ledger = ledger(schema)) {
      PrivateFit fit = plan.run(local(), ledger.spend("test", plan));
      return ModelBytes.of(fit).file();
    }
  }

  /** Trains on Spark. */
  byte[] trained(Learner learner, Dataset<Row> frame) {
    try (Ledger ledger = ledger(schema())) {
      PrivateFit fit =
          SparkTraining.of(schema(), learner, GUARANTEE).fit(frame, ledger, "test", Progress.NONE);
      return ModelBytes.of(fit).file();
    }
  }

  private static Ledger ledger(Schema schema) {
    return Ledger.inMemory("test", schema.adjacency(), GUARANTEE, Randomness.reproducible(7));
  }
}
