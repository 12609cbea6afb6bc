// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import com.sun.management.OperatingSystemMXBean;
import dev.demilune.budget.Ledger;
import dev.demilune.data.IdxReader;
import dev.demilune.data.Table;
import dev.demilune.data.Vocabulary;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import dev.demilune.testkit.BenchmarkPage;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LinearSVC;
import org.apache.spark.ml.classification.LinearSVCModel;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.LogisticRegressionModel;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Measures Spark against the local trainer and against MLlib, and writes the sections {@code
 * spark-mnist}, {@code spark-mllib} and {@code spark-large} of docs/benchmarks.md.
 *
 * <p>Arguments: the page, then the sections to run; without names all are run. Processor seconds
 * are of the whole process, Spark's own threads included; Spark's start-up is not counted.
 */
final class ScaleBenchmark {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-5);
  private static final int PARTITIONS = 8;
  private static final long MLLIB_ROWS = 500_000;
  private static final int TEST_ROWS = 100_000;
  private static final long LARGE_ROWS = Long.getLong("demilune.large", 100_000_000L);
  private static final int FEW_STEPS = 6;

  private final SparkSession spark;
  private final AtomicLong shuffled = new AtomicLong();

  private ScaleBenchmark(SparkSession spark) {
    this.spark = spark;
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onStageCompleted(SparkListenerStageCompleted stage) {
                shuffled.addAndGet(
                    stage.stageInfo().taskMetrics().shuffleWriteMetrics().bytesWritten());
              }
            });
  }

  public static void main(String[] arguments) throws Exception {
    List<String> wanted = List.of(arguments).subList(1, arguments.length);
    Map<String, Function<ScaleBenchmark, List<String>>> sections = new LinkedHashMap<>();
    sections.put("spark-mnist", ScaleBenchmark::mnist);
    sections.put("spark-mllib", ScaleBenchmark::mllib);
    sections.put("spark-large", ScaleBenchmark::large);
    for (Map.Entry<String, Function<ScaleBenchmark, List<String>>> section : sections.entrySet()) {
      if (wanted.isEmpty() || wanted.contains(section.getKey())) {
        List<String> lines;
        try (SparkSession spark = Sessions.start("local[2]", Map.of())) {
          spark.range(1000).count(); // start-up is Spark's own
          lines = section.getValue().apply(new ScaleBenchmark(spark));
        }
        BenchmarkPage page = BenchmarkPage.read(Path.of(arguments[0])); // others write it, too
        page.put(section.getKey(), lines);
        page.write(List.of());
      }
    }
  }

  /** Seconds of the processor and of the clock, and what came out. */
  private record Timed<T>(T result, double processor, double wall) {

    static <T> Timed<T> of(Supplier<T> work) {
      long wall = System.nanoTime();
      double processor = processorSeconds();
      T result = work.get();
      return new Timed<>(result, processorSeconds() - processor, (System.nanoTime() - wall) / 1e9);
    }

    String row(String title, Object... more) {
      StringBuilder row = new StringBuilder(line("| %s | %.1f | %.1f |", title, processor, wall));
      for (Object each : more) {
        row.append(' ').append(each).append(" |");
      }
      System.err.println(row);
      return row.toString();
    }
  }

  private static double processorSeconds() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static String line(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  private static PrivateFit local(Schema schema, Learner learner, Table table, Progress progress) {
    TrainingPlan plan = learner.plan(Shape.of(schema), GUARANTEE).orThrow();
    try (Ledger ledger = ledger(schema)) {
      return plan.run(BoundedDataset.of(schema, table), ledger.spend("benchmark", plan), progress);
    }
  }

  private static PrivateFit spark(
      Schema schema, Learner learner, Dataset<Row> frame, Progress progress) {
    try (Ledger ledger = ledger(schema)) {
      return SparkTraining.of(schema, learner, GUARANTEE).fit(frame, ledger, "benchmark", progress);
    }
  }

  private static Ledger ledger(Schema schema) {
    return Ledger.inMemory("benchmark", schema.adjacency(), GUARANTEE, Randomness.reproducible(7));
  }

  private List<String> mnist() {
    Path folder = Path.of(System.getProperty("demilune.data", "../shared/data"), "mnist");
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
    Dataset<Row> frame = images(table.get(), schema).repartition(4).cache();
    frame.count();
    Learner learner = Rows.learner("noisy-descent");
    List<String> lines = new ArrayList<>();
    lines.add(
        "MNIST, `noisy-descent` by default, ε = 1, δ = 1e-5, seeded, one run each: the local trainer"
            + " from its file, and Spark on `local[2]` from a cached DataFrame of 4 partitions,"
            + " beyond its start-up. \"Warm\" is the second run in the process.");
    lines.addAll(head("| | processor s | wall s | times local |"));
    long bytes = 0;
    PrivateFit fit = null;
    for (String round : List.of("cold", "warm")) {
      Timed<PrivateFit> here = Timed.of(() -> local(schema, learner, table.get(), Progress.NONE));
      lines.add(here.row("local, " + round, "1"));
      shuffled.set(0);
      Timed<PrivateFit> there = Timed.of(() -> spark(schema, learner, frame, Progress.NONE));
      bytes = heard();
      lines.add(
          there.row(
              "Spark, " + round,
              line("%.2f", there.processor() / Math.max(here.processor(), 1e-9))));
      fit = there.result();
      if (!Arrays.equals(ModelBytes.of(here.result()).file(), ModelBytes.of(fit).file())) {
        throw new IllegalStateException("the models differ");
      }
    }
    int steps = Integer.parseInt(fit.plan().details().get("steps"));
    lines.add("");
    lines.add(
        line(
            "Both models are the same, byte for byte. Spark shuffled %,d bytes in the whole fit, %,d"
                + " for each of %d steps; a sum has %,d bytes.",
            bytes, bytes / steps, steps, 8L * 785 * 10));
    return lines;
  }

  private Dataset<Row> images(Table table, Schema schema) {
    List<Row> rows = new ArrayList<>();
    try (table) {
      Vocabulary labels = Vocabulary.numeric(schema.labels().names());
      while (table.next()) {
        int[] indices = new int[table.cells()];
        double[] values = new double[table.cells()];
        for (int i = 0; i < values.length; i++) {
          indices[i] = table.column(i);
          values[i] = table.number(i);
        }
        rows.add(
            RowFactory.create((double) table.label(labels), Vectors.sparse(784, indices, values)));
      }
    }
    return spark.createDataFrame(
        rows,
        new StructType()
            .add("label", DataTypes.DoubleType)
            .add("features", SQLDataTypes.VectorType()));
  }

  private static List<String> head(String head) {
    long columns = head.chars().filter(c -> c == '|').count() - 1;
    return List.of("", head, "|---".repeat((int) columns) + "|");
  }

  /** Returns the bytes shuffled since the count was last set to 0. */
  private long heard() {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (Exception e) { // Spark throws checked ones that it does not declare
      throw new IllegalStateException(e);
    }
    return shuffled.get();
  }

  private List<String> mllib() {
    Dataset<Row> columns = MadeRows.columns(spark, 0, MLLIB_ROWS, PARTITIONS).cache();
    columns.count();
    Dataset<Row> vectors = MadeRows.vectors(columns).cache();
    vectors.count();
    Dataset<Row> test = // none was trained on
        MadeRows.columns(spark, MLLIB_ROWS, MLLIB_ROWS + TEST_ROWS, PARTITIONS).cache();
    Dataset<Row> testVectors = MadeRows.vectors(test).cache();
    testVectors.count();
    LogisticRegression logistic = new LogisticRegression().setMaxIter(100);
    LinearSVC margins = new LinearSVC().setMaxIter(100);
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "%,d rows of 20 numbers, cached, on `local[2]`: private training beside MLlib's learners"
                + " without privacy on the same DataFrame, the second of two runs in one process."
                + " Accuracy on %,d other rows; the labels are noisy, so none can be perfect."
                + " \"Without a stop\" has a tolerance of 0.",
            MLLIB_ROWS, TEST_ROWS));
    lines.addAll(head("| | processor s | wall s | iterations | accuracy, % |"));
    List<String> warm = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      warm.clear();
      Timed<PrivateFit> fit =
          Timed.of(
              () ->
                  spark(
                      MadeRows.ofColumns(MLLIB_ROWS),
                      Rows.learner("noisy-descent"),
                      columns,
                      Progress.NONE));
      warm.add(
          fit.row(
              "`noisy-descent`, ε = 1",
              fit.result().plan().details().get("steps"),
              accuracy(
                  new DemiluneClassificationModel("benchmark", ModelBytes.of(fit.result())),
                  test)));
      Timed<LogisticRegressionModel> stopped = Timed.of(() -> logistic.setTol(1e-6).fit(vectors));
      warm.add(
          stopped.row(
              "`LogisticRegression`, its own stop",
              stopped.result().summary().totalIterations(),
              accuracy(stopped.result(), testVectors)));
      Timed<LogisticRegressionModel> all = Timed.of(() -> logistic.setTol(0).fit(vectors));
      warm.add(
          all.row(
              "`LogisticRegression`, without a stop",
              all.result().summary().totalIterations(),
              accuracy(all.result(), testVectors)));
      Timed<LinearSVCModel> svm = Timed.of(() -> margins.setTol(1e-6).fit(vectors));
      warm.add(
          svm.row(
              "`LinearSVC`, its own stop",
              svm.result().summary().totalIterations(),
              accuracy(svm.result(), testVectors)));
      Timed<LinearSVCModel> longest = Timed.of(() -> margins.setTol(0).fit(vectors));
      warm.add(
          longest.row(
              "`LinearSVC`, without a stop",
              longest.result().summary().totalIterations(),
              accuracy(longest.result(), testVectors)));
    }
    lines.addAll(warm);
    return lines;
  }

  private static String accuracy(Model<?> model, Dataset<Row> rows) {
    return line(
        "%.2f",
        100
            * new MulticlassClassificationEvaluator()
                .setMetricName("accuracy")
                .evaluate(model.transform(rows)));
  }

  /** Processor and wall seconds at the end of each step. */
  private static final class Steps implements Progress {
    private final List<double[]> ends = new ArrayList<>();

    @Override
    public void step(int done, int total) {
      ends.add(new double[] {processorSeconds(), System.nanoTime() / 1e9});
    }

    /** Returns the nanoseconds of a row and step: 0 for the processor's, 1 for the clock's. */
    double each(int which, long rows) {
      double[] first = ends.get(0);
      double[] last = ends.get(ends.size() - 1);
      return (last[which] - first[which]) / (ends.size() - 1) / rows * 1e9;
    }
  }

  private List<String> large() {
    Learner learner = Rows.learner("noisy-descent steps=" + FEW_STEPS);
    long fewer = LARGE_ROWS / 10;
    List<String> lines = new ArrayList<>();
    lines.add(
        line(
            "`noisy-descent` with %d steps on rows of 20 numbers that are made as they are read: by"
                + " Spark on `local[2]`, in vectors, and by the local trainer. One run each. A row"
                + " and step: from the end of the first step to that of the last. Spark had a heap"
                + " of %d MB; blocks that do not fit are on disk.",
            FEW_STEPS, Runtime.getRuntime().maxMemory() >> 20));
    lines.addAll(
        head(
            "| | processor s | wall s | ns of a processor for a row and step | ns of the clock |"
                + " accuracy, % |"));
    Steps there = new Steps();
    Dataset<Row> frame =
        MadeRows.vectors(
            MadeRows.columns(spark, 0, LARGE_ROWS, (int) Math.max(8, LARGE_ROWS / 1_000_000)));
    shuffled.set(0);
    Timed<PrivateFit> large =
        Timed.of(() -> spark(MadeRows.ofVectors(LARGE_ROWS), learner, frame, there));
    long bytes = heard();
    lines.add(row(line("Spark, %,d rows", LARGE_ROWS), large, there, LARGE_ROWS));
    Steps here = new Steps();
    Timed<PrivateFit> small =
        Timed.of(() -> local(MadeRows.ofVectors(fewer), learner, MadeRows.table(fewer), here));
    lines.add(row(line("local, %,d rows", fewer), small, here, fewer));
    lines.add("");
    lines.add(
        line(
            "Spark shuffled %,d bytes in the whole fit, of %d partitions.",
            bytes, frame.rdd().getNumPartitions()));
    return lines;
  }

  private static String row(String title, Timed<PrivateFit> fit, Steps steps, long rows) {
    return fit.row(
        title,
        line("%.1f", steps.each(0, rows)),
        line("%.1f", steps.each(1, rows)),
        line(
            "%.2f",
            100 * Evaluation.onPublic(fit.result().model(), MadeRows.table(TEST_ROWS)).accuracy()));
  }
}
