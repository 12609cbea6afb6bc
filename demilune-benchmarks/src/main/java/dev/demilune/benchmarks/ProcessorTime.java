// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;

/** Times of the processor, to which other work on the machine does not count. */
final class ProcessorTime {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /** Returns the nanoseconds of this thread. */
  static long ofThread() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /**
   * Returns the nanoseconds of all Java threads that are alive: to the nanosecond, and without the
   * compiler and the garbage collector, unlike {@link #ofProcess}.
   */
  static long ofThreads() {
    return Arrays.stream(THREADS.getAllThreadIds())
        .map(THREADS::getThreadCpuTime)
        .filter(time -> time > 0) // -1 of a thread that has just ended
        .sum();
  }

  /** Returns the nanoseconds of all threads, in steps of the system's clock, often 10 ms. */
  static long ofProcess() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Returns the median, the upper one of two. */
  static double median(List<Double> measured) {
    return measured.stream().sorted().skip(measured.size() / 2).findFirst().orElseThrow();
  }
}
