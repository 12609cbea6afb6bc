// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Depths by definition, with fractions throughout, for a handful of constraints. */
final class BruteForce {

  private BruteForce() {}

  static int depth(Constraints constraints, List<Rational> point) {
    int depth = 0;
    for (int row = 0; row < constraints.size(); row++) {
      Rational left = Rational.ZERO;
      for (int j = 0; j < point.size(); j++) {
        left = left.plus(point.get(j).times(Rational.of(constraints.coefficient(row, j))));
      }
      depth += left.compareTo(Rational.of(constraints.rightSide(row))) >= 0 ? 1 : 0;
    }
    return depth;
  }

  /** One point of every flat on which some constraints are tight, given the first coordinates. */
  static List<List<Rational>> points(Constraints constraints, List<Rational> fixed) {
    List<List<Rational>> points = new ArrayList<>();
    collect(constraints, fixed, 0, new ArrayList<>(), points, new TreeSet<>());
    return points;
  }

  /** The greatest depth of the points with these first coordinates. */
  static int deepest(Constraints constraints, List<Rational> fixed) {
    return points(constraints, fixed).stream()
        .mapToInt(point -> depth(constraints, point))
        .max()
        .orElseThrow();
  }

  /** M at the ends of the range, at every coordinate some constraints determine, and between. */
  static NavigableMap<Rational, Integer> deepestByNext(
      Constraints constraints, List<Rational> fixed, Rational low, Rational high) {
    NavigableSet<Rational> determined = new TreeSet<>();
    collect(constraints, fixed, 0, new ArrayList<>(), new ArrayList<>(), determined);
    NavigableSet<Rational> ends = new TreeSet<>(determined.subSet(low, true, high, true));
    ends.add(low);
    ends.add(high);
    TreeMap<Rational, Integer> depths = new TreeMap<>();
    Rational before = low;
    for (Rational t : ends) {
      Rational middle = before.plus(t).times(Rational.of(1, 2));
      for (Rational next : List.of(middle, t)) {
        List<Rational> longer = new ArrayList<>(fixed);
        longer.add(next);
        depths.put(next, deepest(constraints, longer));
      }
      before = t;
    }
    return depths;
  }

  private static void collect(
      Constraints constraints,
      List<Rational> fixed,
      int from,
      List<Integer> tight,
      List<List<Rational>> points,
      NavigableSet<Rational> determined) {
    Optional<Rational[][]> solved = solve(constraints, fixed, tight);
    if (solved.isEmpty()) {
      return;
    }
    int unknowns = constraints.unknowns();
    List<Rational> point = new ArrayList<>();
    for (int j = 0; j < unknowns; j++) {
      point.add(Rational.ZERO);
    }
    for (Rational[] row : solved.get()) {
      int first = 0;
      boolean alone = true;
      while (row[first].signum() == 0) {
        first++;
      }
      for (int j = first + 1; j < unknowns; j++) {
        alone &= row[j].signum() == 0;
      }
      point.set(first, row[unknowns]); // the unknowns that are free are 0
      if (first == fixed.size() && alone) {
        determined.add(row[unknowns]);
      }
    }
    points.add(point);
    if (tight.size() < unknowns - fixed.size()) {
      for (int row = from; row < constraints.size(); row++) {
        tight.add(row);
        collect(constraints, fixed, row + 1, tight, points, determined);
        tight.remove(tight.size() - 1);
      }
    }
  }

  /** The equations solved for their first unknowns, without those that say nothing. */
  private static Optional<Rational[][]> solve(
      Constraints constraints, List<Rational> fixed, List<Integer> tight) {
    int unknowns = constraints.unknowns();
    List<Rational[]> equations = new ArrayList<>();
    for (int i = 0; i < fixed.size(); i++) {
      Rational[] equation = zeros(unknowns);
      equation[i] = Rational.of(1);
      equation[unknowns] = fixed.get(i);
      equations.add(equation);
    }
    for (int row : tight) {
      Rational[] equation = zeros(unknowns);
      for (int j = 0; j < unknowns; j++) {
        equation[j] = Rational.of(constraints.coefficient(row, j));
      }
      equation[unknowns] = Rational.of(constraints.rightSide(row));
      equations.add(equation);
    }
    int rank = 0;
    for (int j = 0; j < unknowns; j++) {
      int pivot = rank;
      while (pivot < equations.size() && equations.get(pivot)[j].signum() == 0) {
        pivot++;
      }
      if (pivot < equations.size()) {
        Rational[] row = equations.remove(pivot);
        equations.add(rank, scaled(row, Rational.of(1).dividedBy(row[j])));
        for (int other = 0; other < equations.size(); other++) {
          if (other != rank) {
            Rational factor = equations.get(other)[j].negated();
            equations.set(other, sum(equations.get(other), scaled(equations.get(rank), factor)));
          }
        }
        rank++;
      }
    }
    for (Rational[] row : equations.subList(rank, equations.size())) {
      if (row[unknowns].signum() != 0) {
        return Optional.empty();
      }
    }
    return Optional.of(equations.subList(0, rank).toArray(Rational[][]::new));
  }

  private static Rational[] zeros(int unknowns) {
    Rational[] zeros = new Rational[unknowns + 1];
    Arrays.fill(zeros, Rational.ZERO);
    return zeros;
  }

  private static Rational[] scaled(Rational[] row, Rational factor) {
    return Arrays.stream(row).map(factor::times).toArray(Rational[]::new);
  }

  private static Rational[] sum(Rational[] row, Rational[] other) {
    Rational[] sum = new Rational[row.length];
    Arrays.setAll(sum, j -> row[j].plus(other[j]));
    return sum;
  }
}
