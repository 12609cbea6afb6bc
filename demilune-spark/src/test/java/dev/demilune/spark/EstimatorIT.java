// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.BudgetRefusedException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.TableColumns;
import dev.demilune.budget.entry.Composition;
import dev.demilune.data.CsvReader;
import dev.demilune.data.Table;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Progress;
import dev.demilune.learn.Shape;
import dev.demilune.learn.TrainingPlan;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.RowEncoder;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Date;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The estimator on tables of columns: what it reads, refuses, charges, predicts and saves. */
class EstimatorIT {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1.5, 1e-5);
  private static final int ROWS = 400;

  private static final String YAML =
      """
      adjacency: replace-one
      expected-rows: 400
      columns:
        age: number 0..100
        income: {number: 0..200000, missing: own}
        visits: number 0..20
        price: number 0..10
        member: {category: ["true", "false"]}
        plan: {category: [basic, pro], missing: own}
        since: {date: Y-m-d, range: 2020-01-01..2024-12-31}
        note: ignore
        churned: {label: ["no", "yes"]}
      """;

  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = Sessions.start("local[2]", Map.of());
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  /** Every type that fits, with nulls; the same rows as a CSV file with blanks. */
  private static List<Row> rows() {
    SplittableRandom random = new SplittableRandom(4);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      boolean churned = random.nextInt(3) == 0;
      rows.add(
          RowFactory.create(
              random.nextInt(10) == 0 ? null : 20 + random.nextInt(60) + (churned ? 15 : 0),
              random.nextInt(5) == 0 ? null : 1000.5 * random.nextInt(150),
              (long) random.nextInt(20),
              new BigDecimal(random.nextInt(1000)).movePointLeft(2).setScale(3),
              random.nextBoolean(),
              random.nextInt(6) == 0 ? null : random.nextBoolean() ? "basic" : "pro",
              random.nextInt(7) == 0 ? null : Date.valueOf("2021-0" + (1 + i % 9) + "-17"),
              churned ? "yes" : "no"));
    }
    return rows;
  }

  private static final StructType COLUMNS =
      new StructType()
          .add("age", DataTypes.IntegerType)
          .add("income", DataTypes.DoubleType)
          .add("visits", DataTypes.LongType)
          .add("price", DataTypes.createDecimalType(10, 3))
          .add("member", DataTypes.BooleanType)
          .add("plan", DataTypes.StringType)
          .add("since", DataTypes.DateType)
          .add("churned", DataTypes.StringType);

  private static Dataset<Row> frame() {
    return spark.createDataFrame(rows(), COLUMNS).repartition(3);
  }

  private static Table csv() {
    StringBuilder text = new StringBuilder(String.join(",", COLUMNS.fieldNames())).append('\n');
    for (Row row : rows()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        cells.add(row.isNullAt(i) ? "" : row.get(i).toString());
      }
      text.append(String.join(",", cells)).append('\n');
    }
    return CsvReader.open(
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
        "rows",
        schema().csvFormat());
  }

  private static Schema schema() {
    return SchemaFile.parse(YAML, "schema");
  }

  private static DemiluneClassifier classifier() {
    return new DemiluneClassifier()
        .setSchema(YAML)
        .setEpsilon(1.5)
        .setDelta(1e-5)
        .setLearner("noisy-descent")
        .setSettings("steps=4", "calibration=on");
  }

  private String ledger(double epsilon) {
    Path file = folder.resolve("l" + epsilon + ".ledger");
    Ledger.create(file, "test", schema().adjacency(), ApproximateDp.of(epsilon, 1e-4));
    return file.toString();
  }

  private static byte[] local(Learner learner) {
    TrainingPlan plan = learner.plan(Shape.of(schema()), GUARANTEE).orThrow();
    try (Ledger ledger =
        Ledger.inMemory("test", schema().adjacency(), GUARANTEE, Randomness.reproducible(7))) {
      return ModelBytes.of(plan.run(BoundedDataset.of(schema(), csv()), ledger.spend("test", plan)))
          .file();
    }
  }

  @Test
  void columnsOfEveryTypeAndNullsAreReadAsAFileIs() {
    for (String text : List.of("noisy-descent steps=4 calibration=on", "additive steps=3")) {
      Learner learner = Rows.learner(text);
      try (Ledger ledger =
          Ledger.inMemory("test", schema().adjacency(), GUARANTEE, Randomness.reproducible(7))) {
        byte[] bytes =
            ModelBytes.of(
                    SparkTraining.of(schema(), learner, GUARANTEE)
                        .fit(frame(), ledger, "test", Progress.NONE))
                .file();

        assertThat(new String(bytes, StandardCharsets.UTF_8))
            .isEqualTo(new String(local(learner), StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void aPipelineTrainsPredictsAndIsSaved() throws Exception {
    String ledger = ledger(3);
    PipelineModel pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {classifier().setLedger(ledger).setPurpose("churn")})
            .fit(frame());
    String path = folder.resolve("pipeline").toString();
    pipeline.save(path);
    PipelineModel loaded = PipelineModel.load(path);

    DemiluneClassificationModel model = (DemiluneClassificationModel) loaded.stages()[0];
    assertThat(model.certificate().orElseThrow().toString()).contains("churn");
    // Nobody asked for a number of partitions, so it follows from the rows.
    assertThat(model.certificate().orElseThrow().circumstances().get("partitions"))
        .startsWith("not told");
    assertThat(model.labels()).containsExactly("no", "yes");
    List<Row> predicted =
        loaded
            .transform(frame().drop("churned"))
            .select("age", "rawPrediction", "probability", "prediction")
            .collectAsList();
    assertThat(predicted).hasSize(ROWS);
    assertThat(predictions(predicted)).isEqualTo(predictions(model.classifier()));
    try (Ledger open = Ledger.open(Path.of(ledger), Randomness.secure())) {
      assertThat(open.entries()).hasSize(1);
    }
  }

  private static List<String> predictions(List<Row> rows) {
    return rows.stream()
        .map(row -> row.getAs(1) + " " + row.getAs(2) + " " + row.getDouble(3))
        .sorted()
        .toList();
  }

  /** The same, by the classifier itself from the CSV file. */
  private static List<String> predictions(Classifier classifier) {
    List<String> all = new ArrayList<>();
    try (Table table = csv()) {
      RowEncoder encoder = classifier.schema().encoder(table);
      EncodedRow row = new EncodedRow();
      double[] scores = new double[2];
      while (table.next()) {
        encoder.encode(table, row);
        double best = classifier.predict(row, scores);
        Vector raw = org.apache.spark.ml.linalg.Vectors.dense(scores.clone());
        Vector shares = org.apache.spark.ml.linalg.Vectors.dense(classifier.probabilities(row));
        all.add(raw + " " + shares + " " + best);
      }
    }
    return all.stream().sorted().toList();
  }

  @Test
  void anEstimatorIsCopiedSavedAndFound() throws Exception {
    DemiluneClassifier saved = classifier().setLabelCol("churned");
    saved.save(folder.resolve("estimator").toString());
    DemiluneClassifier loaded = DemiluneClassifier.load(folder.resolve("estimator").toString());

    assertThat(loaded.uid()).isEqualTo(saved.uid());
    assertThat(loaded.getOrDefault(loaded.settings())).containsExactly("steps=4", "calibration=on");
    assertThat(loaded.getOrDefault(loaded.schema())).isEqualTo(YAML);
    assertThat(loaded.getLabelCol()).isEqualTo("churned");
    assertThat(saved.copy(new ParamMap()).uid()).isEqualTo(saved.uid());
    assertThat(loaded.setSeed(7).fit(frame()).modelFile())
        .isEqualTo(saved.setSeed(7).fit(frame()).modelFile());
    assertThat(
            StreamSupport.stream(ServiceLoader.load(Estimator.class).spliterator(), false)
                .map(Object::getClass))
        .contains(DemiluneClassifier.class);
  }

  /** What is refused is refused before the charge: the ledger stays as it was, byte for byte. */
  @Test
  void refusalsLeaveTheLedgerUntouched() throws Exception {
    String ledger = ledger(3);
    byte[] before = Files.readAllBytes(Path.of(ledger));
    AtomicInteger jobs = new AtomicInteger();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart start) {
                jobs.incrementAndGet();
              }
            });

    assertRefused(
        () -> classifier().setLedger(ledger).fit(frame().withColumnRenamed("age", "years")),
        "no column 'age'");
    assertRefused(
        () ->
            classifier()
                .setLedger(ledger)
                .fit(frame().withColumn("plan", org.apache.spark.sql.functions.array("plan"))),
        "'plan' is of type array<string>");
    assertRefused(
        () -> classifier().setLedger(ledger).setLabelCol("left").fit(frame()), "no column 'left'");
    assertRefused(
        () -> classifier().setLedger(ledger).setLearner("margin-erm").setSettings().fit(frame()),
        "needs all rows in one process");
    assertRefused(
        () -> classifier().setLedger(ledger).setAdjacency("add-or-remove-one").fit(frame()),
        "adjacency");
    assertRefused(
        () -> classifier().setLedger(ledger).fit(frame().select(col("*"), col("income").as("age"))),
        "several columns of one name");
    assertRefused(
        () -> classifier().setLedger(ledger).setPersonCol("age").fit(frame()),
        "whose unit is a person");
    assertRefused(
        () -> classifier().setLedger(ledger).setPartitions(0).fit(frame()), "at least 1, got 0");
    assertRefused(() -> classifier().setLedger(ledger).setSeed(1).fit(frame()), "seed and ledger");
    assertRefused(() -> classifier().setWeightCol("age"), "weightCol");
    DemiluneClassifier weighted = classifier().setLedger(ledger);
    weighted.set("weightCol", "age");
    assertRefused(() -> weighted.fit(frame()), "weightCol");
    assertThat(jobs).hasValue(0);

    Stream.<Estimator<?>>of(
            classifier().setLedger(ledger),
            new Pipeline().setStages(new PipelineStage[] {classifier().setLedger(ledger)}))
        .forEach(
            estimator -> {
              ParamMap[] grid = new ParamGridBuilder().build();
              MulticlassClassificationEvaluator evaluator =
                  new MulticlassClassificationEvaluator().setLabelCol("age");
              assertRefused(
                  () ->
                      new CrossValidator()
                          .setEstimator(estimator)
                          .setEvaluator(evaluator)
                          .setEstimatorParamMaps(grid)
                          .setParallelism(2)
                          .fit(frame()),
                  "CrossValidator");
              assertRefused(
                  () ->
                      new TrainValidationSplit()
                          .setEstimator(estimator)
                          .setEvaluator(evaluator)
                          .setEstimatorParamMaps(grid)
                          .fit(frame()),
                  "CrossValidator");
            });
    assertThat(Files.readAllBytes(Path.of(ledger))).isEqualTo(before);
  }

  /** As locally: an entry says which columns it is about, and other columns are refused. */
  @Test
  void aLedgerIsForOneTable() throws Exception {
    Path file = folder.resolve("other.ledger");
    Ledger.create(
        file.toString(),
        "other people",
        "",
        schema().adjacency(),
        ApproximateDp.of(3, 1e-4),
        Composition.COMPOSED,
        Optional.of(TableColumns.named(List.of("age", "height"))));
    byte[] before = Files.readAllBytes(file);
    DemiluneClassifier classifier = classifier().setSettings("steps=2").setLedger(file.toString());

    assertRefused(() -> classifier.fit(frame()), "is for a table with other columns");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    DemiluneClassificationModel model =
        classifier.setAllowOtherTable(true).setPartitions(5).fit(frame());

    try (Ledger open = Ledger.open(file, Randomness.secure())) {
      assertThat(open.entries()).hasSize(1);
      assertThat(open.entries().get(0).columns())
          .isEqualTo(TableColumns.of(schema()).fingerprint());
    }
    assertThat(model.certificate().orElseThrow().circumstances())
        .containsEntry("engine", "Spark " + spark.version())
        .containsEntry("application", spark.sparkContext().applicationId())
        .containsEntry("partitions", "5, as was asked for");
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable work, String message) {
    assertThatThrownBy(work)
        .satisfies(
            thrown ->
                assertThat(Stream.iterate(thrown, t -> t != null, Throwable::getCause))
                    .anySatisfy(
                        cause ->
                            assertThat(cause)
                                .isInstanceOf(DemiluneException.class)
                                .hasMessageContaining(message)));
  }

  @Test
  void ofTwoDriversForTheLastBudgetOneWins() {
    String ledger = ledger(2);
    AtomicInteger won = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    Dataset<Row> frame = frame();
    CompletableFuture<?>[] drivers = new CompletableFuture<?>[2];
    for (int i = 0; i < drivers.length; i++) {
      drivers[i] =
          CompletableFuture.runAsync(
              () -> {
                try {
                  classifier().setLedger(ledger).fit(frame);
                  won.incrementAndGet();
                } catch (BudgetRefusedException e) {
                  refused.incrementAndGet();
                }
              });
    }
    CompletableFuture.allOf(drivers).join();

    assertThat(won).hasValue(1);
    assertThat(refused).hasValue(1);
  }

  /** A training that is told to stop stops, and what it has spent stays spent. */
  @Test
  void aCancelledGroupEndsTheTraining() {
    String ledger = ledger(3);
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobStart(SparkListenerJobStart start) {
                String group = start.properties().getProperty("spark.jobGroup.id");
                if (group != null && start.properties().toString().contains("to be cancelled")) {
                  spark.sparkContext().cancelJobGroup(group);
                }
              }
            });

    assertThatThrownBy(
            () ->
                classifier()
                    .setLedger(ledger)
                    .setPurpose("to be cancelled")
                    .setSettings("steps=200")
                    .fit(frame()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("the budget is spent");
    try (Ledger open = Ledger.open(Path.of(ledger), Randomness.secure())) {
      assertThat(open.entries()).hasSize(1);
    }
  }
}
