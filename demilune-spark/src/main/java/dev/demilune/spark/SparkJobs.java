// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.spark;

import dev.demilune.learn.Progress;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobEnd;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * The jobs that this thread starts for one training: a group that can be cancelled together, and is
 * when the process is told to end, as by Ctrl-C. Tasks then stop at once.
 */
final class SparkJobs implements AutoCloseable {

  private static final int BEFORE_SPARK = 100; // Spark stops its context at 40

  private final SparkContext spark;
  private final String group = "demilune " + UUID.randomUUID();
  private final Runnable cancel;

  SparkJobs(SparkContext spark, String what) {
    this.spark = spark;
    this.cancel = () -> spark.cancelJobGroup(group);
    spark.setJobGroup(group, "demilune: " + what, /* interruptOnCancel= */ true);
    ShutdownHookManager.get().addShutdownHook(cancel, BEFORE_SPARK);
  }

  /**
   * Tells how many jobs of this group have ended, while others run, until it is closed. How many
   * there are follows from the plan. Numbers of stages, tasks and bytes follow from the rows and
   * are not told.
   *
   * @param planned how many jobs there will be
   */
  Listening tell(Progress progress, int planned) {
    return new Listening(progress, planned);
  }

  /** Hears the events of the group. */
  final class Listening extends SparkListener implements AutoCloseable {
    private final Progress progress;
    private final int planned;
    private final AtomicInteger running = new AtomicInteger(-1); // the last job of the group
    private volatile int ended;

    private Listening(Progress progress, int planned) {
      this.progress = progress;
      this.planned = planned;
      spark.addSparkListener(this);
    }

    @Override
    public void onJobStart(SparkListenerJobStart start) {
      if (group.equals(start.properties().getProperty("spark.jobGroup.id"))) {
        running.set(start.jobId());
      }
    }

    /** Says again how far it is, so that a bar that was silent at first appears. */
    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      progress.step(ended, planned);
    }

    @Override
    public void onJobEnd(SparkListenerJobEnd end) {
      if (running.compareAndSet(end.jobId(), -1)) {
        ended = Math.min(planned, ended + 1);
        progress.step(ended, planned);
      }
    }

    @Override
    public void close() {
      spark.removeSparkListener(this);
    }
  }

  /** Leaves the group. */
  @Override
  public void close() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(cancel);
    }
    spark.clearJobGroup();
  }
}
