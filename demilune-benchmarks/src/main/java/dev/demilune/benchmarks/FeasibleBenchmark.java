// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

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
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import dev.demilune.rows.BoundedDataset;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Private linear feasibility and halfspaces of a grid: what is promised, what is violated and how
 * long it takes, reading left out.
 *
 * <p>Halfspaces are of uniform points with a random border, which all labels agree with;
 * constraints are those of {@code demilune generate constraints}.
 */
public final class FeasibleBenchmark {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-6);
  private static final Adjacency ADJACENCY = Adjacency.REPLACE_ONE;
  private static final double ERROR = 0.1;
  private static final int FINE = 1 << 20;
  private static final int RUNS = 20;

  private final Randomness randomness = Randomness.reproducible(20_261_116).stream("feasible");

  private FeasibleBenchmark() {}

  /** Prints the table. */
  public static void main(String[] arguments) throws IOException {
    markdown().forEach(System.out::println);
  }

  /** Measures for some minutes and returns the lines of a Markdown table. */
  public static List<String> markdown() throws IOException {
    return new FeasibleBenchmark().lines();
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Rows replaced, ε = 1, δ = 1e-6. Promised with probability 0.95, of the rows drawn;"
            + " violated of all rows. Seconds by the clock and of the processor.");
    lines.addAll(
        Markdown.table(
            "| problem | rows | drawn | fractions | promised | violated | seconds | of the"
                + " processor |"));
    lines.add(line("halfspace of one feature", halfspace(1, BoundedDataset.GRID_RADIUS, 4_000)));
    lines.add(line("halfspace of two features", halfspace(2, BoundedDataset.GRID_RADIUS, 300)));
    lines.add(line("constraints on two variables", constraints(2, 100_000)));
    lines.add(line("constraints on three variables", constraints(3, 2_000)));
    lines.add("");
    lines.add(fineGrid());
    return lines;
  }

  private record Problem(DeepPoint search, Constraints constraints) {}

  private Problem halfspace(int features, int largest, int rows) {
    GridHalfspace grid = new GridHalfspace(features, largest);
    long[] normal = new long[features];
    for (int j = 0; j < features; j++) {
      normal[j] = 1 + UniformInteger.below(100, randomness);
    }
    long border = UniformInteger.below(largest, randomness) - largest / 2;
    long[][] points = new long[rows][features];
    boolean[] positive = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      long product = 0;
      for (int j = 0; j < features; j++) {
        points[i][j] = UniformInteger.below(2L * largest + 1, randomness) - largest;
        product += normal[j] * points[i][j];
      }
      positive[i] = product >= border * normal[0];
    }
    return new Problem(grid.search(ADJACENCY), grid.constraints(points, positive));
  }

  private Problem constraints(int variables, int rows) throws IOException {
    HiddenPoint hidden = new HiddenPoint(variables, 100);
    StringBuilder csv = new StringBuilder();
    hidden.write(csv, rows, randomness::nextLong);
    long[] columns = new long[variables];
    Arrays.fill(columns, hidden.largest());
    Bounds bounds = Bounds.of(columns, hidden.largestRightSide());
    byte[] bytes = csv.toString().getBytes(StandardCharsets.UTF_8);
    Constraints read =
        ConstraintReader.read(
            CsvReader.open(new ByteArrayInputStream(bytes), "hidden", CsvFormat.standard()),
            bounds);
    return new Problem(DeepPoint.of(bounds, ADJACENCY), read);
  }

  private String line(String name, Problem problem) {
    Constraints constraints = problem.constraints();
    DeepPointPlan plan = problem.search().expecting(constraints.size()).plan(GUARANTEE);
    long wall = System.nanoTime();
    long processor = ProcessorTime.ofProcess();
    int depth = constraints.depth(plan.choose(constraints, randomness.stream(name)));
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %,d | %s | %,d | %,d | %.1f | %.1f |",
        name,
        constraints.size(),
        plan.drawnRows(),
        plan.searches().stream()
            .map(search -> "2^" + (search.size().bitLength() - 1))
            .collect(Collectors.joining(", ")),
        plan.deficit(),
        constraints.size() - depth,
        (System.nanoTime() - wall) * 1e-9,
        (ProcessorTime.ofProcess() - processor) * 1e-9);
  }

  private String fineGrid() {
    GridHalfspace grid = new GridHalfspace(1, FINE);
    int rows = (int) grid.rowsFor(ADJACENCY, GUARANTEE, ERROR);
    int good = 0;
    int most = 0;
    for (int run = 0; run < RUNS; run++) {
      Problem problem = halfspace(1, FINE, rows);
      DeepPointPlan plan =
          problem.search().expecting(rows).sampling(DeepPoint.ALL_ROWS).plan(GUARANTEE);
      int wrong =
          rows
              - problem
                  .constraints()
                  .depth(plan.choose(problem.constraints(), randomness.stream("run " + run)));
      good += wrong <= ERROR * rows ? 1 : 0;
      most = Math.max(most, wrong);
    }
    return String.format(
        Locale.ROOT,
        "One feature on a grid of 2^20, at most a tenth wrong: the plan asks for %,d rows, the"
            + " published constants for %.1e. With the plan's rows %d of %d runs were within a"
            + " tenth; the worst had %d of %,d wrong (%.1f %%).",
        rows,
        grid.publishedRowsFor(ADJACENCY, GUARANTEE, ERROR),
        good,
        RUNS,
        most,
        rows,
        100.0 * most / rows);
  }
}
