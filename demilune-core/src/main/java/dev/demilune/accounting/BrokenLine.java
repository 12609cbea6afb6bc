/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.accounting;

import java.util.Arrays;

/**
 * A curve over a = e^t that is straight between given points, above or below a law's divergence.
 *
 * <p>{@link LossMasses} says why it is. Here: how it is computed without cancelling. At t ≥ 0 the
 * curve itself is kept; at t &lt; 0 what it is above 1 - a, the least it can be. Both are small far
 * out, and adding a straight line changes no jump of the slope. Slopes are multiplied by a, so that
 * only ratios of neighbouring points enter and nothing overflows.
 */
final class BrokenLine {

  private static final double U = 0x1p-53;

  private final Grid grid;
  private final double[] values;

  /** Where a curve bends: (knot + offset) · spacing, and its value rounded. */
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
        points[i] = (knots[i] + offset) * spacing;
      }
    }

    /** Distance from point i to the next, with one rounding. */
    double gap(int i) {
      return (knots[i + 1] - knots[i]) * spacing;
    }

    /** Bound on the rounding error of a point; often 0. */
    double error(int i) {
      double sum = knots[i] + offset;
      double lost = Math.abs(offset - (sum - knots[i]));
      return 2 * (Math.abs(Math.fma(sum, spacing, -points[i])) + lost * spacing);
    }
  }

  private BrokenLine(Grid grid, double[] values) {
    this.grid = grid;
    this.values = values;
  }

  /** Joins upper bounds at the points. */
  static BrokenLine above(LossLaw law, Grid grid) {
    double[] points = grid.points;
    double[] values = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      double t = points[i];
      double off = grid.error(i);
      if (t >= 0) {
        double value = law.above(t).upper();
        // A little further down, so that an atom which rounding put on the other side counts.
        value += off == 0 ? 0 : off * law.qAbove(Math.max(0, t - 2 * off)) * (1 + 0x1p-20);
        values[i] = Math.min(1, value);
      } else {
        double value = law.below(t).upper();
        value += off == 0 ? 0 : off * law.qUpTo(Math.min(0, t + 2 * off)) * (1 + 0x1p-20);
        values[i] = Math.min(1, value);
      }
    }
    return monotone(grid, values);
  }

  /** Joins values that are below the lines of one event in each bucket. */
  static BrokenLine below(LossLaw law, Grid grid) {
    double[] points = grid.points;
    int count = points.length;
    double[] values = new double[count];
    Arrays.fill(values, 1);
    for (int i = 0; i + 1 < count; i++) {
      double t = 0.5 * (points[i] + points[i + 1]);
      double half = grid.gap(i) / 2;
      double off = 4 * U * (Math.abs(t) + 2 * half); // of the distances to the two points
      boolean positive = t >= 0;
      double value = positive ? law.above(t).lower() : law.below(t).lower();
      double mass = positive ? law.qAbove(t) : law.qUpTo(t);
      double relative = law.error(t) + 16 * U * (1 + half);
      double moved = 2 * mass * off;
      double rising = positive ? -1 : 1; // the curve falls in a; above 1 - a it rises
      double left = value + end(-half, mass, rising, relative) - moved;
      double right = value + end(half, mass, rising, relative) - moved * (1 + Math.expm1(half));
      if (points[i] >= 0) {
        left = right < 0 ? 0 : left; // the empty event instead
        right = Math.max(0, right);
      } else if (points[i + 1] < 0) {
        right = left < 0 ? 0 : right; // the event that is always true
        left = Math.max(0, left);
      } else if (positive) {
        left += Math.expm1(points[i]) * (1 + 8 * U); // less 1 - a
      } else {
        right -= Math.expm1(points[i + 1]) * (1 + 8 * U); // plus 1 - a
      }
      values[i] = Math.min(values[i], left - 4 * U * Math.abs(left));
      values[i + 1] = Math.min(values[i + 1], right - 4 * U * Math.abs(right));
    }
    values[0] = Math.min(values[0], 0);
    values[count - 1] = Math.min(values[count - 1], Math.max(0, law.atInfinity()));
    return monotone(grid, values);
  }

  /** How much lower or higher a line is at a distance, rounded down. */
  private static double end(double distance, double mass, double rising, double relative) {
    double change = rising * Math.expm1(distance) * mass;
    return change * (change > 0 ? 1 - relative : 1 + relative);
  }

  /** The curve falls with t, and what it is above 1 - a grows: bounds hold further out. */
  private static BrokenLine monotone(Grid grid, double[] values) {
    int positive = 0;
    while (grid.points[positive] < 0) {
      positive++;
    }
    for (int i = positive + 1; i < values.length; i++) {
      values[i] = Math.min(values[i], values[i - 1]);
    }
    for (int i = positive - 2; i >= 0; i--) {
      values[i] = Math.min(values[i], values[i + 1]);
    }
    return new BrokenLine(grid, values);
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
    double terms = Math.abs(rise(i)) + Math.abs(fall(i));
    double gaps = 0;
    if (i + 1 < values.length) {
      gaps += grid.gap(i);
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
      return values[0]; // from 0 at a = 0
    }
    double change = values[i] - values[i - 1];
    if (crosses(i - 1)) {
      change = values[i] - (values[i - 1] - Math.expm1(grid.points[i - 1])); // neither above 1 - a
    }
    return change / -Math.expm1(-grid.gap(i - 1));
  }
}
