// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.accounting.pld;

import dev.demilune.accounting.numeric.Rounding;
import java.util.Arrays;

/**
 * A piecewise linear curve over a = e^t, above or below a law's divergence.
 *
 * <p>{@link LossMasses} proves that it is; this class computes it without cancellation. At t ≥ 0
 * the curve itself is kept; at t &lt; 0 its excess over 1 - a, the least possible curve. Both are
 * small far out, and adding a straight line changes no jump of the slope. Slopes are multiplied by
 * a, so that only ratios of neighboring points enter and nothing overflows.
 */
final class PiecewiseLinear {

  private static final double U = Rounding.UNIT;

  /** Lower curves end where they are below this. */
  private static final double LEAST = 1e-280;

  private final Grid grid;
  private final double[] values;

  /** The value at a = 0, above 1 - a. */
  private final double start;

  /** Where a curve bends: (knot + offset) · spacing. */
  static final class Grid {

    final double spacing;
    final double offset;
    final int[] knots;
    final double[] points;

    Grid(double spacing, double offset, int[] knots) {
      this.spacing = spacing;
      this.offset = offset;
      this.knots = knots;
      this.points = new double[knots.length];
      for (int i = 0; i < points.length; i++) {
        // the sum has 50 bits: one rounding
        points[i] = (knots[i] + offset) * spacing;
      }
    }

    /** Distance from one point to another, with one rounding. */
    double distance(int from, int to) {
      return ((double) knots[to] - knots[from]) * spacing; // not in ints, which might overflow
    }

    /** Distance from point i to the next. */
    double gap(int i) {
      return distance(i, i + 1);
    }
  }

  private PiecewiseLinear(Grid grid, double start, double[] values) {
    this.grid = grid;
    this.start = start;
    this.values = values;
  }

