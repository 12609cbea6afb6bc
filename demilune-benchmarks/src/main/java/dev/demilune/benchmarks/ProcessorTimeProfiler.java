// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Processor time of an operation, of all Java threads: other work on the machine is not in it. */
public final class ProcessorTimeProfiler implements InternalProfiler {

  static final String RESULT = "processor";

  private long before;

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = ProcessorTime.ofThreads();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanoseconds = ProcessorTime.ofThreads() - before;
    return List.of(
        new ScalarResult(
            RESULT,
            nanoseconds / result.getMetadata().getAllOps(),
            "ns/op",
            AggregationPolicy.AVG));
  }

  @Override
  public String getDescription() {
    return "processor time of an operation";
  }
}
