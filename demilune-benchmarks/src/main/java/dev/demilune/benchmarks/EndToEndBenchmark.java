// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.model.ModelFile;
import dev.demilune.model.SavedModel;
import dev.demilune.privacy.Certificate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Whole runs of the command line in a process of their own: files in, model file out. */
final class EndToEndBenchmark {

  private EndToEndBenchmark() {}

  /** A training, and the rows that its model is tested on. */
  private record Training(
      String title, Optional<PublicData> tested, String learner, List<String> arguments) {}

  /** MNIST, by default and by the linear learner. */
  static List<String> mnist(Effort effort) {
    List<String> files = TrainingFiles.Digits.of(effort).arguments();
    Optional<PublicData> tested =
        effort == Effort.SMALLEST ? Optional.empty() : Optional.of(PublicData.mnist());
    String title = "MNIST (gzip IDX) | 60,000 × 784 × 10";
    List<String> learners = List.of("auto", "noisy-descent");
    return markdown(
        effort.of(3, 1, 1),
        // for tests the quick one alone
        (effort == Effort.SMALLEST ? learners.subList(1, 2) : learners)
            .stream().map(learner -> new Training(title, tested, learner, files)).toList());
  }

  /** Tables by kernel features. */
  static List<String> tables(Effort effort) {
    Path folder = PublicData.folder();
    String learner = effort.of("kernel-margin", "kernel-margin", "noisy-descent");
    return markdown(
        effort.of(2, 1, 1),
        List.of(
            new Training(
                "Adult (CSV, schema) | 32,561 × 103 × 2",
                Optional.of(PublicData.adult()),
                learner,
                List.of(
                    "--data=" + folder.resolve("adult/adult.data"),
                    "--schema=" + PublicData.schemaPath("adult.yaml"),
                    "--expected-rows=32561")),
            new Training(
                "KDD Cup 1999, 10 % (gzip CSV, schema) | 494,021 × 122 × 2",
                Optional.of(PublicData.kddCup()),
                learner,
                List.of(
                    "--data=" + folder.resolve("kddcup99_10pct/kddcup.data_10_percent.gz"),
                    "--schema=" + PublicData.schemaPath("kddcup.yaml"),
                    "--expected-rows=494021")),
            new Training(
                "MAGIC (CSV, schema) | 19,020 × 10 × 2",
                Optional.empty(),
                learner,
                List.of(
                    "--data=" + folder.resolve("magic04/magic04.data"),
                    "--schema=" + PublicData.schemaPath("table-magic.yaml"),
                    "--expected-rows=19020"))));
  }

  private static List<String> markdown(int rounds, List<Training> trainings) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "`demilune train` by %s, start of the JVM included, ε = 1, δ = 1e-5, secure randomness;"
                + " %d rounds: median and, in brackets, the least and the most. Accuracy is that of"
                + " the last model on test rows, where the data set has them apart.",
            CommandLine.described(),
            rounds));
    lines.addAll(
        Markdown.table(
            "| data | rows × features × classes | learner | features of the kernel | seconds |"
                + " processor seconds | test accuracy, % |"));
    for (Training training : trainings) {
      lines.add(line(training, rounds));
    }
    return lines;
  }

  private static String line(Training training, int rounds) {
    Path model = TrainingFiles.temporary(".model");
    List<String> command =
        new ArrayList<>(
            List.of(
                "train",
                "--epsilon=1",
                "--delta=1e-5",
                "--learner=" + training.learner(),
                "--model=" + model));
    command.addAll(training.arguments());
    Child child = CommandLine.child(List.of(), command);
    List<Double> seconds = new ArrayList<>();
    List<Double> processorSeconds = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      Child.Run run = child.run().orThrow(child);
      seconds.add(run.seconds());
      processorSeconds.add(run.processorSeconds());
    }
    SavedModel saved = ModelFile.load(model);
    Certificate certificate = saved.certificate().orElseThrow();
    return Markdown.row(
        training.title(),
        "`" + certificate.settings().getOrDefault("chosen", certificate.learner()) + "`",
        features(certificate),
        Spread.of(seconds).text("%.1f"),
        Spread.of(processorSeconds).text("%.1f"),
        training
            .tested()
            .map(data -> String.format(Locale.ROOT, "%.2f", accuracy(data, saved)))
            .orElse(""));
  }

  private static String features(Certificate certificate) {
    String features = certificate.settings().getOrDefault("features", "");
    return Set.of("", "0").contains(features) ? "by rule" : features;
  }

  private static double accuracy(PublicData data, SavedModel saved) {
    try (Table table = data.test().get()) {
      return 100 * Evaluation.onPublic(saved.model(), table).accuracy();
    }
  }
}
