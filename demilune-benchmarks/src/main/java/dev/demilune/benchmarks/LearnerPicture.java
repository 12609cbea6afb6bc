// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.learn.Learner;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.report.Axis;
import dev.demilune.report.Chart;
import dev.demilune.report.Chart.Stroke;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What a learner makes of two tables of the plane: the regions of its classes, and its accuracy
 * against ε. Rows are drawn and noise is seeded, so the pictures are the same every time.
 */
final class LearnerPicture {

  static final double[] EPSILONS = {0.1, 0.3, 1, 3};
  static final double DELTA = 1e-6;
  private static final int SEEDS = 3;
  private static final int ROWS = 1_000;

  /** Learners that do without what they are for on so few rows, and one that takes long. */
  private static final Map<String, Integer> OTHER_ROWS =
      Map.of(
          "auto", 5_000,
          "additive", 5_000,
          "kernel-margin", 5_000,
          "grid-halfspace", 300);

  /** Settings without which a picture takes minutes. */
  private static final Map<String, Map.Entry<String, String>> SETTINGS =
      Map.of(
          "kernel-margin", Map.entry("features", "200"),
          "sphere-choice", Map.entry("intercept", "off"));

  private final Learner learner;
  private final int rows;
  private final Path folder;
  private final Map<PlaneRows, Task> tasks;

  LearnerPicture(String name, Path folder) {
    Map.Entry<String, String> setting = SETTINGS.get(name);
    Learner named = Learners.named(name);
    this.learner = setting == null ? named : named.with(setting.getKey(), setting.getValue());
    this.rows = OTHER_ROWS.getOrDefault(name, ROWS);
    this.folder = folder;
    Adjacency adjacency =
        learner.description().adjacencies().contains(Adjacency.ADD_OR_REMOVE_ONE)
            ? Adjacency.ADD_OR_REMOVE_ONE
            : Adjacency.REPLACE_LABEL;
    this.tasks =
        Map.of(
            PlaneRows.LINE,
            PlaneRows.LINE.task(rows, adjacency, folder),
            PlaneRows.DISC,
            PlaneRows.DISC.task(rows, adjacency, folder));
  }

  /** Returns what it was trained on, for a caption. */
  String conditions() {
    Map.Entry<String, String> setting = SETTINGS.get(learner.name());
    return String.format(Locale.ROOT, "%,d drawn rows of two columns", rows)
        + (setting == null ? "" : ", " + setting.getKey() + "=" + setting.getValue());
  }

  /** Returns the mean accuracy on fresh rows, in percent; empty where the plan is refused. */
  OptionalDouble accuracy(PlaneRows table, double epsilon) {
    Task task = tasks.get(table);
    if (!runs(task, epsilon)) {
      return OptionalDouble.empty();
    }
    return IntStream.rangeClosed(1, SEEDS)
        .mapToDouble(seed -> task.accuracy(learner, ApproximateDp.of(epsilon, DELTA), seed))
        .average();
  }

  private boolean runs(Task task, double epsilon) {
    return learner.plan(Shape.of(task.rows()), ApproximateDp.of(epsilon, DELTA)).runnable();
  }

  double withoutPrivacy(PlaneRows table) {
    return tasks.get(table).withoutPrivacy(learner);
  }

  /** Returns the accuracy against ε, given the accuracies at {@link #EPSILONS}. */
  Chart chart(Map<PlaneRows, double[]> accuracies) {
    Chart chart =
        Chart.of(
            learner.name() + ": accuracy against ε",
            String.format(
                Locale.ROOT,
                "%s, δ = 1e-6, mean of %d seeded fits, on %,d fresh rows",
                conditions(),
                SEEDS,
                PlaneRows.TEST_ROWS),
            Axis.logarithmic("ε", EPSILONS[0], EPSILONS[EPSILONS.length - 1]),
            Axis.linear("accuracy in percent", 40, 100));
    for (PlaneRows table : PlaneRows.values()) {
      double[] all = accuracies.get(table);
      int[] run = IntStream.range(0, all.length).filter(i -> !Double.isNaN(all[i])).toArray();
      double[] xs = Arrays.stream(run).mapToDouble(i -> EPSILONS[i]).toArray();
      double[] ys = Arrays.stream(run).mapToDouble(i -> all[i]).toArray();
      Stroke stroke = table == PlaneRows.LINE ? Stroke.BOLD : Stroke.DASHED;
      chart.line(table.title(), stroke, xs, ys);
      chart.line(
          table.title() + ", without privacy",
          table == PlaneRows.LINE ? Stroke.THIN : Stroke.DOT_DASHED,
          new double[] {EPSILONS[0], EPSILONS[EPSILONS.length - 1]},
          DoubleStream.of(1, 1).map(one -> one * withoutPrivacy(table)).toArray());
    }
    return chart;
  }

  /** Returns the regions of the classes, without privacy and at two budgets, for both tables. */
  RegionMap regions() {
    RegionMap map = new RegionMap(learner.name() + ": where it predicts which class");
    for (PlaneRows table : PlaneRows.values()) {
      Task task = tasks.get(table);
      add(map, table, "without privacy", learner.fitWithoutPrivacy(task.rows()).model());
      for (double epsilon : new double[] {1, 0.1}) {
        String title = "ε = " + (epsilon == 1 ? "1" : "0.1");
        if (runs(task, epsilon)) {
          ApproximateDp guarantee = ApproximateDp.of(epsilon, DELTA);
          add(map, table, title, SeededRuns.fit(learner, task.rows(), guarantee, 1));
        } else {
          map.refused(title);
        }
      }
    }
    return map;
  }

  private void add(RegionMap map, PlaneRows table, String title, Classifier model) {
    Task task = tasks.get(table);
    map.add(
        String.format(Locale.ROOT, "%s: %.1f %%", title, task.accuracy(model)),
        table,
        table.regions(model, task.data().schema(), RegionMap.CELLS, folder));
  }
}
