// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The inner loops, by JMH: each in a JVM of its own, in rounds in which all take turns. The numbers
 * are processor time, and ratios to a named reference of the same round.
 */
final class LoopBenchmark {

  private static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

  private LoopBenchmark() {}

  /** Nanoseconds of an operation, one for each round, by the method's name. */
  private record Times(Map<String, List<Double>> byLoop) {

    String row(String title, String loop, String reference) {
      List<Double> times = byLoop.get(loop);
      return Markdown.row(
          title,
          Spread.of(times).text("%.2f"),
          "`" + reference + "`",
          Spread.ofRatios(byLoop.get(reference), times).text("%.2f"));
    }
  }

  static List<String> noise(Effort effort) throws RunnerException {
    int rounds = effort.of(4, 2, 1);
    Times times = measure(NoiseLoops.class, effort, rounds, List.of(), "");
    List<String> lines = head("draws of one thread", rounds, "a draw");
    String gaussian = "ziggurat";
    lines.add(
        times.row("`roundedGaussian`: exact, AES-256-CTR, σ = 2^24", "roundedGaussian", gaussian));
    lines.add(times.row("`sampleOneByOne`: the same draws", "sampleOneByOne", gaussian));
    lines.add(times.row("`ziggurat`: Commons RNG on the same bits", "ziggurat", gaussian));
    lines.add(times.row("`systemGaussian`: SecureRandom.nextGaussian", "systemGaussian", gaussian));
    lines.add(times.row("`discreteLaplace`: exact, scale 2^24", "discreteLaplace", gaussian));
    lines.add(times.row("`secureLongs`: 8 bytes of AES-256-CTR", "secureLongs", "systemBytes"));
    lines.add(
        times.row(
            "`systemBytes`: SecureRandom.nextBytes, for 8 bytes", "systemBytes", "systemBytes"));
    return lines;
  }

  static List<String> features(Effort effort) throws RunnerException {
    int rounds = effort.of(4, 2, 1);
    Times times = measure(FeatureLoops.class, effort, rounds, List.of(), "");
    List<String> lines = head("embeddings of one dense row of 784 features", rounds, "a row");
    String dense = "multiplyAdd";
    lines.add(
        times.row("`hadamard`: subsampled Hadamard transform to 512", "hadamard", "denseSigns"));
    lines.add(times.row("`denseSigns`: matrix of signs to 512", "denseSigns", dense));
    lines.add(times.row("`fourier`: random Fourier features, 2 × 2,048", "fourier", dense));
    lines.add(times.row("`multiplyAdd`: 784 × 512 float products added, in cache", dense, dense));
    return lines;
  }

  static List<String> rows(Effort effort) throws RunnerException {
    int rounds = effort.of(2, 1, 1);
    List<String> lines =
        head("rows of 784 features for 10 outputs, two of which pull in sums", rounds, "a row");
    for (String density : List.of("1", "0.15")) {
      String form = density.equals("1") ? "dense" : "sparse (15 % of values)";
      Times plain = measure(RowLoops.class, effort, rounds, List.of(), density);
      lines.add(plain.row(form + ", `scores`, plain kernels", "scores", "simpleScores"));
      lines.add(plain.row(form + ", `scores`, plain kernels", "scores", "read"));
      lines.add(plain.row(form + ", `sums`, plain kernels", "sums", "simpleSums"));
      lines.add(plain.row(form + ", `sums`, plain kernels", "sums", "read"));
      if (effort != Effort.SMALLEST) { // which runs in this process
        Times vector = measure(RowLoops.class, effort, rounds, VECTORS, density);
        lines.add(vector.row(form + ", `scores`, vector kernels", "scores", "simpleScores"));
        lines.add(vector.row(form + ", `scores`, vector kernels", "scores", "read"));
        lines.add(vector.row(form + ", `sums`, vector kernels", "sums", "simpleSums"));
        lines.add(vector.row(form + ", `sums`, vector kernels", "sums", "read"));
      }
    }
    return lines;
  }

  private static List<String> head(String what, int rounds, String operation) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "By JMH, %s; processor time, each loop in a JVM of its own, %d rounds in which all take"
                + " turns: median and, in brackets, the least and the most. The last column is the"
                + " time of the reference over that of the loop, in the same round.",
            what,
            rounds));
    lines.addAll(
        Markdown.table(
            "| loop | nanoseconds " + operation + " | reference | times as fast as it |"));
    return lines;
  }

  /**
   * @param density of the rows, or empty where there is none
   */
  private static Times measure(
      Class<?> loops, Effort effort, int rounds, List<String> jvmOptions, String density)
      throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true"); // what else runs here does not count
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(loops.getName().replace(".", "\\.") + "\\.")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .forks(effort == Effort.SMALLEST ? 0 : 1)
            .jvmArgsAppend(jvmOptions.toArray(String[]::new))
            .warmupIterations(effort.of(4, 2, 1))
            .warmupTime(time(effort.of(400, 300, 1)))
            .measurementIterations(effort.of(5, 2, 1))
            .measurementTime(time(effort.of(200, 200, 1)))
            .addProfiler(ProcessorTimeProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true);
    if (!density.isEmpty()) {
      options.param("density", density);
    }
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (RunResult run : new Runner(options.build()).run()) {
        Result<?> result = run.getSecondaryResults().get(ProcessorTimeProfiler.RESULT);
        times
            .computeIfAbsent(run.getPrimaryResult().getLabel(), name -> new ArrayList<>())
            .add(result.getScore());
      }
    }
    return new Times(times);
  }

  private static TimeValue time(int milliseconds) {
    return TimeValue.milliseconds(milliseconds);
  }
}
