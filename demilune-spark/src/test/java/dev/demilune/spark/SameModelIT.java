// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The model that Spark trains is the local one, byte for byte. */
class SameModelIT {

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark = Sessions.start("local[2]", Map.of("spark.sql.adaptive.enabled", "true"));
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "noisy-descent steps=4",
        "noisy-descent rate=0.5 steps=4 calibration=on",
        "batch-perceptron rate=0.5 rounds=4 margin=0.1",
        "projected-sgd rate=0.5 steps=4 projection=2",
        "private-svm steps=4",
        "rescaling-perceptron",
        "class-means",
        "objective-perturbation regularization=20",
        "output-perturbation regularization=20",
        "network-choice candidates=8 units=2",
        "kernel-margin features=16 width=0.5 steps=4",
        "margin-choice learner=projected-sgd steps=3",
      })
  void everySumOverRowsTrainsTheSameModel(String text) {
    Rows rows = Rows.of(500);
    Learner learner = Rows.learner(text);
    byte[] local = rows.trained(learner);

    for (int partitions : new int[] {1, 2, 7}) {
      Rows shuffled = rows.shuffled(partitions);
      assertThat(shuffled.trained(learner, shuffled.frame(spark, partitions)))
          .as("%d partitions", partitions)
          .isEqualTo(local);
    }
  }

  /** Learners that are more than sums are refused, all others run: none is forgotten. */
  @Test
  void everyLearnerRunsOrIsRefusedBeforeTheCharge() {
    List<String> refused =
        List.of(
            "margin-erm",
            "net-choice",
            "sphere-choice",
            "angle-halfspace",
            "plane-choice",
            "grid-aggregate",
            "grid-halfspace",
            "label-private");
    for (Learner learner : Learners.all()) {
      Plan plan = learner.plan(Shape.of(Rows.schema(500)), Rows.GUARANTEE);
      if (plan.runnable() && refused.contains(learner.name())) {
        assertThatThrownBy(() -> plan.orThrow().requireSum())
            .as(learner.name())
            .isInstanceOf(DemiluneException.class)
            .hasMessageContaining("needs all rows in one process");
      } else if (plan.runnable() && !learner.name().equals("auto")) {
        assertThat(plan.orThrow().needsOnePlace()).as(learner.name()).isFalse();
      }
    }
  }

  @Test
  void skewedEmptyAndSupernumeraryPartitionsChangeNothing() {
    Rows rows = Rows.of(9);
    Learner learner = Rows.learner("noisy-descent rate=0.5 steps=3");
    byte[] local = rows.trained(learner);

    assertThat(rows.trained(learner, rows.frame(spark, 20))).isEqualTo(local);
    Dataset<Row> skewed = rows.frame(spark, 3).repartition(6, functions.col("label"));
    assertThat(rows.trained(learner, skewed)).isEqualTo(local);
  }

  /** What steps send depends on the weights and the partitions, and not on the rows. */
  @Test
  void shuffledBytesDoNotGrowWithRows() throws Exception {
    AtomicLong bytes = new AtomicLong();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onStageCompleted(SparkListenerStageCompleted stage) {
                bytes.addAndGet(
                    stage.stageInfo().taskMetrics().shuffleWriteMetrics().bytesWritten());
              }
            });
    Learner learner = Rows.learner("noisy-descent steps=3");
    long[] written = new long[2];
    for (int i = 0; i < 2; i++) {
      Rows rows = Rows.of(i == 0 ? 200 : 20_000);
      Dataset<Row> frame = rows.frame(spark, 9);
      bytes.set(0);
      rows.trained(learner, frame);
      spark.sparkContext().listenerBus().waitUntilEmpty();
      written[i] = bytes.get();
    }
    assertThat(written[0]).isPositive();
    assertThat(written[1]).isLessThan(written[0] * 5 / 4);
  }

  @Test
  void aTableWithoutRowsIsAnOrdinaryInput() {
    Rows none = Rows.of(0);
    Learner learner = Rows.learner("noisy-descent rate=0.5 steps=3");

    assertThat(none.trained(learner, none.frame(spark, 2))).isEqualTo(none.trained(learner));
    assertThat(none.trained(learner, none.frame(spark, 1).limit(0)))
        .isEqualTo(none.trained(learner));
  }
}
