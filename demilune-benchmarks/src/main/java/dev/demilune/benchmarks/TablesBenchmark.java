// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.additive.Additive;
import dev.demilune.learn.auto.Demilune;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Raw tables of named columns: ranking, decisions and probabilities. */
final class TablesBenchmark {

  private static final double DELTA = 1e-5;
  private static final double[] EPSILONS = {0.1, 0.5, 1, 3};
  private static final int SEEDS = 5;

  private TablesBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "`additive` by default on raw tables: AUC / accuracy in per cent and log loss on test rows,"
            + " mean of "
            + SEEDS
            + " seeds with the standard error of the AUC in brackets. δ = 1e-5, add or remove one,"
            + " row count declared, ranges declared without looking. Below each, InterpretML's"
            + " DP-EBM 0.7.8 at its defaults with the same ranges (AUC / accuracy, 3 fits, measured"
            + " elsewhere); its categories, classes and row count are read from the data.");
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
    lines.add("");
    lines.add(
        "Tables on which no constant of `additive` was chosen, but the rule of `auto`: AUC / accuracy (accuracy alone for more than two"
            + " classes) of `auto`, of `additive` and of `noisy-descent`, mean of "
            + SEEDS
            + " seeds; a dash where it refuses.");
    lines.addAll(Markdown.table("| data | learner | ε = 0.1 | 0.5 | 1 | 3 |"));
    others("german credit", PublicTables.german(), lines);
    others("breast cancer", PublicTables.breastCancer(), lines);
    others("banknote", PublicTables.banknote(), lines);
    others("vehicle", PublicTables.vehicle(), lines);
    others("dermatology", PublicTables.dermatology(), lines);
    return lines;
  }

  private static Learner byThreshold() {
    return Additive.withDefaults().with("decision", "balanced-accuracy");
  }

  private static void others(String name, PublicData data, List<String> lines) {
    Task task = Task.of(data);
    for (Learner learner :
        List.of(Demilune.classifier(), Additive.withDefaults(), NoisyDescent.withDefaults())) {
      lines.add(
          Markdown.row(
              name + " | `" + learner.name() + "`",
              EPSILONS,
              epsilon -> {
                ApproximateDp guarantee = ApproximateDp.of(epsilon, DELTA);
                if (!learner.plan(Shape.of(task.rows()), guarantee).runnable()) {
                  return "—";
                }
                List<Evaluation> runs = evaluations(learner, task, epsilon);
                String accuracy =
                    String.format(Locale.ROOT, "%.1f", 100 * mean(runs, Evaluation::accuracy));
                return task.rows().classes() == 2
                    ? String.format(
                        Locale.ROOT,
                        "%.1f / %s",
                        100 * mean(runs, run -> run.auc().orElseThrow()),
                        accuracy)
                    : accuracy;
              }));
    }
  }

  private static String row(String name, Task task) {
    return Markdown.row(name, EPSILONS, epsilon -> cell(task, epsilon));
  }

  private static String cell(Task task, double epsilon) {
    List<Evaluation> runs = evaluations(Additive.withDefaults(), task, epsilon);
    double mean = mean(runs, run -> run.auc().orElseThrow());
    double squares =
        runs.stream().mapToDouble(run -> Math.pow(run.auc().orElseThrow() - mean, 2)).sum();
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f) / %.2f, %.4f",
        100 * mean,
        100 * Math.sqrt(squares / (SEEDS - 1) / SEEDS),
        100 * mean(runs, Evaluation::accuracy),
        mean(runs, Evaluation::logLoss));
  }

  private static double balancedAccuracy(Learner learner, Task task) {
    return 100 * mean(evaluations(learner, task, 1), Evaluation::balancedAccuracy);
  }

  private static double mean(List<Evaluation> runs, ToDoubleFunction<Evaluation> measure) {
    return runs.stream().mapToDouble(measure).average().orElseThrow();
  }

  private static List<Evaluation> evaluations(Learner learner, Task task, double epsilon) {
    List<Evaluation> runs = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      try (Table table = task.data().test().get()) {
        runs.add(
            Evaluation.onPublic(
                SeededRuns.fit(learner, task.rows(), ApproximateDp.of(epsilon, DELTA), seed),
                table));
      }
    }
    return runs;
  }
}
