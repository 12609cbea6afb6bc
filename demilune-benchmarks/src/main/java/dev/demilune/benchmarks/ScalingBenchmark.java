// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.demilune.data.VectorTable;
import dev.demilune.learn.Learner;
import dev.demilune.learn.gradient.BatchPerceptron;
import dev.demilune.learn.gradient.MarginErm;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.gradient.ProjectedSgd;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.learn.perturb.OutputPerturbation;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** How processor time grows with rows and features, and whether a second copy of the rows fits. */
final class ScalingBenchmark {

  private static final int ROWS = 20_000;
  private static final int FEATURES = 128;
  private static final int WIDE_ROWS = 60_000;
  private static final int WIDE_FEATURES = 500;
  private static final int HEAP_MEGABYTES = 100; // of which the wide rows take 60

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
    lines.add("");
    lines.add(
        "| learner | seconds | rows × 2 | × 4 | features × 2 | × 4 | heap of "
            + HEAP_MEGABYTES
            + " MB |");
    lines.add("|---|---|---|---|---|---|---|");
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
    for (Learner learner :
        List.of(
            NoisyDescent.withDefaults(),
            BatchPerceptron.withDefaults(),
            ProjectedSgd.withDefaults(),
            MarginErm.withDefaults(),
            PrivateSvm.withDefaults(),
            ObjectivePerturbation.withDefaults(),
            OutputPerturbation.withDefaults(),
            KernelMargin.withDefaults().with("features", "1024"))) {
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
    if (learner instanceof KernelMargin) {
      arguments.add("--set=features=1024");
    }
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
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long start = process.getProcessCpuTime();
    SeededRuns.fit(learner, rows, 1, 1e-5, 1);
    return (process.getProcessCpuTime() - start) / 1e9;
  }

  /** Rows in random directions, labelled by their first feature. */
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
