// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.RowFold;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Persons of several rows, who are scattered over partitions: the rows used are the local ones. */
class PersonsIT {

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark = Sessions.start("local[2]", Map.of());
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "additive steps=3",
        "noisy-descent steps=4 calibration=on",
        "batch-perceptron rounds=4 margin=0.1",
        "projected-sgd steps=4 projection=2",
        "private-svm steps=4",
        "class-means",
        "kernel-margin features=16 width=0.5 steps=4",
      })
  void everyLearnerOfPersonsTrainsTheSameModel(String text) {
    Visits visits = Visits.of(60);
    Learner learner = Rows.learner(text);
    byte[] local = visits.trained(learner);

    for (int partitions : new int[] {1, 2, 7}) {
      assertThat(Visits.trained(learner, visits.shuffled(partitions).frame(spark, partitions)))
          .as("%d partitions", partitions)
          .isEqualTo(local);
    }
  }

  /** No learner that takes persons is left out above, but auto, which takes one of them. */
  @Test
  void learnersOfRowsAreRefused() {
    List<String> taken =
        List.of(
            "auto",
            "additive",
            "noisy-descent",
            "batch-perceptron",
            "projected-sgd",
            "private-svm",
            "class-means",
            "kernel-margin");
    for (Learner learner : Learners.all()) {
      assertThat(learner.plan(Shape.of(Visits.SCHEMA), Visits.GUARANTEE).runnable())
          .as(learner.name())
          .isEqualTo(taken.contains(learner.name()));
    }
  }

  /** All that a fold sees of each row. */
  @SuppressWarnings("NonApiType") // an accumulator is serializable
  private static final class Stored implements RowFold<ArrayList<String>> {
    private static final long serialVersionUID = 1;

    private final int features;

    Stored(int features) {
      this.features = features;
    }

    @Override
    public boolean rowsShare() {
      return true;
    }

    @Override
    public ArrayList<String> empty() {
      return new ArrayList<>();
    }

    @Override
    public void add(ArrayList<String> sum, BoundedDataset.Block block, BitSet rows) {
      int[] values = new int[features];
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.copyTo(row, values);
        sum.add(Arrays.toString(values) + " " + block.label(row) + " of " + block.peers(row));
      }
    }

    @Override
    public ArrayList<String> merge(ArrayList<String> one, ArrayList<String> other) {
      one.addAll(other);
      return one;
    }
  }

  private static List<String> stored(BoundedDataset data) {
    return data.fold(new Stored(data.features())).stream().sorted().toList();
  }

  private static BoundedDataset data(Dataset<Row> frame, OptionalInt partitions) {
    SparkSource source =
        SparkSource.forTraining(frame, Visits.SCHEMA, ColumnNames.USUAL, partitions);
    return BoundedDataset.of(Visits.SCHEMA, source.rows(Visits.key()));
  }

  @Test
  void aPersonOfAThousandRowsAddsAsManyAsAreUsedAndChangesNoOther() {
    Visits visits = Visits.of(60);
    List<String> without = stored(data(visits.frame(spark, 7), OptionalInt.empty()));
    Visits more = visits.and("somebody", 1_000).shuffled(1);
    BoundedDataset with = data(more.frame(spark, 7), OptionalInt.empty());

    List<String> added = new ArrayList<>(stored(with));
    assertThat(added).isEqualTo(stored(more.local()));
    without.forEach(row -> assertThat(added.remove(row)).isTrue());
    // So a sum in which a row of m counts 1/m moves by at most what one row counts.
    assertThat(added).hasSize(Visits.MOST).allMatch(row -> row.endsWith("of " + Visits.MOST));
    assertThat(with.privateSize()).isEqualTo(more.local().privateSize());
  }

  @Test
  void theDivisionThatIsAskedForChangesNothing() {
    Visits visits = Visits.of(60);
    for (int partitions : new int[] {1, 5, 40}) {
      BoundedDataset data = data(visits.frame(spark, 2), OptionalInt.of(partitions));
      assertThat(stored(data)).isEqualTo(stored(visits.local()));
      assertThat(data.privateSize()).isEqualTo(visits.local().privateSize());
    }
    assertThat(stored(data(visits.frame(spark, 2).limit(0), OptionalInt.empty()))).isEmpty();
  }

  /** Numbers and texts that look alike name the same person, as in a file. */
  @Test
  void personsHaveNumbersOrOtherNamesOfColumns() {
    Visits visits = Visits.of(60);
    Dataset<Row> numbered =
        visits
            .frame(spark, 3)
            .withColumn("who", functions.expr("cast(substring(patient, 2) as bigint)"))
            .drop("patient");
    DemiluneClassifier classifier =
        new DemiluneClassifier()
            .setSchema(Visits.SCHEMA)
            .setEpsilon(1.5)
            .setDelta(1e-5)
            .setLearner("class-means")
            .setSeed(7);

    byte[] model = classifier.setPersonCol("who").setRowsPerPerson(3).fit(numbered).modelFile();
    byte[] text =
        classifier.fit(numbered.withColumn("who", functions.col("who").cast("string"))).modelFile();

    assertThat(model).isEqualTo(text);
    assertThatThrownBy(() -> classifier.setRowsPerPerson(4).fit(numbered))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("rowsPerPerson is 4 and the schema says 3");
    assertThatThrownBy(() -> classifier.setRowsPerPerson(3).setPersonCol("nobody").fit(numbered))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("no column 'nobody'");
    Dataset<Row> timed =
        numbered.withColumn("who", functions.timestamp_seconds(numbered.col("who")));
    assertThatThrownBy(() -> classifier.setPersonCol("who").fit(timed))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("column 'who' says whose row it is and is of type timestamp");
  }

  /** A column of vectors with the person beside it. */
  @Test
  void vectorsHavePersonsToo() {
    Schema schema =
        Schema.vectors(1, LabelSet.of("no", "yes")).person("patient", Visits.MOST).build();
    Visits visits = Visits.of(40).and("somebody", 200).shuffled(5);
    Dataset<Row> frame =
        new VectorAssembler()
            .setInputCols(new String[] {"age"})
            .setOutputCol("features")
            .transform(visits.frame(spark, 4))
            .withColumnRenamed("well", "label");
    SparkSource source =
        SparkSource.forTraining(frame, schema, ColumnNames.USUAL, OptionalInt.empty());
    BoundedDataset data = BoundedDataset.of(schema, source.rows(Randomness.secure().key()));

    assertThat(data.privateSize()).isEqualTo(visits.local().privateSize());
    assertThat(stored(data)).hasSameSizeAs(stored(visits.local()));
  }
}
