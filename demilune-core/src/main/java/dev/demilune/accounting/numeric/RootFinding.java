// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

import java.util.function.DoubleUnaryOperator;

/**
 * Finds the largest x at which an increasing function is at most 0, with few evaluations.
 *
 * <p>First a bracket is found by steps that grow, then it is narrowed by the false position method
 * of Dowell and Jarratt (1971), "Illinois": a secant, with the value of an end that has stayed
 * twice halved. The x returned has been tried and passes, and the bracket's other end has been
 * tried and fails: both are facts, even where roundings make the function not quite increasing.
 */
public final class RootFinding {

  private static final int MOST_EVALUATIONS = 200;

  /** Logarithms of prices beyond this say "far away" and no more. */
  private static final double FAR = 40;

  private final DoubleUnaryOperator excess;
  private final double tolerance;
  private final boolean whole;

  /**
   * A search for the root of a function.
   *
   * @param excess the increasing function
   * @param tolerance how close the ends of the last bracket are
   * @param whole whether x is the logarithm of a whole number; then they are neighbors
   */
  public RootFinding(DoubleUnaryOperator excess, double tolerance, boolean whole) {
    this.excess = excess;
    this.tolerance = tolerance;
    this.whole = whole;
  }

  /** The largest x in [low, high] that passes; NaN if low does not. */
  public double largestPassing(double low, double start, double high) {
    Point first = at(start);
    Point passing = first.passes() ? first : null;
    Point failing = first.passes() ? null : first;
    // Prices go with the noise, with the root of the steps: a slope of one is a fair first guess.
    double step = Math.min(Math.max(Math.abs(first.y), 0.5), 5) * 1.05;
    while (passing == null) {
      if (failing.x <= low) {
        return Double.NaN;
      }
      Point next = at(Math.max(low, failing.x - step));
      if (next.passes()) {
        passing = next;
      } else {
        failing = next;
      }
      step *= 2;
    }
    while (failing == null) {
      if (passing.x >= high) {
        return passing.x;
      }
      Point next = at(Math.min(high, passing.x + step));
      if (next.passes()) {
        passing = next;
      } else {
        failing = next;
      }
      step *= 2;
    }
    return narrow(passing, failing);
  }

  private double narrow(Point passing, Point failing) {
    double passingWeight = 1;
    double failingWeight = 1;
    int stayed = 0; // how often the same end has stayed: positive for the failing, else the passing
    for (int i = 0; i < MOST_EVALUATIONS && !closeEnough(passing.x, failing.x); i++) {
      double below = -passing.y * passingWeight;
      double above = failing.y * failingWeight;
      boolean blind = passing.y <= -FAR || failing.y >= FAR || !(below + above > 0);
      // A step of bisection where there is no slope to follow, and now and then: it cannot creep.
      double share = blind || i % 8 == 7 ? 0.5 : below / (below + above);
      Point next = at(inside(passing.x + (failing.x - passing.x) * share, passing.x, failing.x));
      if (next.passes()) {
        stayed = Math.max(stayed, 0) + 1;
        passing = next;
        passingWeight = 1;
        failingWeight = stayed > 1 ? failingWeight / 2 : 1;
      } else {
        stayed = Math.min(stayed, 0) - 1;
        failing = next;
        failingWeight = 1;
        passingWeight = stayed < -1 ? passingWeight / 2 : 1;
      }
    }
    return passing.x;
  }

  private boolean closeEnough(double passing, double failing) {
    return whole ? count(failing) - count(passing) <= 1 : failing - passing <= tolerance;
  }

  /** x, kept off both ends by so much that a bracket of the tolerance can come of it. */
  private double inside(double x, double passing, double failing) {
    if (whole) {
      long between = Math.min(Math.max(count(x), count(passing) + 1), count(failing) - 1);
      return Math.log((double) between);
    }
    double margin = Math.min(0.9 * tolerance, (failing - passing) / 2);
    return Math.min(Math.max(x, passing + margin), failing - margin);
  }

  private static long count(double x) {
    return Math.round(Math.exp(x));
  }

  private Point at(double x) {
    double point = whole ? Math.log((double) count(x)) : x;
    double y = excess.applyAsDouble(point);
    return new Point(point, Math.min(Math.max(y, -FAR), FAR));
  }

  private record Point(double x, double y) {
    boolean passes() {
      return y <= 0;
    }
  }
}
