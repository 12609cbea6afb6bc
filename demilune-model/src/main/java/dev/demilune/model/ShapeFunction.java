// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.model;

import dev.demilune.internal.Check;
import dev.demilune.schema.Part;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * What one {@link Part} of a record adds to the score of each class.
 *
 * <p>The shape of a number is a curve: linear between breakpoints of its position in the range,
 * with a point of its own for a missing number if it has one. The shape of a choice has one point
 * for each of its values and a last one for none of them.
 *
 * <p>A shape may carry two things that its trainer released: <em>standard errors</em>, how far the
 * mechanism's known noise moves each point, and <em>shares</em>, which part of the rows is where.
 * In a model with {@link Interactions} a standard error is that of the point together with what the
 * interactions add to it on average ({@link InteractionAverages}). For two classes only the
 * difference of the two scores matters, so a point has one standard error, that of the second
 * class's value less the first's; for more classes it has one for each.
 *
 * <p>Immutable and thread-safe.
 */
public final class ShapeFunction implements Serializable {
  private static final long serialVersionUID = 1;

  /** The largest number of breakpoints of a curve. */
  public static final int MOST_BREAKPOINTS = 4096;

  private static final double[] NONE = {};

  private final double[] breakpoints; // empty for a choice
  private final int points; // breakpoints or values, and the last one for a missing number or none
  private final int classes;
  private final double[] values; // values[point * classes + class]
  private final double[] errors; // errors[point * errorColumns + column]; empty if not known
  private final double[] shares; // of the rows, by point; empty if not known

  private ShapeFunction(
      double[] breakpoints,
      int points,
      int classes,
      double[] values,
      double[] errors,
      double[] shares) {
    this.breakpoints = breakpoints;
    this.points = points;
    this.classes = classes;
    this.values = values;
    this.errors = errors;
    this.shares = shares;
  }

  /**
   * Returns the shape of a number.
   *
   * @param breakpoints positions, strictly increasing from 0 to 1
   * @param values values[point][class], one row for each breakpoint; one more row is the value of a
   *     missing number, which otherwise adds nothing
   */
  public static ShapeFunction curve(double[] breakpoints, double[][] values) {
    checkPositions(breakpoints);
    Check.between("rows of values", values.length, breakpoints.length, breakpoints.length + 1L);
    int classes = values[0].length;
    return new ShapeFunction(
        breakpoints.clone(),
        values.length,
        classes,
        flat("values of a point", values, classes),
        NONE,
        NONE);
  }

  /**
   * Returns the shape of a choice.
   *
   * @param values values[value][class], one row for each value and a last one for none of them
   */
  public static ShapeFunction choice(double[][] values) {
    Check.atLeastOne("rows of values", values.length);
    int classes = values[0].length;
    return new ShapeFunction(
        NONE, values.length, classes, flat("values of a point", values, classes), NONE, NONE);
  }

  /** Returns the shape of a part that adds nothing. */
  public static ShapeFunction zero(Part part, int classes) {
    return part instanceof Part.Choice choice
        ? choice(new double[choice.values().size() + 1][classes])
        : curve(new double[] {0, 1}, new double[2][classes]);
  }

  /** Positions that go from 0 to 1. */
  static void checkPositions(double[] positions) {
    Check.between("breakpoints", positions.length, 2, MOST_BREAKPOINTS);
    if (positions[0] != 0 || positions[positions.length - 1] != 1) {
      throw new IllegalArgumentException("breakpoints must go from 0 to 1");
    }
    for (int i = 1; i < positions.length; i++) {
      if (!(positions[i] > positions[i - 1])) { // NaN fails too
        throw new IllegalArgumentException(
            "breakpoints must increase, got " + positions[i] + " after " + positions[i - 1]);
      }
    }
  }

  private static double[] flat(String name, double[][] rows, int columns) {
    double[] flat = new double[Math.multiplyExact(rows.length, columns)];
    for (int i = 0; i < rows.length; i++) {
      Check.between(name, rows[i].length, columns, columns);
      System.arraycopy(rows[i], 0, flat, i * columns, columns);
    }
    LinearClassifier.requireFinite("value of a shape", flat);
    return flat;
  }

  /**
   * Returns the shape with the standard errors that the mechanism's noise implies.
   *
   * @param errors errors[point][0] of the difference of two classes, or errors[point][class] of
   *     more
   */
  public ShapeFunction withStandardErrors(double[][] errors) {
    Check.between("rows of standard errors", errors.length, points, points);
    double[] flat = flat("standard errors of a point", errors, errorColumns());
    for (double error : flat) {
      Check.notNegative("standard error", error);
    }
    return new ShapeFunction(breakpoints, points, classes, values, flat, shares);
  }

  /** Returns the shape without standard errors, as after an edit that changes what they mean. */
  public ShapeFunction withoutStandardErrors() {
    return new ShapeFunction(breakpoints, points, classes, values, NONE, shares);
  }

