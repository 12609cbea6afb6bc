// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.Shape;
import dev.demilune.learn.additive.Additive;
import dev.demilune.learn.auto.Demilune;
import dev.demilune.learn.gradient.NoisyDescent;
import dev.demilune.learn.gradient.PrivateSvm;
import dev.demilune.learn.kernel.KernelMargin;
import dev.demilune.learn.perturb.ObjectivePerturbation;
import dev.demilune.privacy.ApproximateDp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What {@code auto} chooses for tables, beside the best of the single learners.
 *
 * <p>Its fit is that of the learner it chooses, but for the seed, so that it need not be run.
 */
final class TableChoiceBenchmark {

  private static final int FITS_OF_SMALL = 10; // a fit of few rows differs from the next by points
  private static final int FITS_OF_LARGE = 1;

  // Thousands of features of every row take minutes beyond.
  private static final int MOST_KERNEL_ROWS = 20_000;

  private TableChoiceBenchmark() {}

  /** Tables of some hundred rows. */
  static List<String> small() {
    List<String> lines = head("Tables of 256 to 960 rows, mean of " + FITS_OF_SMALL + " fits.");
    lines.add(row("german credit", PublicTables.german(), FITS_OF_SMALL));
    lines.add(row("breast cancer", PublicTables.breastCancer(), FITS_OF_SMALL));
    lines.add(row("banknote", PublicTables.banknote(), FITS_OF_SMALL));
    lines.add(row("vehicle", PublicTables.vehicle(), FITS_OF_SMALL));
    lines.add(row("dermatology", PublicTables.dermatology(), FITS_OF_SMALL));
    return lines;
  }

  /** Tables of many rows. */
  static List<String> large() {
    List<String> lines = head("Tables of 32,561 to 494,021 rows, one fit.");
    lines.add(row("a9a, as 14 categories", PublicTables.a9a(), FITS_OF_LARGE));
    lines.add(row("skin", PublicTables.skin(), FITS_OF_LARGE));
    lines.add(row("KDD Cup 1999", PublicTables.kddCup(), FITS_OF_LARGE));
    return lines;
  }

  private static List<String> head(String which) {
    List<String> lines = new ArrayList<>();
    lines.add(
        which
            + " What `auto` chooses for raw tables: AUC / accuracy in per cent on test rows"
            + " (accuracy alone for more than two classes), log loss, and by how many points another"
            + " learner is ahead in AUC or accuracy (± the standard error of the difference, of"
            + " several fits), among `additive`, `noisy-descent`,"
            + " `private-svm`, for two classes `objective-perturbation`, and on fewer than "
            + MOST_KERNEL_ROWS
            + " rows `kernel-margin`, all by default; a dash where `auto` refuses. δ = 1e-5, add or"
            + " remove one, row count declared. The best of several means is a little too good by"
            + " chance. The rule's constants were chosen on folds of training rows of banknote,"
            + " german credit and vehicle"
            + " ([decision 50](decisions/0050-what-auto-takes-for-tables.md)), and the floor of"
            + " `additive` with a look at the test rows of KDD Cup 1999"
            + " ([decision 63](decisions/0063-the-last-tenths-on-tables.md)), whose row is optimistic"
            + " for it.");
    lines.addAll(Markdown.table("| data | ε = 0.1 | 0.5 | 1 | 3 |"));
    return lines;
  }

  private static List<Learner> learners(Shape shape) {
    List<Learner> learners =
        new ArrayList<>(
            List.of(
                Additive.withDefaults(), NoisyDescent.withDefaults(), PrivateSvm.withDefaults()));
    if (shape.classes() == 2) {
      learners.add(ObjectivePerturbation.withDefaults());
    }
    if (shape.rows() < MOST_KERNEL_ROWS) {
      learners.add(KernelMargin.withDefaults());
    }
    return learners;
  }

  private static String row(String name, PublicData data, int fits) {
    Task task = Task.of(data);
    return Markdown.row(name, TableRuns.EPSILONS, epsilon -> cell(task, epsilon, fits));
  }

  private static String cell(Task task, double epsilon, int fits) {
    Shape shape = Shape.of(task.rows());
    ApproximateDp guarantee = ApproximateDp.of(epsilon, TableRuns.DELTA);
    if (!Demilune.classifier().plan(shape, guarantee).runnable()) {
      return "—";
    }
    String chosen = SeededRuns.chosen(shape, guarantee);
    Map<String, TableRuns> runs = new LinkedHashMap<>();
    for (Learner learner : learners(shape)) {
      Plan plan = learner.plan(shape, guarantee);
      if (plan.runnable() && !"none".equals(plan.details().get("features"))) {
        runs.put(learner.name(), TableRuns.of(learner, task, epsilon, fits));
      }
    }
    TableRuns of = runs.get(chosen);
    boolean ranked = shape.classes() == 2;
    return (ranked ? String.format(Locale.ROOT, "%.1f / ", of.auc()) : "")
        + String.format(Locale.ROOT, "%.1f, %.3f `%s`", of.accuracy(), of.logLoss(), chosen)
        + (ranked ? ahead(runs, of, TableRuns::auc, TableRuns::aucError, "AUC") : "")
        + ahead(runs, of, TableRuns::accuracy, TableRuns::accuracyError, "accuracy");
  }

  private static String ahead(
      Map<String, TableRuns> runs,
      TableRuns of,
      ToDoubleFunction<TableRuns> by,
      ToDoubleFunction<TableRuns> errorOf,
      String what) {
    Map.Entry<String, TableRuns> best =
        runs.entrySet().stream()
            .max(Comparator.comparingDouble(entry -> by.applyAsDouble(entry.getValue())))
            .orElseThrow();
    double more = by.applyAsDouble(best.getValue()) - by.applyAsDouble(of);
    if (more < 0.05) {
      return "";
    }
    String error =
        of.runs().size() == 1
            ? "" // nothing is known of it
            : String.format(
                Locale.ROOT,
                " ± %.1f",
                Math.hypot(errorOf.applyAsDouble(of), errorOf.applyAsDouble(best.getValue())));
    return String.format(Locale.ROOT, "; %s +%.1f%s `%s`", what, more, error, best.getKey());
  }
}
