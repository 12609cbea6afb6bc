// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.exhibit.HalfSpacesViaThresholds.Counts;
import dev.demilune.exhibit.HalfSpacesViaThresholds.ThresholdData;
import dev.demilune.exhibit.HalfSpacesViaThresholds.Tie;
import dev.demilune.exhibit.TwoTablesExhibit.Row;
import dev.demilune.internal.Check;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Halfspaces of several dimensions, one angle of the normal after the other, as published. NOT
 * PRIVATE.
 *
 * <p><b>What it claims.</b> (ε, δ)-DP when one row is added or removed.
 *
 * <p><b>What it does.</b> A normal has the angles φ₁, ..., φ_(d-1) and the coordinates cos φ₁, sin
 * φ₁ cos φ₂, ..., sin φ₁ ··· sin φ_(d-1). The quality of a first angle is that of the best normal
 * which begins with it, all other angles being multiples of γ. The steps of {@link
 * HalfSpacesViaThresholds} choose φ₁ by it, where C plus a geometric number of angles is kept. Rows
 * near a kept angle are taken out of the table, and φ₂ is chosen in the same way among the normals
 * that begin with φ₁; and so on.
 *
 * <p><b>Where the proof breaks.</b> In every round where that of the plane does. That rounds work
 * on slices of the table, as {@link dev.demilune.mechanism.ReorderSliceCompute} asks for, does not
 * help: what is sorted and sliced are angles, by a quality that reads all rows, and not rows by
 * themselves.
 *
 * <p><b>What the paper leaves open.</b> The constants of the budget: we give every round an equal
 * part, which by the paper's own claim about a round is (ε, δ) in all. Which rows are near: those
 * whose own angle of that round is less than γ away.
 *
 * <p><b>Source.</b> Huang, Chen and Tsai (ACML 2024), algorithms 4 to 6.
 *
 * @param dimensions d
 * @param largest k
 * @param kept C
 * @param tie which of several best angles is taken
 */
@NotPrivate("in every round, keeping the best angles reads the rows once more")
record HalfSpacesOfSpace(
    int dimensions, int largest, int kept, double epsilon, double delta, Tie tie) {

  HalfSpacesOfSpace {
    Check.between("dimensions", dimensions, 2, 4);
    Objects.requireNonNull(tie, "tie");
  }

  private int rounds() {
    return dimensions - 1;
  }

  private HalfSpacesViaThresholds round(long slice) {
    return new HalfSpacesViaThresholds(
        largest, Math.toIntExact(slice), epsilon / rounds(), delta / rounds(), tie);
  }

  /** Reads the rows for the angle after those already chosen. */
  Counts read(List<Row> rows, List<Double> chosen) {
    Map<Row, Long> different =
        rows.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    HalfSpacesViaThresholds grid = round(kept);
    Counts counts = new Counts(grid.angles());
    double[] angles = new double[rounds()];
    for (int i = 0; i < chosen.size(); i++) {
      angles[i] = chosen.get(i);
    }
    double[] best = new double[rounds()];
    int place = chosen.size();
    for (int number = 0; number < grid.angles(); number++) {
      angles[place] = grid.angle(number);
      counts.quality[number] = complete(different, angles, place + 1, best);
      double[] normal = normal(best);
      for (Map.Entry<Row, Long> row : different.entrySet()) {
        boolean near = isNear(grid, row.getKey(), place, number);
        counts.near[number] += near && isRight(normal, row.getKey()) ? row.getValue() : 0;
      }
    }
    return counts;
  }

  /** The quality of the best normal that begins with the given angles, which goes into an array. */
  private long complete(Map<Row, Long> rows, double[] angles, int given, double[] into) {
    if (given == angles.length) {
      System.arraycopy(angles, 0, into, 0, angles.length);
      double[] normal = normal(angles);
      long quality = 0;
      for (Map.Entry<Row, Long> row : rows.entrySet()) {
        quality += isRight(normal, row.getKey()) ? row.getValue() : 0;
      }
      return quality;
    }
    HalfSpacesViaThresholds grid = round(kept);
    double[] candidate = new double[angles.length];
    long best = -1;
    for (int number = 0; number < grid.angles(); number++) {
      angles[given] = grid.angle(number);
      long quality = complete(rows, angles, given + 1, candidate);
      if (quality > best) {
        best = quality;
        System.arraycopy(candidate, 0, into, 0, candidate.length);
      }
    }
    return best;
  }

  static double[] normal(double[] angles) {
    double[] normal = new double[angles.length + 1];
    double sines = 1;
    for (int i = 0; i < angles.length; i++) {
      normal[i] = sines * Math.cos(angles[i]);
      sines *= Math.sin(angles[i]);
    }
    normal[angles.length] = sines;
    return normal;
  }

  private static boolean isRight(double[] normal, Row row) {
    double product = 0;
    for (int i = 0; i < normal.length; i++) {
      product += normal[i] * row.point().get(i);
    }
    return product >= 0 == row.positive();
  }

  private boolean isNear(HalfSpacesViaThresholds grid, Row row, int place, int number) {
    return Math.abs(direction(row, place) - grid.angle(number)) < grid.step();
  }

  /** An angle of the row's own direction. */
  private double direction(Row row, int place) {
    double across = 0; // what is left of the row behind this coordinate
    for (int i = place + 1; i < dimensions; i++) {
      across = Math.hypot(across, row.point().get(i));
    }
    boolean below = place == rounds() - 1 && row.point().get(dimensions - 1) < 0;
    double angle = Math.atan2(across, row.point().get(place));
    return below ? 2 * Math.PI - angle : angle;
  }

  /** Returns the rows that are left when those near a kept angle are taken out. */
  List<Row> without(List<Row> rows, int place, ThresholdData data) {
    HalfSpacesViaThresholds grid = round(kept);
    List<Integer> numbers =
        data.examples().stream()
            .map(example -> (data.origin() + example.position().intValueExact()) % grid.angles())
            .distinct()
            .toList();
    Set<Row> out =
        rows.stream()
            .distinct()
            .filter(row -> numbers.stream().anyMatch(number -> isNear(grid, row, place, number)))
            .collect(Collectors.toSet());
    return rows.stream().filter(row -> !out.contains(row)).toList();
  }

  /**
   * Runs all rounds.
   *
   * @param first what {@link #read} says before anything is chosen
   */
  List<Double> run(List<Row> rows, Counts first, Randomness randomness) {
    Geometric more = Geometric.of(epsilon / (2 * rounds()));
    List<Double> chosen = new ArrayList<>();
    List<Row> left = rows;
    for (int place = 0; place < rounds(); place++) {
      Counts counts = place == 0 ? first : read(left, chosen);
      HalfSpacesViaThresholds round = round(kept + more.draw(randomness));
      ThresholdData data =
          round.makeThrData(round.makeData(counts.near, randomness), counts.quality, randomness);
      chosen.add(round.threshold(data, randomness));
      left = without(left, place, data);
    }
    return chosen;
  }
}
