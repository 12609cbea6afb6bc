// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** How processor time grows with rows and features, and whether a second copy of the rows fits. */
final class ScalingBenchmark {

  private static final int ROWS = 20_000;
  private static final int FEATURES = 128;
  private static final int WIDE_ROWS = 60_000;
  private static final int WIDE_FEATURES = 500;
  private static final int HEAP_MEGABYTES = 100; // of which the wide rows take 60

  /** Learners that are measured there have times that grow with rows and features. */
  private static final Set<String> SECTIONS =
      Set.of("accuracy", "perceptron", "scaling", "baselines", "kernel");

  private ScalingBenchmark() {}

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "Processor seconds of a fit, ε = 1, δ = 1e-5, two classes, random rows: at %,d rows of"
                + " %d features, and how many times as long with twice and four times the rows or"
                + " the features; one warm run each. Last column: whether `demilune train` on %,d"
                + " rows of %d features, %d MB as 16-bit integers, ends well with a heap of %d MB,"
                + " where two copies do not fit.",
            ROWS,
            FEATURES,
            WIDE_ROWS,
            WIDE_FEATURES,
            WIDE_ROWS * WIDE_FEATURES * 2 / 1_000_000,
            HEAP_MEGABYTES));
    lines.addAll(
        Markdown.table(
            "| learner | seconds | rows × 2 | × 4 | features × 2 | × 4 | heap of "
                + HEAP_MEGABYTES
                + " MB |"));
    Path wide = Files.createTempFile("wide", ".svm");
    CommandLine.run(
        List.of(),
        List.of(
            "generate",
            "large-margin",
            "--rows=" + WIDE_ROWS,
            "--features=" + WIDE_FEATURES,
            "--margin=0.1",
            "--out=" + wide));
    for (Learner registered : Learners.all()) {
      if (!SECTIONS.contains(registered.description().benchmark())) {
        continue;
      }
      // By default a kernel decides by the shape whether there are features at all.
      Learner learner =
          registered.has("features") ? registered.with("features", "1024") : registered;
      lines.add(line(learner, wide));
      System.err.println(lines.get(lines.size() - 1));
    }
    Files.delete(wide);
    return lines;
  }

  private static String line(Learner learner, Path wide) throws IOException {
    seconds(learner, ROWS, FEATURES);
    double once = seconds(learner, ROWS, FEATURES);
    Path model = Files.createTempFile("scaling", ".model");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--data=" + wide,
                "--format=libsvm",
                "--features=" + WIDE_FEATURES,
                "--classes=-1,+1",
                "--unit-rows",
                "--expected-rows=" + WIDE_ROWS,
                "--adjacency=add-or-remove-one",
                "--epsilon=1",
                "--delta=1e-5",
                "--learner=" + learner.name(),
                "--model=" + model));
    Map<String, String> defaults = Learners.named(learner.name()).settings();
    learner.settings().entrySet().stream()
        .filter(setting -> !setting.getValue().equals(defaults.get(setting.getKey())))
        .forEach(setting -> arguments.add("--set=" + setting));
    int exit = CommandLine.exitCode(List.of("-Xmx" + HEAP_MEGABYTES + "m"), arguments);
    Files.delete(model);
    return String.format(
        Locale.ROOT,
        "| `%s` | %.2f | %.1f | %.1f | %.1f | %.1f | %s |",
        learner.name(),
        once,
        seconds(learner, 2 * ROWS, FEATURES) / once,
        seconds(learner, 4 * ROWS, FEATURES) / once,
        seconds(learner, ROWS, 2 * FEATURES) / once,
        seconds(learner, ROWS, 4 * FEATURES) / once,
        exit == 0 ? "yes" : "no");
  }

  private static double seconds(Learner learner, int count, int features) {
    BoundedDataset rows = rows(count, features);
    long start = ProcessorTime.ofProcess();
    SeededRuns.fit(learner, rows, ApproximateDp.of(1, 1e-5), 1);
    return (ProcessorTime.ofProcess() - start) / 1e9;
  }

  /** Rows in random directions, labeled by their first feature. */
  private static BoundedDataset rows(int count, int features) {
    SplittableRandom random = new SplittableRandom(count + features);
    double[][] rows = new double[count][features];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = random.doubles(features, -1, 1).toArray();
      labels[i] = rows[i][0] > 0 ? 1 : 0;
    }
    return BoundedDataset.of(
        Schema.vectors(features, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .expectedRows(count)
            .build(),
        VectorTable.of(rows, labels));
  }
}
