// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Bisection;
import dev.demilune.accounting.numeric.RoundUp;

/**
 * Bounds a composition's privacy cost from its highest losses alone, without a grid.
 *
 * <p>Let every step's loss be at most its h, and H the sum of all h. At ε = H - x,
 *
 * <ul>
 *   <li>δ(ε) ≤ P(sum &gt; ε) (1 - e^-x), for no loss is above H. The sum is above H - x only if
 *       every step is above its own h - x, and the steps are independent: P(sum &gt; ε) ≤ Π P(L
 *       &gt; h - x);
 *   <li>with any t a little below each h, and T their sum, δ(ε) ≥ Π P(L &gt; t) (1 - e^(ε - T)).
 * </ul>
 *
 * Where steps are often at their highest loss, as in a few Laplace mechanisms, the two bounds
 * nearly meet.
 */
final class HighestLosses {

  /** Relative distance below the highest loss that no rounding of a loss reaches. */
  private static final double BELOW = 0x1p-40;

  /** Covers the roundings of a logarithm, a product and an exponential. */
  private static final double U = 0x1p-50;

  private final Scenario scenario;

  HighestLosses(Scenario scenario) {
    this.scenario = scenario;
  }

  /** The sum of the highest losses; infinity if one may be infinite. */
  double sum() {
    double sum = 0;
    for (Scenario.Step step : scenario.steps()) {
      sum = RoundUp.add(sum, RoundUp.multiply(RoundUp.fromLong(step.times()), highest(step.law())));
    }
    return sum;
  }

  /** Bounds on the smallest ε at a δ &gt; 0. */
  Bounds epsilon(double delta) {
    double sum = sum();
    if (sum == Double.POSITIVE_INFINITY || sum == 0) {
      return Bounds.of(0, sum); // an infinite loss, or none: nothing to refine
    }
    double lower = atLeast(sum, delta);
    if (lower == 0) {
      return Bounds.of(0, sum);
    }
    // The bound falls as ε rises to H, where it is nearly 0; the bisection returns its safe end.
    double upper = Bisection.smallest(lower, sum, epsilon -> bound(sum, epsilon) <= delta);
    return Bounds.of(lower, upper);
  }

  /** An ε at which δ(ε) is still above this, or 0. */
  private double atLeast(double sum, double delta) {
    double mass = allAbove(0, false);
    if (!(mass > 2 * delta)) {
      return 0; // or the logarithm would be of a difference that is all rounding
    }
    // The terms of the sum were rounded up, one after the other.
    double roundings = 2 * BELOW + 0x1p-50 * scenario.steps().size();
    // solves mass·(1 - e^(ε - T)) = δ, rounded down
    double epsilon = sum * (1 - roundings) + Math.log1p(-delta / mass) * (1 + BELOW);
    return Math.max(0, epsilon);
  }

  /** An upper bound on δ(ε). */
  private double bound(double sum, double epsilon) {
    double distance = Math.nextUp(sum - epsilon); // rounds up: a larger x is a larger bound
    return allAbove(distance, true) * -Math.expm1(-distance) * (1 + U);
  }

  /** Bounds the probability that no step is further than this below its highest loss. */
  private double allAbove(double distance, boolean fromAbove) {
    double logarithm = 0;
    double slack = 0;
    for (Scenario.Step step : scenario.steps()) {
      double highest = highest(step.law());
      // Below the highest loss by more than its rounding, so that an atom there is counted.
      double t = Math.min(highest * (1 - BELOW), Math.nextDown(highest - distance));
      if (t < 0) {
        // Laws are asked about losses that are not negative. From above, 1 bounds any probability;
        // from below it is right if no loss is above 0, for then all are 0.
        if (fromAbove || highest == 0) {
          continue;
        }
        return 0;
      }
      double error = step.law().error(t);
      double mass = step.law().pAbove(t);
      // The law's own error, to the side that is asked for.
      mass = Math.min(1, fromAbove ? mass * (1 + error) : mass * (1 - error));
      if (!(mass > 0)) {
        return fromAbove ? 1 : 0; // nothing is known of a mass that underflows
      }
      double ofAll = step.times() * Math.log(mass);
      logarithm += ofAll;
      slack += U * (step.times() + Math.abs(ofAll));
    }
    return Math.exp(fromAbove ? logarithm + slack : logarithm - slack);
  }

  private static double highest(LossLaw law) {
    return law.canBeInfinite() ? Double.POSITIVE_INFINITY : Math.max(0, law.highest());
  }
}
