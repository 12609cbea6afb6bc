// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoublePredicate;

/**
 * Prices events by the distribution of their privacy loss, as certified intervals.
 *
 * <p>A single step is priced by its divergence directly. A composition is discretised twice, from
 * above and from below, composed by Fourier transforms with all errors bounded, on grids that are
 * refined until the interval is narrow enough; docs/accounting.md has the error budget.
 *
 * <p>Answers are computed when asked for, kept, and the same for every thread and every run.
 */
final class PldAccountant implements Accountant {

  /** Width of an interval over its upper end, unless it says why not. */
  static final double TOLERANCE = 1e-3;

  /** Beyond this, a single release protects nobody, and is not looked for. */
  private static final double FARTHEST = 0x1p60;

  private final List<Scenario> scenarios;
  private final double tolerance;
  private final Map<Double, Interval> epsilons = new ConcurrentHashMap<>();
  private final Map<Double, Interval> deltas = new ConcurrentHashMap<>();

  private PldAccountant(List<Scenario> scenarios, double tolerance) {
    this.scenarios = List.copyOf(scenarios);
    this.tolerance = tolerance;
    if (scenarios.isEmpty()) {
      throw new IllegalArgumentException("an event needs at least one scenario");
    }
  }

  static PldAccountant of(List<Scenario> scenarios) {
    return new PldAccountant(scenarios, TOLERANCE);
  }

  /** The same with another relative width of the intervals. */
  PldAccountant withTolerance(double relativeWidth) {
    return new PldAccountant(scenarios, relativeWidth);
  }

  @Override
  public String name() {
    return "privacy loss distribution";
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
    Arguments.delta(delta);
    return epsilons.computeIfAbsent(delta, this::computeEpsilon);
  }

  @Override
  public Interval deltaBetween(double epsilon) {
    Arguments.epsilon(epsilon);
    return deltas.computeIfAbsent(epsilon, this::computeDelta);
  }

  private Interval computeEpsilon(double delta) {
    Interval dearest = Interval.of(0, 0);
    for (Scenario scenario : scenarios) {
      Interval price;
      if (delta == 0) {
        price = withoutDelta(scenario);
      } else if (scenario.isSingle()) {
        price = singleEpsilon(scenario.steps().get(0).law(), delta);
      } else {
        price = new GridSearch(scenario, tolerance).epsilon(delta, dearest.lower());
      }
      dearest = dearer(dearest, price);
    }
    return dearest;
  }

  private Interval computeDelta(double epsilon) {
    Interval dearest = Interval.of(0, 0);
    for (Scenario scenario : scenarios) {
      Interval price;
      if (epsilon >= withoutDelta(scenario).upper()) {
        price = Interval.of(0, 0); // no loss is above ε, so no grid has to look for one
      } else if (scenario.isSingle()) {
        Estimate above = scenario.steps().get(0).law().above(epsilon);
        price = Interval.of(above.lower(), Math.min(1, above.upper()));
      } else {
        price = new GridSearch(scenario, tolerance).delta(epsilon, dearest.lower());
      }
      dearest = dearer(dearest, price);
    }
    return dearest;
  }

  /** The price of the dearer of two scenarios; a note matters if it is about the upper end. */
  private static Interval dearer(Interval one, Interval other) {
    Optional<String> note = one.upper() > other.upper() ? one.note() : other.note();
    return new Interval(
        Math.max(one.lower(), other.lower()), Math.max(one.upper(), other.upper()), note);
  }

  /** δ = 0: the sum of the highest losses. */
  private static Interval withoutDelta(Scenario scenario) {
    return new Interval(
        0,
        new HighestLosses(scenario).sum(),
        Optional.of("at δ = 0 the highest losses are added, which is an upper bound"));
  }

  private static Interval singleEpsilon(LossLaw law, double delta) {
    // Written so that NaN, of which nothing is known, takes each end outwards.
    double upper = smallest(law, t -> law.above(t).upper() <= delta);
    double lower = smallest(law, t -> !(law.above(t).lower() > delta));
    return Interval.of(Math.min(lower, upper), upper);
  }

  /** The smallest loss that passes, if all above it do; infinity if none is found. */
  private static double smallest(LossLaw law, DoublePredicate passes) {
    // A little above the highest loss, where rounding cannot put any of it.
    double highest = Math.max(0, law.highest()) * (1 + 0x1p-40);
    double high = Math.min(1, highest);
    while (!passes.test(high)) {
      if (high >= Math.min(highest, FARTHEST)) {
        return Double.POSITIVE_INFINITY;
      }
      high = Math.min(2 * high, highest);
    }
    return Bisection.smallest(0, high, passes);
  }
}
