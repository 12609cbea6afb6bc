// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.data.CsvFormat;
import dev.demilune.data.CsvReader;
import dev.demilune.data.synthetic.HiddenPoint;
import dev.demilune.feasibility.ConstraintReader;
import dev.demilune.feasibility.Constraints;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.feasibility.DeepPoint;
import dev.demilune.feasibility.DeepPointPlan;
import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The share of constraints that a private point violates, or that its plan promises at most, with
 * probability 0.95: halfspaces of an integer grid, or constraints as {@code generate constraints}
 * draws them. Some point satisfies all of them.
 */
final class FeasibleMeasure implements Measure {

  private static final Adjacency ADJACENCY = Adjacency.REPLACE_ONE;
  private static final long MOST_WEIGHT = 100; // of a border that labels agree with

  @Override
  public String name() {
    return "feasible";
  }

  @Override
  public Set<String> parameters() {
    return Set.of("problem", "share", "rows", "features", "domain", "epsilon", "delta", "seed");
  }

  @Override
  public Parameters essential(Parameters parameters) {
    return parameters.text("share", "").equals("promised")
        ? parameters.without(Set.of("seed"))
        : parameters;
  }

  @Override
  public void check(Parameters parameters) {
    parameters.word("problem", List.of("halfspace", "constraints"));
    parameters.word("share", List.of("violated", "promised"));
    search(parameters);
    FitMeasure.guarantee(parameters);
    parameters.whole("rows");
  }

  @Override
  public double[] measure(Parameters parameters, DataFolder data) {
    int rows = parameters.whole("rows");
    DeepPointPlan plan = search(parameters).expecting(rows).plan(FitMeasure.guarantee(parameters));
    if (parameters.text("share").equals("promised")) {
      return new double[] {Math.min(1, (double) plan.deficit() / plan.drawnRows())};
    }
    Randomness randomness = Randomness.reproducible(parameters.whole("seed"));
    Constraints drawn = draw(parameters, rows, randomness.stream("constraints"));
    int depth = drawn.depth(plan.choose(drawn, randomness.stream("choice")));
    return new double[] {(double) (rows - depth) / rows};
  }

  private static DeepPoint search(Parameters parameters) {
    int features = parameters.whole("features");
    int domain = parameters.whole("domain");
    return parameters.text("problem").equals("halfspace")
        ? new GridHalfspace(features, domain).search(ADJACENCY)
        : DeepPoint.of(bounds(new HiddenPoint(features, domain)), ADJACENCY);
  }

  private static Bounds bounds(HiddenPoint hidden) {
    long[] columns = new long[hidden.variables()];
    Arrays.fill(columns, hidden.largest());
    return Bounds.of(columns, hidden.largestRightSide());
  }

  private static Constraints draw(Parameters parameters, int rows, Randomness randomness) {
    int features = parameters.whole("features");
    int domain = parameters.whole("domain");
    return parameters.text("problem").equals("halfspace")
        ? halfspace(features, domain, rows, randomness)
        : constraints(new HiddenPoint(features, domain), rows, randomness);
  }

  private static Constraints halfspace(int features, int domain, int rows, Randomness randomness) {
    long[] normal = new long[features];
    Arrays.setAll(normal, j -> 1 + UniformInteger.below(MOST_WEIGHT, randomness));
    long border = UniformInteger.below(domain, randomness) - domain / 2;
    long[][] points = new long[rows][features];
    boolean[] positive = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      long product = 0;
      for (int j = 0; j < features; j++) {
        points[i][j] = UniformInteger.below(2L * domain + 1, randomness) - domain;
        product += normal[j] * points[i][j];
      }
      positive[i] = product >= border * normal[0];
    }
    return new GridHalfspace(features, domain).constraints(points, positive);
  }

  private static Constraints constraints(HiddenPoint hidden, int rows, Randomness randomness) {
    StringBuilder csv = new StringBuilder();
    try {
      hidden.write(csv, rows, randomness::nextLong);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    return ConstraintReader.read(
        CsvReader.open(new ByteArrayInputStream(bytes), "drawn rows", CsvFormat.standard()),
        bounds(hidden));
  }
}
