// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Bisection;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * The privacy loss of an event, as certified bounds on ε and δ.
 *
 * <p>The cost of a single step follows from its divergence directly. A composition is discretized
 * twice, from above and from below, composed by Fourier transforms with all errors bounded, on
 * grids that are refined until the interval is narrow enough; docs/accounting.md has the error
 * budget.
 */
public final class PrivacyLoss {

  /** Width of an interval over its upper end; a wider interval has a note. */
  public static final double TOLERANCE = 1e-3;

  /** The search for the ε of a single release ends here: it protects no one. */
  private static final double FARTHEST = 0x1p60;

  /** Bounds on δ whose ratio is at most this are not narrowed by asking for ε. */
  private static final double NEAR = 2;

  /** Each takes as long as a question for ε; ten divide 280 orders of magnitude to within one. */
  private static final int MOST_QUESTIONS = 10;

  private final List<Scenario> scenarios;
  private final double tolerance;

  private PrivacyLoss(List<Scenario> scenarios, double tolerance) {
    this.scenarios = List.copyOf(scenarios);
    this.tolerance = tolerance;
    if (scenarios.isEmpty()) {
      throw new IllegalArgumentException("an event needs at least one scenario");
    }
  }

  /** The loss of an event whose neighbors may differ in any of these ways. */
  public static PrivacyLoss of(List<Scenario> scenarios) {
    return new PrivacyLoss(scenarios, TOLERANCE);
  }

  /** The same with another relative width of the intervals. */
  public PrivacyLoss withTolerance(double relativeWidth) {
    return new PrivacyLoss(scenarios, relativeWidth);
  }

  /** Bounds the smallest ε at this δ. */
  public Bounds epsilonBetween(double delta) {
    Bounds worst = Bounds.of(0, 0);
    for (Scenario scenario : scenarios) {
      Bounds cost;
      if (delta == 0) {
        cost = withoutDelta(scenario);
      } else if (scenario.isSingle()) {
        cost = singleEpsilon(scenario.steps().get(0).law(), delta);
      } else {
        // A scenario that is certainly not the worst need not be narrowed.
        cost = new GridSearch(scenario, tolerance).epsilon(delta, worst.lower());
      }
      worst = worse(worst, cost);
    }
    return worst;
  }

  /** Bounds the smallest δ at this ε. */
  public Bounds deltaBetween(double epsilon) {
    Bounds worst = Bounds.of(0, 0);
    for (Scenario scenario : scenarios) {
      Bounds cost;
      if (epsilon >= withoutDelta(scenario).upper()) {
        cost = Bounds.of(0, 0); // no loss is above ε
      } else if (scenario.isSingle()) {
        Estimate above = scenario.steps().get(0).law().above(epsilon);
        cost = Bounds.of(above.lower(), Math.min(1, above.upper()));
      } else {
        cost = new GridSearch(scenario, tolerance).delta(epsilon, worst.lower());
        cost = cost.note().isPresent() ? inverted(scenario, epsilon, cost) : cost;
      }
      worst = worse(worst, cost);
    }
    return worst;
  }

  /**
   * Narrows bounds on δ that are far apart by asking for ε: if ε(d) ≤ ε then δ(ε) ≤ d, and if ε(d)
   * &gt; ε then δ(ε) ≥ d.
   */
  private Bounds inverted(Scenario scenario, double epsilon, Bounds found) {
    double lower = found.lower();
    double upper = found.upper();
    double from = Math.max(lower, GridSearch.SMALLEST_DELTA); // may be too high: then it stays
    for (int i = 0; i < MOST_QUESTIONS && upper > NEAR * from; i++) {
      double middle = Math.sqrt(from) * Math.sqrt(upper); // the product may underflow
      Bounds cost = new GridSearch(scenario, tolerance).epsilon(middle, epsilon);
      if (cost.upper() <= epsilon) {
        upper = middle;
      } else {
        from = middle;
        lower = cost.lower() > epsilon ? middle : lower;
      }
    }
    return new Bounds(lower, upper, found.note());
  }

  /** The worse of two scenarios; a note matters if it is about the upper end. */
  private static Bounds worse(Bounds one, Bounds other) {
    // The upper end is what is promised, so its scenario's note counts.
    Optional<String> note = one.upper() > other.upper() ? one.note() : other.note();
    return new Bounds(
        Math.max(one.lower(), other.lower()), Math.max(one.upper(), other.upper()), note);
  }

  /** δ = 0: the sum of the highest losses. */
  private static Bounds withoutDelta(Scenario scenario) {
    return new Bounds(
        0,
        new HighestLosses(scenario).sum(),
        Optional.of("at δ = 0 the highest losses are added, which is an upper bound"));
  }

  private static Bounds singleEpsilon(LossLaw law, double delta) {
    // Written so that NaN, of which nothing is known, takes each end outwards.
    double upper = smallest(law, t -> law.above(t).upper() <= delta);
    double lower = smallest(law, t -> !(law.above(t).lower() > delta));
    return Bounds.of(Math.min(lower, upper), upper);
  }

  /** The smallest loss that passes, if all above it do; infinity if none is found. */
  private static double smallest(LossLaw law, DoublePredicate passes) {
    // A little above the highest loss, where rounding cannot put any of it.
    double highest = Math.max(0, law.highest()) * (1 + 0x1p-40);
    double high = Math.min(1, highest);
    while (!passes.test(high)) {
      if (high >= Math.min(highest, FARTHEST)) { // not reached: no ε is promised
        return Double.POSITIVE_INFINITY;
      }
      high = Math.min(2 * high, highest);
    }
    return Bisection.smallest(0, high, passes);
  }
}
