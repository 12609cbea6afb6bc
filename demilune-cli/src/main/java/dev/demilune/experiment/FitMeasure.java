// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.budget.Ledger;
import dev.demilune.data.Table;
import dev.demilune.evaluate.Evaluation;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Setting;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.model.Classifier;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import dev.demilune.robust.RobustAccuracy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Trains on public or drawn rows, and tests on others: accuracy, error, or the accuracy that is
 * certified within each of several radii.
 */
final class FitMeasure implements Measure {

  private static final Set<String> PARAMETERS =
      Set.of(
          "data",
          "rows",
          "test-rows",
          "features",
          "margin",
          "width",
          "radius",
          "adjacency",
          "epsilon",
          "delta",
          "learner",
          "metric",
          "private",
          "seed");
  private static final List<String> METRICS = List.of("accuracy", "error", "certified");

  @Override
  public String name() {
    return "fit";
  }

  @Override
  public Set<String> parameters() {
    return PARAMETERS;
  }

  @Override
  public boolean hasSettings() {
    return true;
  }

  @Override
  public String inner() {
    return "radius";
  }

  @Override
  public Parameters essential(Parameters parameters) {
    boolean noiseless = parameters.text("private", "true").equals("false");
    boolean fixed = noiseless && DataFolder.names().contains(parameters.text("data"));
    return parameters.without(
        fixed
            ? Set.of("epsilon", "delta", "seed")
            : noiseless ? Set.of("epsilon", "delta") : Set.of());
  }

  @Override
  public void check(Parameters parameters) {
    List<String> known =
        Stream.concat(DataFolder.names().stream(), DrawnRows.names().stream()).toList();
    parameters.word("data", known);
    parameters.whole("rows", 1);
    parameters.whole("test-rows", 1);
    if (DrawnRows.names().contains(parameters.text("data"))) {
      DrawnRows.check(parameters);
    } else {
      DataFolder.checkRows(parameters.text("data"), parameters);
    }
    if (parameters.word("metric", METRICS).equals("certified")) {
      parameters.numbers("radius");
    }
    adjacency(parameters);
    learner(parameters);
    if (isPrivate(parameters)) {
      guarantee(parameters);
    }
  }

  private static boolean isPrivate(Parameters parameters) {
    return !parameters.has("private")
        || parameters.word("private", List.of("true", "false")).equals("true");
  }

  @Override
  public String dataSet(Parameters parameters) {
    String data = parameters.text("data");
    return DataFolder.names().contains(data) ? data : "";
  }

  @Override
  public double[] measure(Parameters parameters, DataFolder data) {
    Task task = task(parameters, data);
    Learner learner = learner(parameters);
    Classifier model;
    if (isPrivate(parameters)) {
      Guarantee guarantee = guarantee(parameters);
      if (!learner.plan(Shape.of(task.train()), guarantee).runnable()) {
        double[] refused =
            new double
                [parameters.text("metric").equals("certified")
                    ? parameters.numbers("radius").length
                    : 1];
        Arrays.fill(refused, Double.NaN);
        return refused;
      }
      // Seeded and for that reason not private; the rows are public.
      Randomness randomness = Randomness.reproducible(parameters.whole("seed"));
      Ledger ledger =
          Ledger.inMemory("experiment", task.train().adjacency(), guarantee, randomness);
      model = learner.fit(task.train(), ledger.spend(learner.name(), guarantee)).model();
    } else {
      model = learner.fitWithoutPrivacy(task.train()).model();
    }
    try (Table test = task.test().get()) {
      return values(parameters, model, test);
    }
  }

  private static double[] values(Parameters parameters, Classifier model, Table test) {
    return switch (parameters.text("metric")) {
      case "accuracy" -> new double[] {Evaluation.onPublic(model, test).accuracy()};
      case "error" -> new double[] {1 - Evaluation.onPublic(model, test).accuracy()};
      default -> {
        RobustAccuracy robust = RobustAccuracy.onPublic(model, test);
        yield Arrays.stream(parameters.numbers("radius"))
            .map(radius -> radius == 0 ? robust.accuracy() : robust.at(radius))
            .toArray();
      }
    };
  }

  private static Task task(Parameters parameters, DataFolder data) {
    String name = parameters.text("data");
    if (DataFolder.names().contains(name)) {
      return data.task(
          name,
          adjacency(parameters),
          parameters.whole("rows", Integer.MAX_VALUE),
          parameters.whole("test-rows", Integer.MAX_VALUE));
    }
    return DrawnRows.draw(parameters, adjacency(parameters), parameters.whole("seed"));
  }

  static Learner learner(Parameters parameters) {
    Learner learner = Learners.named(parameters.text("learner"));
    for (var setting : parameters.settings().entrySet()) {
      learner = learner.with(setting.getKey(), setting.getValue());
    }
    return learner;
  }

  static Adjacency adjacency(Parameters parameters) {
    List<Adjacency> all = List.of(Adjacency.values());
    List<String> words = all.stream().map(Setting::word).toList();
    return all.get(words.indexOf(parameters.word("adjacency", words)));
  }

  static Guarantee guarantee(Parameters parameters) {
    double epsilon = parameters.number("epsilon");
    double delta = parameters.number("delta", 0);
    return delta == 0 ? PureDp.of(epsilon) : ApproximateDp.of(epsilon, delta);
  }
}
