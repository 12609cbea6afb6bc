// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.benchmarks.TrainingFiles.Digits;
import dev.demilune.data.Table;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.Kernels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One step over all rows of MNIST: ours on encoded rows, the same in numpy, and reading the encoded
 * rows once. Each contender has a process of its own; they take turns, round after round.
 */
final class StepBenchmark {

  private static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

  private StepBenchmark() {}

  /** Seconds of one contender, a median of each round. */
  private record Times(List<Double> seconds, List<Double> processorSeconds) {
    Times() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(Child.Run run, String word) {
      List<double[]> measured = run.numbers(word);
      seconds.add(ProcessorTime.median(measured.stream().map(m -> m[0]).toList()));
      processorSeconds.add(ProcessorTime.median(measured.stream().map(m -> m[1]).toList()));
    }
  }

  static List<String> markdown(Effort effort) {
    Digits digits = Digits.of(effort);
    Peers peers = Peers.find();
    int steps = effort.of(60, 24, 4);
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "One step over all rows, %,d × 784, 10 classes, hinge loss: ours is that of a private"
                + " training by `noisy-descent`, centering and noise included, on encoded rows;"
                + " numpy's is scores, coefficients and gradient in single precision, without"
                + " either. Reading is one pass over an array of as many bytes as the encoded rows"
                + " have. %d rounds in which all take turns; in each the median of the last %d"
                + " steps; here the median of the rounds and, in brackets, the least and the most.",
            digits.rows(),
            effort.of(5, 2, 1),
            steps / 2));
    lines.addAll(peers.described());
    lines.addAll(
        Markdown.table(
            "| contender | threads | seconds a step | processor seconds | times our vector kernels"
                + " | by processor time |"));
    for (int threads = 1; threads <= 2; threads++) {
      if (threads > 1 || Peers.canConfine()) {
        lines.addAll(contest(digits, peers, steps, effort.of(5, 2, 1), threads));
      }
    }
    return lines;
  }

  private static List<String> contest(
      Digits digits, Peers peers, int steps, int rounds, int threads) {
    Map<String, Times> times = new LinkedHashMap<>();
    String ours = "";
    for (int round = 0; round < rounds; round++) {
      for (List<String> options : List.of(VECTORS, List.<String>of())) {
        Child.Run run =
            run(Child.java(options, StepBenchmark.class, arguments(digits, steps)), threads);
        String name = "`noisy-descent`, kernels " + run.text("kernels").orElseThrow();
        times.computeIfAbsent(name, key -> new Times()).add(run, "step");
        if (options.equals(VECTORS)) {
          ours = name;
          times
              .computeIfAbsent("reading the encoded rows once", key -> new Times())
              .add(run, "read");
        }
      }
      if (peers.hasNumpy()) {
        Child numpy = peers.numpyStep(digits.images(), digits.labels(), steps, threads);
        times
            .computeIfAbsent("numpy, float32", key -> new Times())
            .add(run(numpy, threads), "step");
      }
    }
    Times best = times.get(ours);
    List<String> lines = new ArrayList<>();
    times.forEach(
        (name, measured) ->
            lines.add(
                Markdown.row(
                    name,
                    Integer.toString(threads),
                    Spread.of(measured.seconds).text("%.4f"),
                    Spread.of(measured.processorSeconds).text("%.4f"),
                    Spread.ofRatios(measured.seconds, best.seconds).text("%.2f"),
                    Spread.ofRatios(measured.processorSeconds, best.processorSeconds)
                        .text("%.2f"))));
    return lines;
  }

  private static String[] arguments(Digits digits, int steps) {
    return new String[] {
      digits.images().toString(),
      digits.labels().toString(),
      Integer.toString(digits.rows()),
      Integer.toString(steps)
    };
  }

  private static Child.Run run(Child child, int threads) {
    Child confined = threads == 1 ? child.onOneCore() : child;
    return confined.run().orThrow(confined);
  }

  /** Our contender, in a process of its own: images, labels, rows and steps. */
  public static void main(String[] arguments) {
    Digits digits =
        new Digits(Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]));
    BoundedDataset rows;
    try (Table table = digits.open()) {
      rows = BoundedDataset.of(PublicData.mnistSchema(digits.rows()), table);
    }
    int steps = Integer.parseInt(arguments[3]);
    StepTimes times = StepTimes.of(rows, steps);
    Limits limits = new Limits(Limits.bytes(rows));
    System.out.println("kernels " + Kernels.name());
    for (int i = 0; i < times.seconds().size(); i++) {
      System.out.println("step " + times.seconds().get(i) + " " + times.processorSeconds().get(i));
    }
    for (int i = 0; i < 3 * steps; i++) {
      long clock = System.nanoTime();
      long processor = ProcessorTime.ofThreads();
      if (limits.read() == 1) { // uses the sum, so that it is computed
        throw new IllegalStateException("the numbers were chosen so that this does not happen");
      }
      double seconds = (System.nanoTime() - clock) / 1e9;
      double processorSeconds = (ProcessorTime.ofThreads() - processor) / 1e9;
      if (i >= 2 * steps) {
        System.out.println("read " + seconds + " " + processorSeconds);
      }
    }
  }
}
