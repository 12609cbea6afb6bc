// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.additive.Additive;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Raw tables of named columns: ranking, decisions and probabilities. */
final class TablesBenchmark {

  private static final int SEEDS = 5;

  private TablesBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`additive` by default on raw tables: AUC / accuracy in per cent and log loss on test rows,"
            + " mean of "
            + SEEDS
            + " seeds with the standard error of the AUC in brackets. The second log loss is that"
            + " of raw scores, of fits with `calibration=off`, which have the calibration's budget"
            + " for training. δ = 1e-5, add or remove one, row count declared, ranges declared"
            + " without looking. Below each, InterpretML's DP-EBM 0.7.8 at its defaults with the"
            + " same ranges (AUC / accuracy, 3 fits, measured elsewhere); its categories, classes"
            + " and row count are read from the data.");
    lines.addAll(Markdown.table("| data | ε = 0.1 | 0.5 | 1 | 3 |"));
    Task adult = Task.of(PublicTables.adult());
    lines.add(row("adult", adult));
    lines.add("| DP-EBM | 86.1 / 77.8 | 88.3 / 79.6 | 88.8 / 80.6 | 89.1 / 81.6 |");
    Task bank = Task.of(PublicTables.bank());
    lines.add(row("bank marketing, without `duration`", bank));
    lines.add("| DP-EBM | 75.7 / 88.4 | 77.1 / 88.7 | 77.4 / 89.3 | 77.4 / 89.5 |");
    Task magic = Task.of(PublicTables.magic());
    lines.add(row("MAGIC", magic));
    lines.add("| DP-EBM | 83.6 / 69.8 | 86.3 / 75.0 | 86.7 / 75.8 | 86.8 / 76.3 |");
    lines.add("");
    Learner balanced = Additive.withDefaults().with("class-weights", "balanced");
    lines.add(
        String.format(
            Locale.ROOT,
            "Balanced accuracy at ε = 1 with `class-weights=balanced`: adult %.1f, bank marketing"
                + " %.1f; by the threshold alone (`decision=balanced-accuracy`): %.1f and %.1f.",
            balancedAccuracy(balanced, adult),
            balancedAccuracy(balanced, bank),
            balancedAccuracy(byThreshold(), adult),
            balancedAccuracy(byThreshold(), bank)));
    return lines;
  }

  private static Learner byThreshold() {
    return Additive.withDefaults().with("decision", "balanced-accuracy");
  }

  private static String row(String name, Task task) {
    return Markdown.row(name, TableRuns.EPSILONS, epsilon -> cell(task, epsilon));
  }

  private static String cell(Task task, double epsilon) {
    TableRuns runs = TableRuns.of(Additive.withDefaults(), task, epsilon, SEEDS);
    TableRuns raw =
        TableRuns.of(Additive.withDefaults().with("calibration", "off"), task, epsilon, SEEDS);
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f) / %.2f, %.4f; raw %.4f",
        runs.auc(),
        runs.aucError(),
        runs.accuracy(),
        runs.logLoss(),
        raw.logLoss());
  }

  private static double balancedAccuracy(Learner learner, Task task) {
    return 100 * TableRuns.of(learner, task, 1, SEEDS).mean(Evaluation::balancedAccuracy);
  }
}
