// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import dev.demilune.accounting.numeric.Rounding;
import java.util.List;
import java.util.function.Function;

/**
 * The smallest answer of several accountants for the same event, the tightest expected first.
 *
 * <p>Each answer is an upper bound whatever the data, and which one is smaller depends on public
 * numbers only; so the smallest one is an upper bound too. The same holds for the largest of the
 * lower ends. Accountants after one whose interval is as narrow as promised are not asked: they
 * could gain nothing.
 */
record TightestAccountant(List<Accountant> accountants) implements Accountant {

  TightestAccountant {
    accountants = List.copyOf(accountants);
  }

  static Accountant of(List<Accountant> accountants) {
    return accountants.size() == 1 ? accountants.get(0) : new TightestAccountant(accountants);
  }

  @Override
  public String name() {
    return "the smallest of: "
        + String.join(", ", accountants.stream().map(Accountant::name).toList());
  }

  @Override
  public String nameAt(double delta) {
    return best(accountant -> accountant.epsilonBetween(delta)).by.nameAt(delta);
  }

  @Override
  public String nameAtEpsilon(double epsilon) {
    return best(accountant -> accountant.deltaBetween(epsilon)).by.nameAtEpsilon(epsilon);
  }

  @Override
  public double epsilon(double delta) {
    return epsilonBetween(delta).upper();
  }

  @Override
  public double delta(double epsilon) {
    return deltaBetween(epsilon).upper();
  }

  @Override
  public Interval epsilonBetween(double delta) {
    return best(accountant -> accountant.epsilonBetween(delta)).cost;
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    return best(accountant -> accountant.deltaBetween(epsilon)).cost;
  }

  private Answer best(Function<Accountant, Interval> question) {
    Answer best = null;
    for (Accountant accountant : accountants) {
      Interval cost = question.apply(accountant);
      if (best == null) {
        best = new Answer(accountant, cost);
      } else {
        Answer smaller = cost.upper() < best.cost.upper() ? new Answer(accountant, cost) : best;
        double lower = Math.max(best.cost.lower(), cost.lower());
        // Both are certain, so the ends cross by roundings at most; the upper end is the promise. A
        // lower end that is higher by more cannot be right.
        boolean crossed = lower > smaller.cost.upper() * Rounding.SUM_UP;
        best = smaller.with(crossed ? smaller.cost.lower() : Math.min(lower, smaller.cost.upper()));
      }
      // as narrow as promised: the others need not be asked
      if (best.cost.note().isEmpty() && best.cost.upper() < Double.POSITIVE_INFINITY) {
        break;
      }
    }
    return best;
  }

  private record Answer(Accountant by, Interval cost) {
    Answer with(double lower) {
      return new Answer(by, new Interval(lower, cost.upper(), cost.note()));
    }
  }
}
