// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.auto.Learners;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Learners with a margin on data that has none to speak of, beside noisy descent. */
final class RealMarginBenchmark {

  private static final int SEEDS = 3;

  private RealMarginBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Test accuracy in %, defaults, ε = 1, δ = 1e-5, add or remove one, row count declared; mean"
            + " and, in brackets, standard deviation over "
            + SEEDS
            + " seeds.");
    lines.addAll(
        Markdown.table("| data | noisy-descent | projected-sgd | batch-perceptron | margin-erm |"));
    Map<String, PublicData> tables = new LinkedHashMap<>();
    tables.put("a9a", PublicData.a9a());
    tables.put("USPS", PublicData.usps());
    tables.put("MNIST", PublicData.mnist());
    tables.forEach(
        (name, data) -> {
          Task task = Task.of(data);
          List<String> cells = new ArrayList<>(List.of(name));
          for (String learner :
              List.of("noisy-descent", "projected-sgd", "batch-perceptron", "margin-erm")) {
            cells.add(
                SeededRuns.meanAndDeviation(
                    SEEDS,
                    trial ->
                        task.accuracy(
                            Learners.named(learner), ApproximateDp.of(1, 1e-5), trial + 1)));
          }
          lines.add(Markdown.row(cells.toArray(String[]::new)));
        });
    return lines;
  }
}
