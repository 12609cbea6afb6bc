// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import dev.demilune.internal.Check;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The convex depth of the points of a box, for small cases: the largest k such that the point is in
 * the convex hull of the points of the box that have depth k or more. It is what the paper defines;
 * {@link SliceLevels} is what its list of decreasing points computes, and what is used here.
 *
 * <p><b>Claim.</b> {@link #low} and {@link #high} are the ends of the coordinates next to the fixed
 * ones that lead to a point of the hull. They are not always coordinates of slice vertices: a hull
 * point may be a mixture of points outside of the slice.
 *
 * <p><b>Proof.</b> The points of depth k or more are, within the box, a union of polytopes, and the
 * hull of these is the hull of their vertices. Each vertex is determined by borders of constraints
 * and faces of the box, so that it is among the points that all choices of these give. Projection
 * onto the first coordinates maps hulls to hulls. The part of a hull where the first coordinate is
 * p is the hull of what the segments between two of its points have there: let a hull point in it
 * be a mixture of points on both sides; while both sides have weight, a mixture of one point of
 * each side that lies in the slice can be split off, which uses up one of the two. So the
 * coordinates can be fixed one after the other. For the second sentence see the test. ∎
 *
 * <p><b>Source.</b> Kaplan, Mansour, Stemmer and Tsfadia (2020). The box is ours: it keeps the
 * hulls closed, which those of unbounded sets need not be.
 */
public final class ConvexDepth {

  private static final int MOST_POINTS = 100_000;

  private final Constraints constraints;
  private final List<List<Rational>> points;

  private ConvexDepth(Constraints constraints, List<List<Rational>> points) {
    this.constraints = constraints;
    this.points = points;
  }

  /**
   * Collects the vertices that the borders form within the box of all coordinates from -box to box.
   */
  public static ConvexDepth of(Constraints constraints, long box) {
    Check.between("box", box, 1, Long.MAX_VALUE);
    int unknowns = constraints.unknowns();
    List<List<Rational>> borders = new ArrayList<>();
    for (int row = 0; row < constraints.size(); row++) {
      List<Rational> border = new ArrayList<>();
      for (int j = 0; j < unknowns; j++) {
        border.add(Rational.of(constraints.coefficient(row, j)));
      }
      border.add(Rational.of(constraints.rightSide(row)));
      borders.add(border);
    }
    for (int face = 0; face < 2 * unknowns; face++) {
      List<Rational> border = new ArrayList<>();
      for (int j = 0; j < unknowns; j++) {
        border.add(j == face / 2 ? Rational.of(1) : Rational.ZERO);
      }
      border.add(Rational.of(face % 2 == 0 ? -box : box));
      borders.add(border);
    }
    double choices = 1;
    for (int j = 0; j < unknowns; j++) {
      choices *= (borders.size() - j) / (j + 1.0);
    }
    if (choices > MOST_POINTS) {
      throw new IllegalArgumentException("the convex depth is for fewer constraints");
    }
    Set<List<Rational>> points = new LinkedHashSet<>();
    collect(borders, 0, new ArrayList<>(), unknowns, points);
    Rational most = Rational.of(box);
    points.removeIf(
        point ->
            point.stream().anyMatch(x -> x.compareTo(most) > 0 || x.compareTo(most.negated()) < 0));
    return new ConvexDepth(constraints, List.copyOf(points));
  }

  private static void collect(
      List<List<Rational>> borders,
      int from,
      List<List<Rational>> chosen,
      int unknowns,
      Set<List<Rational>> points) {
    if (chosen.size() == unknowns) {
      solution(chosen).ifPresent(points::add);
      return;
    }
    for (int i = from; i < borders.size(); i++) {
      chosen.add(borders.get(i));
      collect(borders, i + 1, chosen, unknowns, points);
      chosen.remove(chosen.size() - 1);
    }
  }

  /** The point on as many borders as there are unknowns, if they determine one. */
  private static Optional<List<Rational>> solution(List<List<Rational>> borders) {
    List<List<Rational>> rows = new ArrayList<>(borders);
    for (int column = 0; column < rows.size(); column++) {
      int pivot = column;
      while (pivot < rows.size() && rows.get(pivot).get(column).signum() == 0) {
        pivot++;
      }
      if (pivot == rows.size()) {
        return Optional.empty();
      }
      List<Rational> pivotRow = rows.remove(pivot);
      for (int i = 0; i < rows.size(); i++) {
        Rational factor = rows.get(i).get(column).dividedBy(pivotRow.get(column));
        rows.set(i, minus(rows.get(i), factor, pivotRow));
      }
      rows.add(column, minus(pivotRow, Rational.ZERO, pivotRow));
    }
    List<Rational> point = new ArrayList<>();
    for (int column = 0; column < rows.size(); column++) {
      point.add(rows.get(column).get(rows.size()).dividedBy(rows.get(column).get(column)));
    }
    return Optional.of(point);
  }

  private static List<Rational> minus(List<Rational> row, Rational factor, List<Rational> other) {
    List<Rational> difference = new ArrayList<>();
    for (int j = 0; j < row.size(); j++) {
      difference.add(row.get(j).minus(factor.times(other.get(j))));
    }
    return difference;
  }

  /** Returns the convex depth of a point; 0 outside of the box. */
  public int at(List<Rational> point) {
    List<Rational> fixed = point.subList(0, point.size() - 1);
    Rational last = point.get(point.size() - 1);
    for (int level = constraints.size(); level > 0; level--) {
      List<Rational> range = range(fixed, level);
      if (!range.isEmpty()
          && range.get(0).compareTo(last) <= 0
          && last.compareTo(range.get(range.size() - 1)) <= 0) {
        return level;
      }
    }
    return 0;
  }

  /**
   * Returns the least coordinate after the fixed ones that leads to the hull of a level, if any.
   */
  public Optional<Rational> low(List<Rational> fixed, int level) {
    return range(fixed, level).stream().findFirst();
  }

  /** Returns the largest coordinate after the fixed ones that leads to the hull of a level. */
  public Optional<Rational> high(List<Rational> fixed, int level) {
    return range(fixed, level).stream().reduce((a, b) -> b);
  }

  /** The least and the largest coordinate, or nothing. */
  private List<Rational> range(List<Rational> fixed, int level) {
    Set<List<Rational>> hull = new LinkedHashSet<>();
    for (List<Rational> point : points) {
      if (constraints.depth(point) >= level) {
        hull.add(point.subList(0, fixed.size() + 1));
      }
    }
    for (Rational coordinate : fixed) {
      hull = sliced(hull, coordinate);
    }
    Comparator<Rational> order = Comparator.naturalOrder();
    return hull.isEmpty()
        ? List.of()
        : List.of(
            hull.stream().map(point -> point.get(0)).min(order).orElseThrow(),
            hull.stream().map(point -> point.get(0)).max(order).orElseThrow());
  }

  /** The hull's points with a given first coordinate, without that coordinate. */
  private static Set<List<Rational>> sliced(Set<List<Rational>> hull, Rational first) {
    Set<List<Rational>> slice = new LinkedHashSet<>();
    for (List<Rational> point : hull) {
      int side = point.get(0).compareTo(first);
      if (side == 0) {
        slice.add(point.subList(1, point.size()));
      }
      for (List<Rational> other : side < 0 ? hull : Set.<List<Rational>>of()) {
        if (other.get(0).compareTo(first) > 0) {
          Rational share = first.minus(point.get(0)).dividedBy(other.get(0).minus(point.get(0)));
          List<Rational> between = minus(point, share, minus(point, Rational.of(1), other));
          slice.add(between.subList(1, between.size()));
        }
      }
    }
    return slice;
  }
}