  /** Joins upper bounds at the points. */
  static PiecewiseLinear above(LossLaw law, Grid grid) {
    double[] points = grid.points;
    double[] values = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      double t = points[i];
      double off = 4 * U * Math.abs(t); // by how much t may be off the grid's true point
      if (t >= 0) {
        double value = law.above(t).upper();
        // A little further down, so that an atom which rounding put on the other side counts.
        value += off * law.qAbove(Math.max(0, t - 2 * off)) * Rounding.CORRECTION_UP;
        values[i] = Math.min(1, value);
      } else {
        double value = law.below(t).upper();
        // the same on the other side of 0
        value += off * law.qUpTo(Math.min(0, t + 2 * off)) * Rounding.CORRECTION_UP;
        values[i] = Math.min(1, value);
      }
    }
    return monotone(grid, 0, values);
  }

  /** Joins values that are below the lines of one event in each bucket. */
  static PiecewiseLinear below(LossLaw law, Grid grid) {
    double[] points = grid.points;
    int count = points.length;
    double[] values = new double[count];
    Arrays.fill(values, 1);
    for (int i = 0; i + 1 < count; i++) {
      // the middle: any t gives a line below the curve
      double t = 0.5 * (points[i] + points[i + 1]);
      double half = grid.gap(i) / 2;
      double off = 4 * U * (Math.abs(t) + 2 * half); // of the distances to the two points
      double[] ends = ends(law, grid, i, t, -half, half, off);
      // Where the curve falls by more than itself within the bucket, touch it at the far end.
      if (points[i + 1] >= 0 && ends[1] < 0) {
        ends = ends(law, grid, i, points[i + 1], -2 * half, 0, 2 * off);
      } else if (points[i + 1] < 0 && ends[0] < 0) {
        ends = ends(law, grid, i, points[i], 0, 2 * half, 2 * off);
      }
      if ((points[i] >= 0 && ends[1] < 0) || (points[i + 1] < 0 && ends[0] < 0)) {
        ends = new double[2]; // the event that is never true, or the one that always is
      }
      // v(g) is at most the lines of both buckets at g, rounded down.
      values[i] = Math.min(values[i], ends[0] - 4 * U * Math.abs(ends[0]));
      values[i + 1] = Math.min(values[i + 1], ends[1] - 4 * U * Math.abs(ends[1]));
    }
    // Before the first point, the line of the event that the loss is above it.
    values[0] = Math.min(values[0], law.below(points[0]).lower());
    double start = -law.pUpTo(points[0]) * (1 + law.error(points[0]) + 4 * U);
    // the constant at the end
    values[count - 1] = Math.min(values[count - 1], Math.max(0, law.atInfinity()));
    for (int i = 0; i < count; i++) {
      if (values[i] > 0 && values[i] < LEAST) {
        values[i] = 0; // lower is safe, and nothing below can underflow
      }
    }
    PiecewiseLinear line = monotone(grid, start, values);
    line.makeConvex();
    return line;
  }

  /**
   * The line of the event {L &gt; t} at both ends of bucket i, rounded down.
   *
   * @param left distance from t to the lower end, not positive
   * @param right distance from t to the upper end
   * @param off bound on the errors of the distances
   */
  private static double[] ends(
      LossLaw law, Grid grid, int i, double t, double left, double right, double off) {
    boolean positive = t >= 0;
    double value = positive ? law.above(t).lower() : law.below(t).lower();
    double mass = positive ? law.qAbove(t) : law.qUpTo(t);
    // of the mass and of the exponential
    double relative = law.error(t) + 16 * U * (1 + right - left);
    double moved = 2 * mass * off; // e^t Q(L > t) |t' - t|, doubled for second order
    double rising = positive ? -1 : 1; // the curve falls in a; above 1 - a it rises
    double[] ends = {
      value + end(left, mass, rising, relative) - moved,
      value + end(right, mass, rising, relative) - moved * Math.exp(right)
    };
    // In the bucket that contains 0 one end is kept above 1 - a, and the other is not.
    if (positive && grid.points[i] < 0) {
      ends[0] += Math.expm1(grid.points[i]) * (1 + 8 * U);
    } else if (!positive && grid.points[i + 1] >= 0) {
      ends[1] -= Math.expm1(grid.points[i + 1]) * (1 + 8 * U);
    }
    return ends;
  }

  /** How much lower or higher a line is at a distance, rounded down. */
  private static double end(double distance, double mass, double rising, double relative) {
    double change = rising * Math.expm1(distance) * mass;
    // toward minus infinity in both cases
    return change * (change > 0 ? 1 - relative : 1 + relative);
  }

  /** The curve falls with t and its excess over 1 - a grows, so bounds hold further out. */
  private static PiecewiseLinear monotone(Grid grid, double start, double[] values) {
    int positive = 0;
    while (grid.points[positive] < 0) {
      positive++;
    }
    for (int i = positive + 1; i < values.length; i++) {
      // a bound at a smaller t holds here too
      values[i] = Math.min(values[i], Math.max(0, values[i - 1]));
    }
    for (int i = positive - 2; i >= 0; i--) {
      values[i] = Math.min(values[i], Math.max(0, values[i + 1])); // and below 0 one at a larger t
    }
    return new PiecewiseLinear(grid, start, values);
  }

  /**
   * Lowers values that are above a straight line between two others, on either side of 0. What is
   * lowered stays below the law's curve; without this its masses would be negative.
   */
  private void makeConvex() {
    int positive = 0;
    while (grid.points[positive] < 0) {
      positive++;
    }
    makeConvex(0, positive);
    makeConvex(positive, values.length);
  }

  private void makeConvex(int from, int to) {
    int[] kept = new int[to - from];
    int count = 0;
    for (int i = from; i < to; i++) {
      // The lower convex hull: a point above the chord of its neighbors is dropped.
      while (count > 1 && values[kept[count - 1]] > chord(kept[count - 2], kept[count - 1], i)) {
        count--;
      }
      kept[count++] = i;
    }
    for (int k = 0; k + 1 < count; k++) {
      for (int i = kept[k] + 1; i < kept[k + 1]; i++) {
        values[i] = Math.min(values[i], chord(kept[k], i, kept[k + 1]));
      }
    }
  }

  /** The straight line, in a, between two points, at a third one. */
  private double chord(int left, int middle, int right) {
    double whole = Math.expm1(grid.distance(left, right));
    double part = Math.expm1(grid.distance(left, middle));
    // infinity over infinity would be NaN
    double share = whole == Double.POSITIVE_INFINITY ? 0 : part / whole;
    return values[left] + (values[right] - values[left]) * share;
  }

  /** The value at the last point, and so ever after. */
  double last() {
    return values[values.length - 1];
  }

  /** a times the jump of the slope at a point. */
  double mass(int i) {
    return rise(i) - fall(i);
  }

  /** Bound on the rounding error of {@link #mass}, the values being exact. */
  double massError(int i) {
    // their difference may cancel: errors count the sum
    double terms = Math.abs(rise(i)) + Math.abs(fall(i));
    double gaps = 0;
    if (i + 1 < values.length) {
      gaps += grid.gap(i);
      // Where the representation changes, `change` is a difference of larger numbers.
      terms += crosses(i) ? sizes(i) / Math.expm1(grid.gap(i)) : 0;
    }
    if (i > 0) {
      gaps += grid.gap(i - 1);
      terms += crosses(i - 1) ? sizes(i - 1) / -Math.expm1(-grid.gap(i - 1)) : 0;
    }
    return terms == 0 ? 0 : (16 + 2 * gaps) * U * terms + Double.MIN_NORMAL;
  }

  /** Whether the representation changes between point i and the next. */
  private boolean crosses(int i) {
    return grid.points[i] < 0 && grid.points[i + 1] >= 0;
  }

  /** Sum of what is added and subtracted where the curve changes its representation. */
  private double sizes(int i) {
    return Math.abs(values[i])
        + Math.abs(values[i + 1])
        + Math.expm1(grid.points[i + 1])
        - Math.expm1(grid.points[i]);
  }

  /** a times the slope to the right of point i. */
  private double rise(int i) {
    if (i + 1 == values.length) {
      return 0;
    }
    double change = values[i + 1] - values[i];
    if (crosses(i)) {
      change = values[i + 1] + Math.expm1(grid.points[i + 1]) - values[i]; // both above 1 - a
    }
    return change / Math.expm1(grid.gap(i));
  }

  /** a times the slope to the left of point i. */
  private double fall(int i) {
    if (i == 0) {
      return values[0] - start; // the line from a = 0 to the first point, times a
    }
    double change = values[i] - values[i - 1];
    if (crosses(i - 1)) {
      change = values[i] - (values[i - 1] - Math.expm1(grid.points[i - 1])); // neither above 1 - a
    }
    return change / -Math.expm1(-grid.gap(i - 1));
  }
}
