// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.numeric;

import java.util.function.DoubleUnaryOperator;

/**
 * Finds the largest x at which an increasing function is at most 0, with few evaluations.
 *
 * <p>First a bracket is found by steps that grow, then it is narrowed by the false position method
 * of Dowell and Jarratt (1971), "Illinois": a secant in which the value of an end that has stayed
 * twice is halved. The x returned has been tried and passes, and the bracket's other end has been
 * tried and fails: both hold even where roundings make the function not quite increasing.
 */
public final class RootFinding {

  private static final int MOST_EVALUATIONS = 200; // a backstop: about ten are used

  /** Values beyond this only say that the root is far away. */
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
    // Costs go with the noise, with the root of the steps: a slope of one is a fair first guess.
    double step = Math.min(Math.max(Math.abs(first.y), 0.5), 5) * 1.05;
    while (passing == null) {
      if (failing.x <= low) {
        return Double.NaN; // even the least x fails
      }
      Point next = at(Math.max(low, failing.x - step));
      if (next.passes()) {
        passing = next;
      } else {
        failing = next;
      }
      step *= 2; // doubling: the distance to the root is not known
    }
    while (failing == null) {
      if (passing.x >= high) {
        return passing.x; // even the greatest x passes
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
      // Bisects where there is no slope to follow, and every eighth time, so that it cannot creep.
      double share = blind || i % 8 == 7 ? 0.5 : below / (below + above);
      Point next = at(inside(passing.x + (failing.x - passing.x) * share, passing.x, failing.x));
      if (next.passes()) {
        stayed = Math.max(stayed, 0) + 1;
        passing = next;
        passingWeight = 1;
        // Illinois: an end that stays pulls less
        failingWeight = stayed > 1 ? failingWeight / 2 : 1;
      } else {
        stayed = Math.min(stayed, 0) - 1;
        failing = next;
        failingWeight = 1;
        passingWeight = stayed < -1 ? passingWeight / 2 : 1;
      }
    }
    return passing.x; // tried and passed: the safe end
  }

  private boolean closeEnough(double passing, double failing) {
    return whole ? count(failing) - count(passing) <= 1 : failing - passing <= tolerance;
  }

  /** x, kept far enough from both ends that the bracket can shrink to the tolerance. */
  private double inside(double x, double passing, double failing) {
    if (whole) {
      long between = Math.min(Math.max(count(x), count(passing) + 1), count(failing) - 1);
      return Math.log((double) between); // a whole number strictly between the two ends
    }
    double margin = Math.min(0.9 * tolerance, (failing - passing) / 2);
    return Math.min(Math.max(x, passing + margin), failing - margin);
  }

  private static long count(double x) {
    return Math.round(Math.exp(x));
  }

  private Point at(double x) {
    // what the caller will use is what was tried
    double point = whole ? Math.log((double) count(x)) : x;
    double y = excess.applyAsDouble(point);
    // infinite values would spoil the secant
    return new Point(point, Math.min(Math.max(y, -FAR), FAR));
  }

  private record Point(double x, double y) {
    boolean passes() {
      return y <= 0;
    }
  }
}
