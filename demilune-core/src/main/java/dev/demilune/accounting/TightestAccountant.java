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
 * lower ends. An accountant whose interval is as narrow as it promises leaves nothing to gain, so
 * those after it are not asked.
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
    return best(accountant -> accountant.epsilonBetween(delta)).price;
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    return best(accountant -> accountant.deltaBetween(epsilon)).price;
  }

  private Answer best(Function<Accountant, Interval> question) {
    Answer best = null;
    for (Accountant accountant : accountants) {
      Interval price = question.apply(accountant);
      if (best == null) {
        best = new Answer(accountant, price);
      } else {
        Answer smaller = price.upper() < best.price.upper() ? new Answer(accountant, price) : best;
        double lower = Math.max(best.price.lower(), price.lower());
        // Both are certain, so the ends cross by roundings at most; the upper end is the promise. A
        // lower end that is higher by more is not to be believed.
        boolean crossed = lower > smaller.price.upper() * Rounding.SUM_UP;
        best =
            smaller.with(crossed ? smaller.price.lower() : Math.min(lower, smaller.price.upper()));
      }
      if (best.price.note().isEmpty() && best.price.upper() < Double.POSITIVE_INFINITY) {
        break;
      }
    }
    return best;
  }

  private record Answer(Accountant by, Interval price) {
    Answer with(double lower) {
      return new Answer(by, new Interval(lower, price.upper(), price.note()));
    }
  }
}
