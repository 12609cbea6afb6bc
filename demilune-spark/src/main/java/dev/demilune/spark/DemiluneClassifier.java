// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import dev.demilune.budget.TableColumns;
import dev.demilune.learn.Learner;
import dev.demilune.learn.PrivateFit;
import dev.demilune.learn.Progress;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.schema.Schema;
import dev.demilune.schema.file.SchemaFile;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.spark.ml.classification.ProbabilisticClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * A private classifier as an estimator of Spark ML: for pipelines, from Java, Scala and Python.
 *
 * <pre>{@code
 * DemiluneClassificationModel model =
 *     new DemiluneClassifier()
 *         .setSchema("census.schema.yaml")
 *         .setEpsilon(1)
 *         .setDelta(1e-6)
 *         .setLedger("census.ledger")
 *         .setPurpose("income model")
 *         .fit(rows);
 * }</pre>
 *
 * <p>Each call of fit charges the ledger for one model, before the first job. A schema of plain
 * vectors reads {@code featuresCol} and {@code labelCol}; any other reads its columns by name, and
 * {@code labelCol} only if it is set. Predictions are the labels where all of them are numbers,
 * else their positions in the schema.
 *
 * <p>Spark's tuners are refused: they fit many models on the same rows and show the best, and
 * neither the fits nor the choice would be paid for.
 */
