// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import com.sun.management.OperatingSystemMXBean;
import dev.demilune.budget.Ledger;
import dev.demilune.data.IdxReader;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.schema.SchemaBuilder;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.apache.spark.ml.classification.LinearSVC;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Measures Spark against the local trainer, and against MLlib: {@code ScaleBenchmark mnist FOLDER},
 * {@code ScaleBenchmark mllib ROWS}, {@code ScaleBenchmark synthetic ROWS}. Prints lines of a
 * Markdown table. Processor seconds are of the whole process, Spark's own threads included.
 */
final class ScaleBenchmark {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-5);
  private static final int COLUMNS = 20;
  private static final int TEST_ROWS = 100_000;

  private ScaleBenchmark() {}

  public static void main(String[] arguments) throws java.io.IOException {
    try (SparkSession spark = Sessions.start("local[2]", Map.of("spark.driver.memory", "4g"))) {
      spark.range(1000).count(); // start-up is Spark's own
      switch (arguments[0]) {
        case "mnist" -> mnist(spark, Path.of(arguments[1]));
        case "mllib" -> mllib(spark, Long.parseLong(arguments[1]));
        case "synthetic" -> synthetic(spark, Long.parseLong(arguments[1]), true);
        case "spark" -> synthetic(spark, Long.parseLong(arguments[1]), false);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  /** Runs, and prints processor and wall seconds. */
  private static <T> T timed(String what, Supplier<T> work) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long wall = System.nanoTime();
    long processor = system.getProcessCpuTime();
    T result = work.get();
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f |%n",
        what,
        (system.getProcessCpuTime() - processor) / 1e9,
        (System.nanoTime() - wall) / 1e9);
    return result;
  }

  private static PrivateFit local(Schema schema, Learner learner, Supplier<Table> table) {
    TrainingPlan plan = learner.plan(Shape.of(schema), GUARANTEE).orThrow();
    try (Ledger ledger = ledger(schema)) {
      return plan.run(BoundedDataset.of(schema, table.get()), ledger.spend("benchmark", plan));
    }
  }

  private static PrivateFit spark(Schema schema, Learner learner, Dataset<Row> frame) {
    try (Ledger ledger = ledger(schema)) {
      return SparkTraining.of(schema, learner, GUARANTEE)
          .fit(frame, ledger, "benchmark", Progress.NONE);
    }
  }

  private static Ledger ledger(Schema schema) {
    return Ledger.inMemory("benchmark", schema.adjacency(), GUARANTEE, Randomness.reproducible(7));
  }

  private static void mnist(SparkSession spark, Path folder) {
    Schema schema =
        Schema.vectors(784, LabelSet.numbered(10))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(60_000)
            .build();
    Supplier<Table> table =
        () ->
            IdxReader.open(
                folder.resolve("train-images-idx3-ubyte.gz"),
                folder.resolve("train-labels-idx1-ubyte.gz"));
    List<Row> rows = new ArrayList<>();
    try (Table images = table.get()) {
      dev.demilune.data.Vocabulary labels =
          dev.demilune.data.Vocabulary.numeric(schema.labels().names());
      while (images.next()) {
        int[] indices = new int[images.cells()];
        double[] values = new double[images.cells()];
        for (int i = 0; i < values.length; i++) {
          indices[i] = images.column(i);
          values[i] = images.number(i);
        }
        rows.add(
            RowFactory.create((double) images.label(labels), Vectors.sparse(784, indices, values)));
      }
    }
    Dataset<Row> frame =
        spark
            .createDataFrame(
                rows,
                new StructType()
                    .add("label", DataTypes.DoubleType)
                    .add("features", SQLDataTypes.VectorType()))
            .repartition(4)
            .cache();
    frame.count();
    Learner learner = Rows.learner("noisy-descent");
    for (int round = 0; round < 2; round++) { // the second is warm
      PrivateFit here = timed("MNIST, local", () -> local(schema, learner, table));
      PrivateFit there = timed("MNIST, Spark", () -> spark(schema, learner, frame));
      System.out.println(
          "the same bytes: "
              + Arrays.equals(ModelBytes.of(here).file(), ModelBytes.of(there).file())
              + ", "
              + here.plan().details());
    }
  }

  private static Schema columns(long rows) {
    SchemaBuilder builder = Schema.builder().adjacency(Adjacency.ADD_OR_REMOVE_ONE);
    for (int j = 0; j < COLUMNS; j++) {
      builder.number("x" + j, -1, 1);
    }
    return builder.label("y", "0", "1").expectedRows(rows).build();
  }

  private static double weight(int j) {
    return j % 3 == 0 ? 0 : Math.cos(j);
  }

  /** Columns that are a function of the row's number, made on executors. */
  private static Dataset<Row> frame(SparkSession spark, long from, long to, int partitions) {
    Dataset<Row> frame = spark.range(from, to, 1, partitions).toDF();
    Column score = lit(0.0);
    for (int j = 0; j < COLUMNS; j++) {
      Column x = xxhash64(col("id"), lit(j)).divide(lit(0x1p63));
      frame = frame.withColumn("x" + j, x);
      score = score.plus(col("x" + j).multiply(lit(weight(j))));
    }
    Column noise = xxhash64(col("id"), lit(-1)).divide(lit(0x1p63));
    return frame
        .withColumn("y", score.plus(noise).gt(lit(0)).cast(DataTypes.IntegerType))
        .drop("id");
  }

  private static void mllib(SparkSession spark, long rows) {
    Dataset<Row> frame = frame(spark, 0, rows, 8).cache();
    frame.count();
    Dataset<Row> test = frame(spark, rows, rows + TEST_ROWS, 8).cache(); // none was trained on
    String[] inputs = new String[COLUMNS];
    Arrays.setAll(inputs, j -> "x" + j);
    VectorAssembler assembler = new VectorAssembler().setInputCols(inputs).setOutputCol("features");
    Dataset<Row> vectors = assembler.transform(frame).select("features", "y").cache();
    vectors.count();
    Dataset<Row> testVectors = assembler.transform(test).select("features", "y").cache();
    MulticlassClassificationEvaluator accuracy =
        new MulticlassClassificationEvaluator().setLabelCol("y").setMetricName("accuracy");
    for (int round = 0; round < 2; round++) {
      var fit =
          timed(
              "demilune, ε = 1", () -> spark(columns(rows), Rows.learner("noisy-descent"), frame));
      DemiluneClassificationModel model =
          new DemiluneClassificationModel("benchmark", ModelBytes.of(fit));
      System.out.println("accuracy " + accuracy.evaluate(model.transform(test)));
      var logistic =
          timed(
              "MLlib LogisticRegression, 100 iterations",
              () ->
                  new LogisticRegression().setLabelCol("y").setMaxIter(100).setTol(0).fit(vectors));
      System.out.println(
          "accuracy "
              + accuracy.evaluate(logistic.transform(testVectors))
              + ", iterations "
              + logistic.summary().totalIterations());
      var svm =
          timed(
              "MLlib LinearSVC, 100 iterations",
              () -> new LinearSVC().setLabelCol("y").setMaxIter(100).fit(vectors));
      System.out.println("accuracy " + accuracy.evaluate(svm.transform(testVectors)));
    }
  }

  private static void synthetic(SparkSession spark, long rows, boolean alsoLocal) {
    Schema schema = vectorSchema(rows);
    String[] inputs = new String[COLUMNS];
    Arrays.setAll(inputs, j -> "x" + j);
    Dataset<Row> frame =
        new VectorAssembler()
            .setInputCols(inputs)
            .setOutputCol("features")
            .transform(frame(spark, 0, rows, (int) Math.max(8, rows / 2_000_000)))
            .withColumnRenamed("y", "label")
            .select("features", "label");
    Learner few = Rows.learner("noisy-descent steps=5");
    Learner many = Rows.learner("noisy-descent steps=25");
    Classifier model = timed("Spark, 5 steps", () -> spark(schema, few, frame)).model();
    timed("Spark, 25 steps", () -> spark(schema, many, frame));
    if (alsoLocal) {
      timed("local, 5 steps", () -> local(schema, few, () -> new Made(rows)));
      timed("local, 25 steps", () -> local(schema, many, () -> new Made(rows)));
    }
    System.out.println("accuracy " + Evaluation.onPublic(model, new Made(TEST_ROWS)).accuracy());
  }

  private static Schema vectorSchema(long rows) {
    return Schema.vectors(COLUMNS, LabelSet.numbered(2))
        .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
        .expectedRows(rows)
        .build();
  }

  /** Rows of the same law, made as they are read. */
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
    public int find(int i, dev.demilune.data.Vocabulary values) {
      return -1;
    }

    @Override
    public int label(dev.demilune.data.Vocabulary values) {
      byte[] text = {(byte) ('0' + label)};
      return values.find(text, 0, 1);
    }

    @Override
    public void close() {}
  }
}
