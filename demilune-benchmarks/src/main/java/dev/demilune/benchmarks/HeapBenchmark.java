// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.rows.BoundedDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** How little memory training needs beyond its encoded rows, shown by running with that heap. */
final class HeapBenchmark {

  private static final int[] BEYOND = {16, 32, 64, 128}; // MB

  private HeapBenchmark() {}

  /** Files, and the rows that they hold. */
  private record Case(String title, BoundedDataset rows, List<String> arguments) {}

  static List<String> markdown(Effort effort) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Whether `demilune train` ends well with a heap (`-Xmx`) of its encoded rows and so much"
            + " more: the least of 16, 32, 64 and 128 MB that suffices. Encoded rows take 2 bytes"
            + " for each value, or 4 for each that is not zero where that is less; of a table also 2"
            + " for each cell.");
    lines.addAll(
        Markdown.table("| data | learner | encoded rows, MB | suffices beyond them, MB |"));
    for (Case one : cases(effort)) {
      for (String learner :
          effort.of(
              List.of("noisy-descent", "auto"),
              List.of("noisy-descent"),
              List.of("noisy-descent"))) {
        lines.add(line(one, learner));
      }
    }
    return lines;
  }

  private static List<Case> cases(Effort effort) {
    TrainingFiles.Digits digits = TrainingFiles.Digits.of(effort);
    List<Case> cases = new ArrayList<>();
    try (Table table = digits.open()) {
      cases.add(
          new Case(
              "MNIST (gzip IDX)",
              BoundedDataset.of(PublicData.mnistSchema(digits.rows()), table),
              digits.arguments()));
    }
    if (effort != Effort.SMALLEST) {
      cases.add(
          new Case(
              "KDD Cup 1999, 10 % (gzip CSV, schema)",
              Task.of(PublicData.kddCup()).rows(),
              List.of(
                  "--data="
                      + PublicData.folder().resolve("kddcup99_10pct/kddcup.data_10_percent.gz"),
                  "--schema=" + PublicData.schemaPath("kddcup.yaml"),
                  "--expected-rows=494021")));
    }
    return cases;
  }

  private static String line(Case one, String learner) {
    // Rounded down: the heap is at most what the page says.
    BoundedDataset rows = one.rows();
    long cells = rows.privateSize() * rows.schema().parts().size();
    int encoded = (int) ((Limits.bytes(rows) + 2 * cells) / 1_000_000);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--epsilon=1",
                "--delta=1e-5",
                "--learner=" + learner,
                "--model=" + TrainingFiles.temporary(".model")));
    arguments.addAll(one.arguments());
    OptionalInt least =
        IntStream.of(BEYOND)
            .filter(
                beyond -> {
                  long bytes = 1_000_000L * (encoded + beyond);
                  return CommandLine.exitCode(List.of("-Xmx" + bytes / 1024 + "k"), arguments) == 0;
                })
            .findFirst();
    return Markdown.row(
        one.title(),
        "`" + learner + "`",
        String.format(Locale.ROOT, "%d", encoded),
        least.isPresent() ? Integer.toString(least.getAsInt()) : "more than 128");
  }
}