public final class DemiluneClassifier
    extends ProbabilisticClassifier<Vector, DemiluneClassifier, DemiluneClassificationModel>
    implements DefaultParamsWritable {

  private static final long serialVersionUID = 1;

  private static final StackWalker STACK = StackWalker.getInstance();

  private String uid; // no initial value: it is set while Spark's constructors run
  private final Param<String> schema =
      new Param<>(this, "schema", "the schema: a file, or its text in YAML or JSON");
  private final DoubleParam epsilon = new DoubleParam(this, "epsilon", "ε of the fit, above 0");
  private final DoubleParam delta = new DoubleParam(this, "delta", "δ of the fit; 0 for none");
  private final Param<String> adjacency =
      new Param<>(
          this, "adjacency", "what one person can change: a check against that of the schema");
  private final Param<String> personCol =
      new Param<>(
          this,
          "personCol",
          "the column that says whose row it is, where it is not called as in the schema");
  private final IntParam rowsPerPerson =
      new IntParam(
          this,
          "rowsPerPerson",
          "how many rows of one person are used at most: a check against that of the schema");
  private final IntParam partitions =
      new IntParam(
          this,
          "partitions",
          "divides the rows into so many parts, which the certificate then says");
  private final BooleanParam allowOtherTable =
      new BooleanParam(
          this, "allowOtherTable", "charges a ledger that is for a table with other columns");
  private final Param<String> ledger =
      new Param<>(this, "ledger", "the ledger to charge: a file or a PostgreSQL address");
  private final Param<String> purpose =
      new Param<>(this, "purpose", "what the model is for, in the ledger's entry");
  private final Param<String> learner = new Param<>(this, "learner", "the name of the learner");
  private final StringArrayParam settings =
      new StringArrayParam(this, "settings", "settings of the learner, each as key=value");
  private final LongParam seed =
      new LongParam(this, "seed", "repeats a fit and protects nobody: for tests, without a ledger");
  private final Param<String> weightCol =
      new Param<>(this, "weightCol", "refused: a weight would multiply what one person can change");

  public DemiluneClassifier() {
    setDefault(delta, 0.0);
    setDefault(learner, Learners.all().get(0).name());
    setDefault(settings, new String[0]);
    setDefault(purpose, "Spark");
    setDefault(allowOtherTable, false);
  }

  /** Makes an estimator with this identifier; Spark copies estimators so. */
  public DemiluneClassifier(String uid) {
    this(Uid.give(uid));
  }

  @SuppressWarnings("UnusedVariable") // what was given is taken by uid()
  private DemiluneClassifier(Uid given) {
    this();
  }

  @Override
  public String uid() {
    if (uid == null) {
      uid = Uid.take("demilune");
    }
    return uid;
  }

  public Param<String> schema() {
    return schema;
  }

  public DoubleParam epsilon() {
    return epsilon;
  }

  public DoubleParam delta() {
    return delta;
  }

  public Param<String> adjacency() {
    return adjacency;
  }

  public Param<String> personCol() {
    return personCol;
  }

  public IntParam rowsPerPerson() {
    return rowsPerPerson;
  }

  public IntParam partitions() {
    return partitions;
  }

  public BooleanParam allowOtherTable() {
    return allowOtherTable;
  }

  public Param<String> ledger() {
    return ledger;
  }

  public Param<String> purpose() {
    return purpose;
  }

  public Param<String> learner() {
    return learner;
  }

  public StringArrayParam settings() {
    return settings;
  }

  public LongParam seed() {
    return seed;
  }

  public Param<String> weightCol() {
    return weightCol;
  }

  /** Sets the schema: the name of a file, or the text of one in YAML or JSON. */
  public DemiluneClassifier setSchema(String value) {
    set(schema, value);
    return this;
  }

  public DemiluneClassifier setSchema(Schema value) {
    return setSchema(value.toJson());
  }

  public DemiluneClassifier setEpsilon(double value) {
    set(epsilon, value);
    return this;
  }

  public DemiluneClassifier setDelta(double value) {
    set(delta, value);
    return this;
  }

  public DemiluneClassifier setAdjacency(String value) {
    set(adjacency, value);
    return this;
  }

  public DemiluneClassifier setPersonCol(String value) {
    set(personCol, value);
    return this;
  }

  public DemiluneClassifier setRowsPerPerson(int value) {
    set(rowsPerPerson, value);
    return this;
  }

  public DemiluneClassifier setPartitions(int value) {
    set(partitions, value);
    return this;
  }

  public DemiluneClassifier setAllowOtherTable(boolean value) {
    set(allowOtherTable, value);
    return this;
  }

  public DemiluneClassifier setLedger(String value) {
    set(ledger, value);
    return this;
  }

  public DemiluneClassifier setPurpose(String value) {
    set(purpose, value);
    return this;
  }

  public DemiluneClassifier setLearner(String value) {
    set(learner, value);
    return this;
  }

  public DemiluneClassifier setSettings(String... values) {
    set(settings, values);
    return this;
  }

  public DemiluneClassifier setSeed(long value) {
    set(seed, value);
    return this;
  }

  /** Refuses: see the parameter. */
  @SuppressWarnings("DoNotCallSuggester") // Spark sets parameters by name
  public DemiluneClassifier setWeightCol(String value) {
    throw weightsRefused(value);
  }

  private static DemiluneException weightsRefused(Object value) {
    return new DemiluneException(
        "weightCol cannot be '"
            + value
            + "': a weight multiplies what one person can change, which the noise is measured for;"
            + " leave it out, or weigh classes with the setting class-weights");
  }

  /** Charges the ledger and trains. */
  @Override
  public DemiluneClassificationModel fit(Dataset<?> data) {
    return train(data).setParent(this);
  }

  @Override
  public DemiluneClassificationModel train(Dataset<?> data) {
    refuseTuners();
    SparkTraining training = training();
    Randomness randomness = randomness();
    PrivateFit fit;
    try (Ledger open = open(training, randomness)) {
      fit =
          training.fit(
              data,
              open,
              getOrDefault(purpose),
              Progress.NONE,
              randomness.stream("rows of persons").key());
    }
    return copyValues(new DemiluneClassificationModel(uid(), ModelBytes.of(fit)), ParamMap.empty());
  }

  private void refuseTuners() {
    boolean tuned =
        STACK.walk(
            frames ->
                frames.anyMatch(
                    frame -> frame.getClassName().startsWith("org.apache.spark.ml.tuning.")));
    if (tuned) {
      throw new DemiluneException(
          "Spark's CrossValidator and TrainValidationSplit fit many models on the same rows and"
              + " show the best, and neither the fits nor the choice would be paid for: use"
              + " 'demilune tune', which is, or settings chosen on public data");
    }
  }

  /** Returns the training that the parameters describe; refuses what makes no sense. */
  SparkTraining training() {
    if (isSet(weightCol)) {
      throw weightsRefused(getOrDefault(weightCol));
    }
    if (isSet(thresholds())) {
      throw new DemiluneException(
          "thresholds are not for private models: use the setting decision of the learner");
    }
    Schema described = described();
    if (isSet(adjacency)) {
      String wanted = getOrDefault(adjacency).replace('-', '_').toUpperCase(Locale.ROOT);
      if (!wanted.equals(described.adjacency().name())) {
        throw new DemiluneException(
            "adjacency is '"
                + getOrDefault(adjacency)
                + "' and the schema says "
                + described.adjacency()
                + ": give both the same");
      }
    }
    checkPersons(described);
    if (!isSet(epsilon)) {
      throw new DemiluneException("epsilon is not set: it is what the model may cost");
    }
    double allowed = (double) getOrDefault(delta);
    double cost = (double) getOrDefault(epsilon);
    return new SparkTraining(
        described,
        names(),
        divided(),
        configured(),
        allowed > 0 ? new ApproximateDp(cost, allowed) : new PureDp(cost));
  }

  private void checkPersons(Schema described) {
    if (described.person().isEmpty() && (isSet(personCol) || isSet(rowsPerPerson))) {
      throw new DemiluneException(
          "personCol and rowsPerPerson are for a schema whose unit is a person: name the column"
              + " there (person:, rows-per-person:)");
    }
    if (isSet(rowsPerPerson) && (int) getOrDefault(rowsPerPerson) != described.rowsPerPerson()) {
      throw new DemiluneException(
          "rowsPerPerson is "
              + getOrDefault(rowsPerPerson)
              + " and the schema says "
              + described.rowsPerPerson()
              + ": give both the same");
    }
  }

  private ColumnNames names() {
    return new ColumnNames(
        getFeaturesCol(),
        isSet(labelCol()) ? Optional.of(getLabelCol()) : Optional.empty(),
        isSet(personCol) ? Optional.of(getOrDefault(personCol)) : Optional.empty());
  }

  private OptionalInt divided() {
    if (!isSet(partitions)) {
      return OptionalInt.empty();
    }
    int parts = (int) getOrDefault(partitions);
    if (parts < 1) {
      throw new DemiluneException("partitions must be at least 1, got " + parts);
    }
    return OptionalInt.of(parts);
  }

  private Schema described() {
    if (!isSet(schema)) {
      throw new DemiluneException(
          "schema is not set: give the file or the text of one, which says what is public about the"
              + " rows");
    }
    String text = getOrDefault(schema);
    if (text.startsWith("{")) {
      return Schema.fromJson(text);
    }
    return text.contains("\n")
        ? SchemaFile.parse(text, "the schema")
        : SchemaFile.read(Path.of(text));
  }

  private Learner configured() {
    Learner named = Learners.named(getOrDefault(learner));
    for (String each : getOrDefault(settings)) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new DemiluneException("a setting must be key=value, got '" + each + "'");
      }
      named = named.with(each.substring(0, equals), each.substring(equals + 1));
    }
    return named;
  }

  private Randomness randomness() {
    if (isSet(seed) && isSet(ledger)) {
      throw new DemiluneException(
          "seed and ledger exclude each other: a seeded fit protects nobody, and a ledger records"
              + " private fits only");
    }
    return isSet(seed) ? Randomness.reproducible((long) getOrDefault(seed)) : Randomness.secure();
  }

  private Ledger open(SparkTraining training, Randomness randomness) {
    if (!isSet(ledger)) {
      return Ledger.inMemory(
          "nothing kept", training.schema().adjacency(), training.guarantee(), randomness);
    }
    Ledger opened = Ledger.open(getOrDefault(ledger), randomness);
    TableColumns table = TableColumns.of(training.schema());
    return (boolean) getOrDefault(allowOtherTable)
        ? opened.forAnotherTable(table)
        : opened.forTable(table);
  }

  /** Checks the columns, and adds those of predictions. */
  @Override
  public StructType transformSchema(StructType columns) {
    SparkTraining training = training();
    SparkSchema.forTraining(training.schema(), columns, training.names());
    return Predictions.appended(
        columns, getRawPredictionCol(), getProbabilityCol(), getPredictionCol());
  }

  @Override
  public DemiluneClassifier copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads an estimator that was saved. */
  public static MLReader<DemiluneClassifier> read() {
    return new DefaultParamsReader<>();
  }

  public static DemiluneClassifier load(String path) {
    return read().load(path);
  }
}
