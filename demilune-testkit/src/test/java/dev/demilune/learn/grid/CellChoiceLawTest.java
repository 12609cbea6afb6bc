// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.Randomness;
import dev.demilune.testkit.ChiSquare;
import dev.demilune.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is chosen against the exponential mechanism's law, with all points listed one by one. */
@Tag("slow")
class CellChoiceLawTest {

  private static final double FALSE_ALARM = 1e-6;
  private static final int DRAWS = 40_000;

  private static final FaceLattice LATTICE = new FaceLattice(3, 1);

  /** A zero row, equal ones, opposite ones, and one that is parallel to an edge of the cube. */
  private static final int[] VALUES = {
    1, 0, 2, 1, 0, 2, -1, 0, -2, 0, 0, 0, 2, -1, 1, 0, 0, -1, 1, 2, 0, -2, 1, 1
  };

  private static final boolean[] POSITIVE = {true, true, true, false, true, false, true, false};

  private static final SpaceRows ROWS = new SpaceRows(VALUES, POSITIVE);

  private static List<FaceLattice.Point> points() {
    List<FaceLattice.Point> points = new ArrayList<>();
    for (int piece = 0; piece < FaceLattice.PIECES; piece++) {
      for (long column = 0; column < LATTICE.columns(); column++) {
        for (long height = -LATTICE.half(); height < LATTICE.half(); height++) {
          points.add(new FaceLattice.Point(piece, column, height));
        }
      }
    }
    return points;
  }

  private static double[] law(SpaceRows rows, double epsilon, long range) {
    List<FaceLattice.Point> points = points();
    double[] law = new double[points.size()];
    double sum = 0;
    for (int i = 0; i < law.length; i++) {
      law[i] = Math.exp(-epsilon / range * rows.mistakes(LATTICE.normal(points.get(i))));
      sum += law[i];
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= sum;
    }
    return law;
  }

  /** Every point is a cell of its own, unless it is too rare. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void chosenPointsFollowTheLaw(long range) {
    Exponential mechanism = new Exponential(0.8, range);
    double[] law = law(ROWS, 0.8, range);
    Map<FaceLattice.Point, Integer> numbers = new HashMap<>();
    points().forEach(point -> numbers.put(point, numbers.size()));
    long[] seen = new long[law.length];
    Randomness randomness = Seeds.randomness("cells " + range);
    CellChoice choice = new CellChoice(LATTICE, ROWS);
    for (int draw = 0; draw < DRAWS; draw++) {
      seen[numbers.get(choice.draw(mechanism, randomness))]++;
    }
    List<Double> expected = new ArrayList<>(List.of(0.0));
    List<Long> observed = new ArrayList<>(List.of(0L));
    for (int i = 0; i < law.length; i++) {
      if (law[i] * DRAWS >= ChiSquare.LEAST_EXPECTED) {
        expected.add(law[i]);
        observed.add(seen[i]);
      } else {
        expected.set(0, expected.get(0) + law[i]);
        observed.set(0, observed.get(0) + seen[i]);
      }
    }
    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(
            ChiSquare.pValue(
                observed.stream().mapToLong(some -> some).toArray(),
                expected.stream().mapToDouble(some -> some).toArray()))
        .isGreaterThan(FALSE_ALARM);
  }

  /** The law by the exact counts, for every point, with each row removed, and each label turned. */
  @Test
  void neighborsChangeNoProbabilityByMoreThanEpsilonSays() {
    double epsilon = 0.8;
    double most = 0;
    for (int row = 0; row < POSITIVE.length; row++) {
      double[] whole = lawByCounts(ROWS, epsilon, 1);
      double[] removed = lawByCounts(without(row), epsilon, 1);
      double[] halved = lawByCounts(ROWS, epsilon, 2);
      double[] replaced = lawByCounts(turned(row), epsilon, 2);
      for (int i = 0; i < whole.length; i++) {
        double one = Math.abs(Math.log(whole[i] / removed[i]));
        double other = Math.abs(Math.log(halved[i] / replaced[i]));
        assertThat(Math.max(one, other)).isLessThanOrEqualTo(epsilon * (1 + 1e-12));
        most = Math.max(most, Math.max(one, other));
      }
    }
    assertThat(most).as("not by far less either").isGreaterThan(epsilon / 4);
  }

  private static double[] lawByCounts(SpaceRows rows, double epsilon, long range) {
    double sum = 0;
    for (BigInteger[] piece : new CellChoice(LATTICE, rows).counts()) {
      for (int mistakes = 0; mistakes < piece.length; mistakes++) {
        sum += piece[mistakes].doubleValue() * Math.exp(-epsilon / range * mistakes);
      }
    }
    double total = sum;
    return points().stream()
        .mapToDouble(
            point -> Math.exp(-epsilon / range * rows.mistakes(LATTICE.normal(point))) / total)
        .toArray();
  }

  private static SpaceRows turned(int row) {
    boolean[] labels = POSITIVE.clone();
    labels[row] = !labels[row];
    return new SpaceRows(VALUES, labels);
  }

  private static SpaceRows without(int row) {
    int[] values = new int[VALUES.length - 3];
    boolean[] labels = new boolean[POSITIVE.length - 1];
    for (int i = 0; i < labels.length; i++) {
      int from = i < row ? i : i + 1;
      System.arraycopy(VALUES, 3 * from, values, 3 * i, 3);
      labels[i] = POSITIVE[from];
    }
    return new SpaceRows(values, labels);
  }
}
