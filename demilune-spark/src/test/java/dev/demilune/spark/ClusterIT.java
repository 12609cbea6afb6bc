// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.learn.Learner;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.rows.Batch;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.VectorSum;
import java.io.File;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Executors in processes of their own, which fail, are killed and are overtaken. */
class ClusterIT {

  private static SparkSession spark;

  @BeforeAll
  static void start() {
    Sessions.makeHome();
    spark =
        Sessions.start(
            "local-cluster[2,1,1024]",
            Map.of(
                "spark.executor.extraClassPath",
                System.getProperty("demilune.jar")
                    + File.pathSeparator
                    + Path.of("target/test-classes").toAbsolutePath(),
                "spark.executor.memory",
                "512m",
                "spark.speculation",
                "true",
                "spark.speculation.interval",
                "50ms",
                "spark.speculation.quantile",
                "0.2",
                "spark.speculation.multiplier",
                "1.5",
                "spark.speculation.minTaskRuntime",
                "50ms"));
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  private static JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  /** An executor is killed in the middle of training, and the model is the same. */
  @Test
  void aKilledExecutorChangesNothing() {
    Rows rows = Rows.of(800);
    Learner learner = Rows.learner("noisy-descent rate=0.5 steps=12 centering=on");
    List<Long> executors =
        context()
            .parallelize(IntStream.range(0, 8).boxed().toList(), 8)
            .map(i -> ProcessHandle.current().pid())
            .distinct()
            .collect();
    assertThat(executors).doesNotContain(ProcessHandle.current().pid());
    AtomicInteger jobs = new AtomicInteger();
    AtomicInteger killed = new AtomicInteger();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onJobEnd(SparkListenerJobEnd end) {
                if (jobs.incrementAndGet() == 7) { // rows are encoded, numbered and kept
                  Optional<ProcessHandle> one = ProcessHandle.of(executors.get(0));
                  killed.addAndGet(one.isPresent() && one.get().destroyForcibly() ? 1 : 0);
                }
              }
            });

    byte[] model = rows.trained(learner, rows.shuffled(1).frame(spark, 7));

    assertThat(model).isEqualTo(rows.trained(learner));
    assertThat(killed).hasValue(1);
    assertThat(jobs.get()).isGreaterThan(12);
  }

  /** Sums rows; tasks of the first partition fail twice, those of the second take their time. */
  private record Troubled(int size) implements VectorSum {
    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      TaskContext task = TaskContext.get();
      if (task != null && task.partitionId() == 0 && task.attemptNumber() < 2) {
        throw new IllegalStateException("a task that fails twice");
      }
      if (task != null && task.partitionId() == 1 && task.attemptNumber() == 0) {
        sleep();
      }
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.addTo(row, 1, sums, 1, 0);
        sums[size - 1]++;
      }
    }

    private static void sleep() {
      try {
        Thread.sleep(4_000); // a copy of the task overtakes it
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void tasksThatFailOrAreOvertakenCountOnce() {
    Rows rows = Rows.of(3_000);
    SparkSource source =
        SparkSource.forTraining(
            rows.shuffled(2).frame(spark, 5),
            rows.schema(),
            ColumnNames.USUAL,
            OptionalInt.empty());
    Batch sample =
        Batch.sampled(
            PoissonSampling.withRate(0.3), Randomness.reproducible(3).stream("step").key());
    long[] expected = rows.local().fold(new Troubled(Rows.FEATURES + 1), sample);

    try (SparkRows stored = source.rows(Randomness.secure().key())) {
      assertThat(stored.fold(new Troubled(Rows.FEATURES + 1), sample)).isEqualTo(expected);
      assertThat(stored.rows()).isEqualTo(3_000);
    }
    assertThat(expected[Rows.FEATURES]).isBetween(720L, 1_080L); // 900 ± 25: seven deviations
  }
}