  /**
   * Returns the shape with released shares of the rows, which are scaled to the sum 1.
   *
   * @param shares one for each point: of a curve, rows between two breakpoints belong to these
   */
  public ShapeFunction withShares(double[] shares) {
    Check.between("shares", shares.length, points, points);
    double sum = 0;
    for (double share : shares) {
      sum += Check.notNegative("share", share);
    }
    Check.positive("sum of shares", sum);
    double[] scaled = shares.clone();
    if (Math.abs(sum - 1) > 1e-9) { // shares read from a file stay as they are, bit for bit
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] /= sum;
      }
    }
    return new ShapeFunction(breakpoints, points, classes, values, errors, scaled);
  }

  /** Returns the shape with other values at the same points; errors and shares stay. */
  public ShapeFunction withValues(double[][] newValues) {
    Check.between("rows of values", newValues.length, points, points);
    return new ShapeFunction(
        breakpoints,
        points,
        classes,
        flat("values of a point", newValues, classes),
        errors,
        shares);
  }

  /** Returns whether this is the shape of a number. */
  public boolean isCurve() {
    return breakpoints.length > 0;
  }

  /** Returns the breakpoints' positions; empty for a choice. */
  public double[] breakpoints() {
    return breakpoints.clone();
  }

  /** Returns whether the shape of a number has a point for a missing one, its last. */
  public boolean hasMissing() {
    return isCurve() && points > breakpoints.length;
  }

  /** Returns the number of points. */
  public int points() {
    return points;
  }

  public int classes() {
    return classes;
  }

  /** Returns what a point adds to the score of a class. */
  public double value(int point, int classIndex) {
    return values[
        Objects.checkIndex(point, points) * classes + Objects.checkIndex(classIndex, classes)];
  }

  /** Returns all values, values[point][class]. */
  public double[][] values() {
    double[][] rows = new double[points][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(values, i * classes, (i + 1) * classes));
    return rows;
  }

  public boolean hasStandardErrors() {
    return errors.length > 0;
  }

  /** Returns the number of standard errors of a point: 1 for two classes. */
  public int errorColumns() {
    return classes == 2 ? 1 : classes;
  }

  /** Returns the standard error of a point: of the class, or for two classes in column 0. */
  public double standardError(int point, int column) {
    return errors[
        Objects.checkIndex(point, points) * errorColumns()
            + Objects.checkIndex(column, errorColumns())];
  }

  /** Returns all standard errors, by point; empty if they are not known. */
  public double[][] standardErrors() {
    int columns = errorColumns();
    double[][] rows = new double[errors.length / columns][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(errors, i * columns, (i + 1) * columns));
    return rows;
  }

  /** Returns the released shares of the rows; empty if none were. */
  public double[] shares() {
    return shares.clone();
  }

  /**
   * Returns the shape with shares as they are if nothing is known of the rows: by the width of the
   * segments, and the same for every value; none for missing numbers and for none of the values.
   */
  public ShapeFunction withEvenShares() {
    double[] even = new double[points];
    for (int i = 0; i + 1 < (isCurve() ? breakpoints.length : points); i++) {
      even[i] += isCurve() ? (breakpoints[i + 1] - breakpoints[i]) / 2 : 1;
      even[i + 1] += isCurve() ? (breakpoints[i + 1] - breakpoints[i]) / 2 : 0;
    }
    return withShares(even);
  }

  /** Returns whether the shape has the form that a part needs. */
  boolean fits(Part part) {
    return part instanceof Part.Choice choice
        ? !isCurve() && points == choice.values().size() + 1
        : isCurve();
  }

  /** Adds what the part's value in a row adds to each score. */
  public void addTo(double part, double[] scores) {
    if (!isCurve()) {
      int choice = (int) part;
      addPoint(choice < 0 ? points - 1 : Math.min(choice, points - 1), 1, scores);
    } else if (Double.isNaN(part)) {
      if (hasMissing()) {
        addPoint(points - 1, 1, scores);
      }
    } else {
      int left = segment(breakpoints, part);
      double right = fraction(breakpoints, left, part);
      addPoint(left, 1 - right, scores);
      addPoint(left + 1, right, scores);
    }
  }

  private void addPoint(int point, double weight, double[] scores) {
    int at = point * classes;
    for (int k = 0; k < classes; k++) {
      scores[k] += weight * values[at + k];
    }
  }

  /** Returns the segment of a position, by its left end; positions outside belong to the end's. */
  static int segment(double[] breakpoints, double position) {
    int found = Arrays.binarySearch(breakpoints, position);
    int left = found >= 0 ? found : -found - 2;
    return Math.max(0, Math.min(left, breakpoints.length - 2));
  }

  /** Returns how far along its segment a position is, between 0 and 1. */
  static double fraction(double[] breakpoints, int segment, double position) {
    double left = breakpoints[segment];
    return Math.max(0, Math.min(1, (position - left) / (breakpoints[segment + 1] - left)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShapeFunction that
        && points == that.points
        && classes == that.classes
        && Arrays.equals(breakpoints, that.breakpoints)
        && Arrays.equals(values, that.values)
        && Arrays.equals(errors, that.errors)
        && Arrays.equals(shares, that.shares);
  }

  @Override
  public int hashCode() {
    return Objects.hash(points, classes, Arrays.hashCode(breakpoints), Arrays.hashCode(values));
  }
}
