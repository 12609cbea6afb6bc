// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whole runs of the command line in a process of their own: files in, model file out. */
final class EndToEndBenchmark {

  private EndToEndBenchmark() {}

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`demilune train` in a process of its own, start of the JVM included, ε = 1, δ = 1e-5,"
            + " secure randomness; one run each of the learner that is chosen by default and of"
            + " `noisy-descent`, which is also what has no privacy in the last column.");
    lines.addAll(
        Markdown.table(
            "| data | rows × features × classes | learner | seconds | test accuracy, % | no"
                + " privacy, % |"));
    Path folder = PublicData.folder();
    Path mnist = folder.resolve("mnist");
    lines.addAll(
        runs(
            "MNIST (gzip IDX) | 60,000 × 784 × 10",
            PublicData.mnist(),
            "--data="
                + mnist.resolve("train-images-idx3-ubyte.gz")
                + ","
                + mnist.resolve("train-labels-idx1-ubyte.gz"),
            "--features=784",
            "--classes=10",
            "--unit-rows",
            "--expected-rows=60000",
            "--adjacency=add-or-remove-one"));
    lines.addAll(
        runs(
            "KDD Cup 1999, 10 % (gzip CSV, schema) | 494,021 × 122 × 2",
            PublicData.kddCup(),
            "--data=" + folder.resolve("kddcup99_10pct/kddcup.data_10_percent.gz"),
            "--schema=" + PublicData.schemaPath("kddcup.yaml")));
    lines.addAll(
        runs(
            "Adult (CSV, schema) | 32,561 × 103 × 2",
            PublicData.adult(),
            "--data=" + folder.resolve("adult/adult.data"),
            "--schema=" + PublicData.schemaPath("adult.yaml")));
    lines.addAll(
        runs(
            "sector (bzip2 LIBSVM) | 6,412 × 55,197 × 105",
            PublicData.sector(),
            "--data=" + folder.resolve("sector/sector.scale.bz2"),
            "--features=55197",
            "--classes=1..105",
            "--unit-rows",
            "--expected-rows=6412",
            "--adjacency=add-or-remove-one"));
    return lines;
  }

  private static List<String> runs(String title, PublicData data, String... arguments) {
    Task task = Task.of(data);
    String unprotected = format("%.2f", task.withoutPrivacy(NoisyDescent.withDefaults()));
    List<String> lines = new ArrayList<>();
    for (String learner : List.of("auto", "noisy-descent")) {
      List<String> all = new ArrayList<>(List.of(arguments));
      all.add("--learner=" + learner);
      lines.add(Markdown.row(title, run(task, all), unprotected));
    }
    return lines;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private static String run(Task task, List<String> arguments) {
    try {
      Path model = Files.createTempFile("benchmark", ".model");
      List<String> command =
          new ArrayList<>(List.of("train", "--epsilon=1", "--delta=1e-5", "--model=" + model));
      command.addAll(arguments);
      long start = System.nanoTime();
      CommandLine.run(List.of(), command);
      double seconds = (System.nanoTime() - start) / 1e9;
      SavedModel saved = ModelFile.load(model);
      Files.delete(model);
      Certificate certificate = saved.certificate().orElseThrow();
      return format(
          "`%s` | %.1f | %.2f",
          certificate.settings().getOrDefault("chosen", certificate.learner()),
          seconds,
          task.accuracy(saved.model()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
