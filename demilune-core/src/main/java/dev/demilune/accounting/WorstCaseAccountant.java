// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The largest answer of several accountants: the cost of an event when neighbors may differ in one
 * of several ways, with one accountant for each way.
 */
record WorstCaseAccountant(List<Accountant> ways) implements Accountant {

  private static final String OF_PARTS = ", for the worst of the parallel parts";

  WorstCaseAccountant {
    ways = List.copyOf(ways);
  }

  static Accountant of(List<Accountant> ways) {
    return ways.size() == 1 ? ways.get(0) : new WorstCaseAccountant(ways);
  }

  @Override
  public String name() {
    return String.join(", or ", ways.stream().map(Accountant::name).distinct().toList()) + OF_PARTS;
  }

  @Override
  public String nameAt(double delta) {
    return worst(way -> way.epsilon(delta)).nameAt(delta) + OF_PARTS;
  }

  @Override
  public String nameAtEpsilon(double epsilon) {
    return worst(way -> way.delta(epsilon)).nameAtEpsilon(epsilon) + OF_PARTS;
  }

  /** The first of those with the largest answer. */
  private Accountant worst(ToDoubleFunction<Accountant> question) {
    Accountant worst = ways.get(0);
    for (Accountant way : ways) {
      if (question.applyAsDouble(way) > question.applyAsDouble(worst)) {
        worst = way;
      }
    }
    return worst;
  }

  @Override
  public double epsilon(double delta) {
    return ways.stream().mapToDouble(way -> way.epsilon(delta)).max().orElseThrow();
  }

  @Override
  public double delta(double epsilon) {
    return ways.stream().mapToDouble(way -> way.delta(epsilon)).max().orElseThrow();
  }

  @Override
  public Interval epsilonBetween(double delta) {
    return worstBetween(way -> way.epsilonBetween(delta));
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    return worstBetween(way -> way.deltaBetween(epsilon));
  }

  private Interval worstBetween(Function<Accountant, Interval> question) {
    double lower = 0;
    double upper = 0;
    Optional<String> note = Optional.empty();
    for (Accountant way : ways) {
      Interval cost = question.apply(way);
      lower = Math.max(lower, cost.lower());
      if (cost.upper() >= upper) { // the note of the way that sets the promise
        upper = cost.upper();
        note = cost.note();
      }
    }
    return new Interval(lower, upper, note);
  }
}
