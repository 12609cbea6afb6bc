// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.compare;

import dev.demilune.learn.Goal;
import dev.demilune.learn.Learner;
import dev.demilune.learn.Plan;
import dev.demilune.learn.RowsNeeded;
import dev.demilune.learn.Shape;
import dev.demilune.learn.auto.Learners;
import dev.demilune.learn.published.ErrorBound;
import dev.demilune.privacy.Guarantee;
import java.util.List;
import java.util.Optional;

/**
 * What every learner would do with a problem of a given size, side by side.
 *
 * @param chosen the plan of {@code auto}, which names the learner it chooses and why
 * @param lines one for each learner there is, in the order in which they are listed
 * @param lowerBounds what no learner can do with less; empty without a goal
 * @param errorBounds what theorems say of the error with these rows; empty without a goal
 */
public record Comparison(
    Plan chosen, List<Line> lines, List<LowerBound> lowerBounds, List<ErrorBound> errorBounds) {

  private static final String MARGIN = "margin";
  private static final String OFF = "off";

  // What all settings of that name allow.
  private static final double SMALLEST_MARGIN = 1e-3;
  private static final double LARGEST_MARGIN = 0.999;

  /**
   * One learner.
   *
   * @param needed rows for the goal; empty without one
   * @param verdict on the rows there are; empty without a goal
   */
  public record Line(
      Learner learner, Plan plan, Optional<RowsNeeded> needed, Optional<Verdict> verdict) {}

  public Comparison {
    lines = List.copyOf(lines);
    lowerBounds = List.copyOf(lowerBounds);
    errorBounds = List.copyOf(errorBounds);
  }

  /** Returns the comparison of all learners, from public quantities alone. */
  public static Comparison of(Shape shape, Guarantee guarantee, Optional<Goal> goal) {
    List<Learner> learners = Learners.all();
    List<Line> lines =
        learners.subList(1, learners.size()).stream() // the first is auto itself
            .map(learner -> line(learner, shape, guarantee, goal))
            .toList();
    return new Comparison(
        learners.get(0).plan(shape, guarantee),
        lines,
        goal.map(some -> LowerBounds.of(shape, guarantee, some)).orElse(List.of()),
        goal.map(some -> ErrorBound.of(shape, guarantee, some)).orElse(List.of()));
  }

  /** A learner that has a margin is asked with that of the goal. */
  private static Line line(Learner some, Shape shape, Guarantee guarantee, Optional<Goal> goal) {
    Learner learner = goal.map(wish -> withMargin(some, wish)).orElse(some);
    Plan plan = learner.plan(shape, guarantee);
    Optional<RowsNeeded> needed = goal.map(wish -> learner.rowsNeeded(shape, guarantee, wish));
    return new Line(
        learner, plan, needed, needed.map(rows -> Verdict.of(shape.rows(), plan, rows)));
  }

  private static Learner withMargin(Learner learner, Goal goal) {
    String unset = learner.settings().getOrDefault(MARGIN, OFF);
    double margin = Math.min(LARGEST_MARGIN, Math.max(SMALLEST_MARGIN, goal.margin()));
    return unset.equals(OFF) ? learner : learner.with(MARGIN, Double.toString(margin));
  }
}
