// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.center;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.feasibility.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small programs against all their vertices. */
class ExactProgramTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void isTheLargestOrSmallestOfAllVertices(int unknowns) {
    SplittableRandom random = new SplittableRandom(unknowns);
    int empty = 0;
    for (int i = 0; i < 400; i++) {
      List<Rational> low = new ArrayList<>();
      List<Rational> high = new ArrayList<>();
      List<long[]> all = new ArrayList<>();
      for (int j = 0; j < unknowns; j++) {
        long from = random.nextInt(-4, 2);
        long to = from + random.nextInt(5);
        low.add(Rational.of(from, 2));
        high.add(Rational.of(to, 2));
        long[] upper = new long[unknowns + 1];
        long[] lower = new long[unknowns + 1];
        upper[j] = 2;
        upper[unknowns] = to;
        lower[j] = -2;
        lower[unknowns] = -from;
        all.add(upper);
        all.add(lower);
      }
      List<long[]> rows = new ArrayList<>();
      for (int row = random.nextInt(7); row > 0; row--) {
        long[] numbers = random.longs(unknowns + 1, -3, 4).toArray();
        all.add(numbers);
        rows.add(numbers);
      }
      int unknown = random.nextInt(unknowns);
      Optional<Rational> expected = ofVertices(all, unknowns, unknown, 1);
      assertThat(ExactProgram.largest(rows, unknown, low, high)).isEqualTo(expected);
      assertThat(ExactProgram.smallest(rows, unknown, low, high))
          .isEqualTo(ofVertices(all, unknowns, unknown, -1));
      empty += expected.isEmpty() ? 1 : 0;
    }
    assertThat(empty).isBetween(20, 380);
  }

  /** The ranges are bounded, so the largest is at a point where as many rows are tight. */
  private static Optional<Rational> ofVertices(
      List<long[]> rows, int unknowns, int unknown, int sign) {
    Rational best = null;
    int[] tight = new int[unknowns];
    for (long code = 0; code < Math.pow(rows.size(), unknowns); code++) {
      long rest = code;
      for (int i = 0; i < unknowns; i++) {
        tight[i] = (int) (rest % rows.size());
        rest /= rows.size();
      }
      long[][] a = new long[unknowns][];
      for (int i = 0; i < unknowns; i++) {
        a[i] = rows.get(tight[i]);
      }
      long determinant = determinant(a, -1);
      if (determinant != 0) {
        List<Rational> point = new ArrayList<>();
        for (int j = 0; j < unknowns; j++) {
          point.add(Rational.of(determinant(a, j), determinant));
        }
        boolean holds = rows.stream().allMatch(row -> holds(row, point));
        if (holds && (best == null || point.get(unknown).compareTo(best) * sign > 0)) {
          best = point.get(unknown);
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean holds(long[] row, List<Rational> point) {
    Rational left = Rational.ZERO;
    for (int j = 0; j < point.size(); j++) {
      left = left.plus(point.get(j).times(Rational.of(row[j])));
    }
    return left.compareTo(Rational.of(row[point.size()])) <= 0;
  }

  /** With the right sides in place of one column, by Cramer's rule; -1 for none. */
  private static long determinant(long[][] rows, int replaced) {
    int n = rows.length;
    long[][] m = new long[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        m[i][j] = j == replaced ? rows[i][n] : rows[i][j];
      }
    }
    return switch (n) {
      case 1 -> m[0][0];
      case 2 -> m[0][0] * m[1][1] - m[0][1] * m[1][0];
      default ->
          m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
              - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
              + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    };
  }
}
