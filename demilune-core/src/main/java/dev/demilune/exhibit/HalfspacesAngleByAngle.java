// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.exhibit;

import dev.demilune.exhibit.HalfspacesViaThresholds.Counts;
import dev.demilune.exhibit.HalfspacesViaThresholds.ThresholdData;
import dev.demilune.exhibit.HalfspacesViaThresholds.Tie;
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
 * Halfspaces in several dimensions, one angle of the normal after the other, as published. NOT
 * PRIVATE.
 *
 * <p><b>What it claims.</b> (ε, δ)-DP when one row is added or removed.
 *
 * <p><b>What it does.</b> A normal has the angles φ₁, ..., φ_(d-1) and the coordinates cos φ₁, sin
 * φ₁ cos φ₂, ..., sin φ₁ ··· sin φ_(d-1). The quality of a first angle is that of the best normal
 * that begins with it, with all other angles multiples of γ. The steps of {@link
 * HalfspacesViaThresholds} choose φ₁ by this quality, keeping C plus a geometric number of angles.
 * Rows near a kept angle are removed from the table, and φ₂ is chosen in the same way among the
 * normals that begin with φ₁; and so on.
 *
 * <p><b>Where the proof fails.</b> In every round where that of the plane does. Slices of the
 * table, as in {@link dev.demilune.mechanism.ReorderSliceCompute}, do not help: the algorithm sorts
 * and slices angles, by a quality that depends on all rows, and not the rows themselves.
 *
 * <p><b>What the paper leaves open.</b> The constants of the budget: we give every round an equal
 * part, which by the paper's own claim about a round gives (ε, δ) in total. Which rows are near:
 * those whose own angle of that round is less than γ away.
 *
 * <p><b>Source.</b> Huang, Chen and Tsai (ACML 2024), algorithms 4 to 6.
 *
 * @param dimensions d
 * @param largest k
 * @param kept C
 * @param tie how ties between best angles are broken
 */
@NotPrivate("in every round, keeping the best angles reads the rows once more")
record HalfspacesAngleByAngle(
    int dimensions, int largest, int kept, double epsilon, double delta, Tie tie) {

  HalfspacesAngleByAngle {
    Check.between("dimensions", dimensions, 2, 4);
    Objects.requireNonNull(tie, "tie");
  }

  private int rounds() {
    return dimensions - 1;
  }

  private HalfspacesViaThresholds round(long slice) {
    return new HalfspacesViaThresholds(
        largest, Math.toIntExact(slice), epsilon / rounds(), delta / rounds(), tie);
  }

  /** Reads the rows for the angle after those already chosen. */
  Counts read(List<Row> rows, List<Double> chosen) {
    Map<Row, Long> different =
        rows.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    HalfspacesViaThresholds grid = round(kept);
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

  /** Returns the quality of the best normal that begins with the given angles, and writes it. */
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
    HalfspacesViaThresholds grid = round(kept);
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

  private boolean isNear(HalfspacesViaThresholds grid, Row row, int place, int number) {
    return Math.abs(direction(row, place) - grid.angle(number)) < grid.step();
  }

  /** Returns one angle of the row's own direction. */
  private double direction(Row row, int place) {
    double across = 0; // the norm of the coordinates after this one
    for (int i = place + 1; i < dimensions; i++) {
      across = Math.hypot(across, row.point().get(i));
    }
    boolean below = place == rounds() - 1 && row.point().get(dimensions - 1) < 0;
    double angle = Math.atan2(across, row.point().get(place));
    return below ? 2 * Math.PI - angle : angle;
  }

  /** Returns the rows without those near a kept angle. */
  List<Row> without(List<Row> rows, int place, ThresholdData data) {
    HalfspacesViaThresholds grid = round(kept);
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
   * @param first the result of {@link #read} before any angle is chosen
   */
  List<Double> run(List<Row> rows, Counts first, Randomness randomness) {
    Geometric more = Geometric.of(epsilon / (2 * rounds()));
    List<Double> chosen = new ArrayList<>();
    List<Row> left = rows;
    for (int place = 0; place < rounds(); place++) {
      Counts counts = place == 0 ? first : read(left, chosen);
      HalfspacesViaThresholds round = round(kept + more.draw(randomness));
      ThresholdData data =
          round.makeThrData(round.makeData(counts.near, randomness), counts.quality, randomness);
      chosen.add(round.threshold(data, randomness));
      left = without(left, place, data);
    }
    return chosen;
  }
}
