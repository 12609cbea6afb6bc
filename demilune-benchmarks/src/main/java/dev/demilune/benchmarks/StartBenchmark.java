// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Commands of the launcher as a user starts them: how soon they are over, and how fast they read.
 */
final class StartBenchmark {

  /** A program that does nothing: what Java itself costs. */
  static final class Nothing {
    private Nothing() {}

    public static void main(String[] arguments) {}
  }

  private final Path folder;
  private final String launcher = Path.of("demilune").toAbsolutePath().toString();

  private final int rounds;
  private final int readingRounds;

  private StartBenchmark(Path folder, Effort effort) {
    this.folder = folder;
    rounds = effort.of(11, 3, 1);
    readingRounds = effort.of(3, 1, 1);
  }

  static List<String> markdown(Effort effort) throws IOException {
    Path folder = Files.createTempDirectory("start");
    try {
      return new StartBenchmark(folder, effort).lines();
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private List<String> lines() throws IOException {
    Path mnist = PublicData.folder().resolve("mnist");
    run(demilune("generate", "census", "--rows=2000000", "--seed=1", "--out=people.csv"));
    run(demilune("generate", "census", "--rows=1", "--seed=1", "--out=one.csv"));
    run(
        demilune(
            "train",
            "--data=people.csv",
            "--schema=people.schema.yaml",
            "--epsilon=1",
            "--delta=1e-6",
            "--learner=noisy-descent",
            "--model=people.model"));
    run(
        demilune(
            "train",
            "--data="
                + mnist.resolve("t10k-images-idx3-ubyte.gz")
                + ","
                + mnist.resolve("t10k-labels-idx1-ubyte.gz"),
            "--features=784",
            "--classes=10",
            "--unit-rows",
            "--adjacency=add-or-remove-one",
            "--expected-rows=10000",
            "--epsilon=1",
            "--delta=1e-5",
            "--learner=noisy-descent",
            "--model=digits.model"));
    List<String> lines = new ArrayList<>(starts());
    lines.addAll(reading(mnist.resolve("train-images-idx3-ubyte.gz")));
    return lines;
  }

  private List<String> starts() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Whole processes by the clock, in turn in each of "
            + rounds
            + " rounds: medians, the least in brackets, and medians of the ratios to an empty class"
            + " in the same round.");
    lines.addAll(Markdown.table("| command | seconds | times an empty class |"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<List<String>> commands =
        List.of(
            List.of(java, "-cp", System.getProperty("java.class.path"), Nothing.class.getName()),
            List.of(java, "-version"),
            demilune("--help"),
            demilune("version"),
            demilune("predict", "--model=people.model", "--data=one.csv"));
    List<List<Double>> seconds = new ArrayList<>();
    commands.forEach(command -> seconds.add(new ArrayList<>()));
    for (int round = 0; round < rounds; round++) {
      for (int c = 0; c < commands.size(); c++) {
        seconds.get(c).add(run(commands.get(c)));
      }
    }
    List<String> names =
        List.of(
            "an empty class",
            "`java -version`",
            "`demilune --help`",
            "`demilune version`",
            "`demilune predict`, one row");
    for (int c = 0; c < names.size(); c++) {
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        ratios.add(seconds.get(c).get(round) / seconds.get(0).get(round));
      }
      lines.add(
          Markdown.row(
              names.get(c),
              format(
                  "%.3f (%.3f)",
                  ProcessorTime.median(seconds.get(c)), Collections.min(seconds.get(c))),
              format("%.1f", ProcessorTime.median(ratios))));
    }
    return lines;
  }

  private List<String> reading(Path images) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "`demilune predict` of many rows with linear models, start included; the least of "
            + readingRounds
            + " runs.");
    lines.addAll(Markdown.table("| rows | seconds | million rows a minute | MB/s of the file |"));
    lines.add(reading("MNIST, 60,000 × 784 (gzip IDX)", "digits.model", "idx", images, 60_000));
    lines.add(
        reading(
            "census, 2,000,000 × 12 columns (CSV)",
            "people.model",
            "csv",
            folder.resolve("people.csv"),
            2_000_000));
    return lines;
  }

  private String reading(String title, String model, String format, Path data, int rows)
      throws IOException {
    double least = Double.POSITIVE_INFINITY;
    List<String> command =
        demilune(
            "predict", "--model=" + model, "--format=" + format, "--data=" + data, "--out=p.csv");
    for (int round = 0; round < readingRounds; round++) {
      least = Math.min(least, run(command));
    }
    return Markdown.row(
        title,
        format("%.2f", least),
        format("%.2f", rows * 60 / least / 1e6),
        format("%.0f", Files.size(data) / least / 1e6));
  }

  private List<String> demilune(String... words) {
    return Stream.concat(Stream.of(launcher), Stream.of(words)).toList();
  }

  /** Runs a command to its end and returns its seconds by the clock. */
  private double run(List<String> command) throws IOException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + " failed");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
