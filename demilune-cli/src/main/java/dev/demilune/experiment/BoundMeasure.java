// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.data.synthetic.CoordinateInstance;
import dev.demilune.learn.Goal;
import dev.demilune.learn.Shape;
import dev.demilune.learn.compare.LowerBounds;
import dev.demilune.learn.published.ErrorBound;
import java.util.List;
import java.util.Set;

/**
 * The error that theorems speak of: what no learner is below on average on orthogonal rows, or what
 * a learner's theorem promises, both for two classes.
 */
final class BoundMeasure implements Measure {

  private static final double FAILURE = 0.05;
  private static final double ANY_ERROR = 0.1; // part of a goal, and not used here

  @Override
  public String name() {
    return "error-bound";
  }

  @Override
  public boolean isFormula() {
    return true;
  }

  @Override
  public Set<String> parameters() {
    return Set.of(
        "bound", "rows", "features", "margin", "adjacency", "epsilon", "delta", "learner");
  }

  @Override
  public void check(Parameters parameters) {
    if (parameters.word("bound", List.of("lower", "upper")).equals("upper")) {
      parameters.text("learner");
    }
    measure(parameters, DataFolder.among(List.of())); // a formula
  }

  @Override
  public double[] measure(Parameters parameters, DataFolder data) {
    double margin = parameters.number("margin");
    boolean lower = parameters.text("bound").equals("lower");
    int features = parameters.whole("features");
    int width = lower ? Math.max(features, new CoordinateInstance(margin).features()) : features;
    Shape shape = new Shape(parameters.whole("rows"), width, 2, FitMeasure.adjacency(parameters));
    var guarantee = FitMeasure.guarantee(parameters);
    if (lower) {
      return new double[] {LowerBounds.leastMeanError(shape, guarantee, margin)};
    }
    String learner = parameters.text("learner");
    double error =
        ErrorBound.of(shape, guarantee, new Goal(margin, ANY_ERROR, FAILURE)).stream()
            .filter(bound -> bound.learner().equals(learner))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("no theorem bounds the error of " + learner))
            .error();
    return new double[] {error};
  }
}
