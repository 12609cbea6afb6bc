// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.explain;

import dev.demilune.internal.Check;
import dev.demilune.schema.Part;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one column, or what is taken from it, adds to the scores.
 *
 * @param name the column's name, or that of what is taken from it
 * @param axis of a curve: the number and its range; empty where each value has a bar of its own
 * @param ordered whether the bars are listed in an order of their own
 * @param points of a curve, by increasing position, and a missing number last; or one for each bar
 * @param shares released shares of the rows, one for each point; empty if the model carries none
 * @param importance see {@link Explanation#importanceBasis}
 */
public record Effect(
    String name,
    Optional<Part.Number> axis,
    boolean ordered,
    List<Point> points,
    List<Double> shares,
    double importance) {

  /**
   * What one value of the column adds.
   *
   * @param label the value, in the units of the file
   * @param position in the range of a number; NaN for a missing one and for bars
   * @param values one for each of the explanation's lines
   * @param standardErrors of the values, or empty if they are not known
   */
  public record Point(
      String label, double position, List<Double> values, List<Double> standardErrors) {
    public Point {
      Objects.requireNonNull(label, "label");
      values = List.copyOf(values);
      standardErrors = List.copyOf(standardErrors);
    }

    /** Returns the half-width of the 95 % band around a value; 0 if it is not known. */
    public double halfWidth(int line) {
      return standardErrors.isEmpty() ? 0 : Explanation.BAND * standardErrors.get(line);
    }
  }

  private static final double FEWEST = 0.001; // of the rows

  public Effect {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(axis, "axis");
    points = List.copyOf(points);
    shares = List.copyOf(shares);
    if (!shares.isEmpty()) {
      Check.between("shares", shares.size(), points.size(), points.size());
    }
  }

  /** Returns whether the standard errors of the points are known. */
  public boolean hasBand() {
    return points.stream().anyMatch(point -> !point.standardErrors().isEmpty());
  }

  /** Returns the share of rows at a point; 1 if it is not known. */
  public double share(int point) {
    return shares.isEmpty() ? 1 : shares.get(point);
  }

  /** Returns the point of the least value of a line, among those where at least some rows are. */
  public Point lowest(int line) {
    return extreme(line, -1);
  }

  /** Returns the point of the largest value of a line, among those where some rows are. */
  public Point highest(int line) {
    return extreme(line, 1);
  }

  private Point extreme(int line, int sign) {
    Point best = null;
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (share(i) >= FEWEST
          && (best == null || sign * point.values().get(line) > sign * best.values().get(line))) {
        best = point;
      }
    }
    return best == null ? points.get(0) : best;
  }

  Effect withImportance(double other) {
    return new Effect(name, axis, ordered, points, shares, other);
  }
}
