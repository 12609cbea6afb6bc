// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The largest answer of several accountants: an event's price when neighbours may differ in one of
 * several ways, and each accountant prices one of them.
 */
record DearestAccountant(List<Accountant> ways) implements Accountant {

  DearestAccountant {
    ways = List.copyOf(ways);
  }

  static Accountant of(List<Accountant> ways) {
    return ways.size() == 1 ? ways.get(0) : new DearestAccountant(ways);
  }

  @Override
  public String name() {
    return String.join(", or ", ways.stream().map(Accountant::name).distinct().toList())
        + ", for the worst of the parallel parts";
  }

  @Override
  public String nameAt(double delta) {
    Accountant dearest = ways.get(0);
    for (Accountant way : ways) {
      if (way.epsilon(delta) > dearest.epsilon(delta)) {
        dearest = way;
      }
    }
    return dearest.nameAt(delta) + ", for the worst of the parallel parts";
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
    return dearest(way -> way.epsilonBetween(delta));
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    return dearest(way -> way.deltaBetween(epsilon));
  }

  private Interval dearest(Function<Accountant, Interval> question) {
    double lower = 0;
    double upper = 0;
    Optional<String> note = Optional.empty();
    for (Accountant way : ways) {
      Interval price = question.apply(way);
      lower = Math.max(lower, price.lower());
      if (price.upper() >= upper) {
        upper = price.upper();
        note = price.note();
      }
    }
    return new Interval(lower, upper, note);
  }
}
