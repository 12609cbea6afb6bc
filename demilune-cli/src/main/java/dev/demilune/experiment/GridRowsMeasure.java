// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import dev.demilune.feasibility.GridHalfspace;
import dev.demilune.privacy.Adjacency;
import java.util.List;
import java.util.Set;

/**
 * How many rows a halfspace of an integer grid needs: by the plan, by the published constants, or
 * by the order d^2.5·2^(log* X), times a constant that is only there to be drawn beside them.
 */
final class GridRowsMeasure implements Measure {

  @Override
  public String name() {
    return "grid-rows";
  }

  @Override
  public boolean isFormula() {
    return true;
  }

  @Override
  public Set<String> parameters() {
    return Set.of("rows-by", "features", "domain", "epsilon", "delta", "error", "constant");
  }

  @Override
  public void check(Parameters parameters) {
    parameters.word("rows-by", List.of("plan", "published", "log-star"));
    measure(parameters, DataFolder.among(List.of())); // a formula
  }

  @Override
  public double[] measure(Parameters parameters, DataFolder data) {
    int features = parameters.whole("features");
    double domain = parameters.number("domain");
    GridHalfspace grid = new GridHalfspace(features, (long) domain);
    var guarantee = FitMeasure.guarantee(parameters);
    double error = parameters.number("error");
    return new double[] {
      switch (parameters.text("rows-by")) {
        case "plan" -> (double) grid.rowsFor(Adjacency.REPLACE_ONE, guarantee, error);
        case "published" -> grid.publishedRowsFor(Adjacency.REPLACE_ONE, guarantee, error);
        default ->
            parameters.number("constant")
                * Math.pow(features, 2.5)
                * Math.pow(2, logStar(2 * domain + 1))
                / (guarantee.epsilon() * error);
      }
    };
  }

  /** How often the logarithm to base two has to be taken until at most one is left. */
  static int logStar(double value) {
    int count = 0;
    for (double left = value; left > 1; left = Math.log(left) / Math.log(2)) {
      count++;
    }
    return count;
  }
}
