// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ThresholdChoice;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PerimeterTest {

  private final Randomness randomness = Randomness.reproducible(2).stream("PerimeterTest");

  @Test
  void pointsGoAroundOnceCounterclockwise() {
    Perimeter perimeter = new Perimeter(5);
    Set<List<Integer>> seen = new HashSet<>();
    int[] last = perimeter.point(perimeter.points() - 1);
    for (long number = 0; number < perimeter.points(); number++) {
      int[] point = perimeter.point(number);
      assertThat(Math.max(Math.abs(point[0]), Math.abs(point[1]))).isEqualTo(5);
      assertThat(last[0] * point[1] - last[1] * point[0]).isPositive();
      assertThat(perimeter.atOrBefore(point[0], point[1])).isEqualTo(number);
      // A little farther is still behind the same point.
      assertThat(perimeter.atOrBefore(100L * point[0] - point[1], 100L * point[1] + point[0]))
          .isEqualTo(number);
      seen.add(List.of(point[0], point[1]));
      last = point;
    }
    assertThat(seen).hasSize(40);
  }

  /** Against products, one by one, on tables with zeros, ties and opposite rows. */
  @Test
  void countsAreThoseOfTheProducts() {
    Perimeter perimeter = Perimeter.of(3);
    for (int trial = 0; trial < 300; trial++) {
      StepFunction.Builder builder = StepFunction.builder(BigInteger.valueOf(perimeter.points()));
      List<long[]> rows = new ArrayList<>();
      for (int i = 0; i < trial % 9; i++) {
        long[] row = {
          UniformInteger.below(7, randomness) - 3,
          UniformInteger.below(7, randomness) - 3,
          UniformInteger.below(2, randomness)
        };
        perimeter.count(row[0], row[1], row[2] == 1, builder);
        if (row[0] != 0 || row[1] != 0) {
          rows.add(row);
        }
      }
      StepFunction right = builder.build();
      for (long number = 0; number < perimeter.points(); number++) {
        int[] point = perimeter.point(number);
        long expected =
            rows.stream()
                .filter(row -> (row[0] * point[0] + row[1] * point[1] > 0) == (row[2] == 1))
                .count();
        assertThat(right.valueAt(BigInteger.valueOf(number))).isEqualTo(expected);
      }
    }
  }

  /** All rows of a small grid, both labels, all points of both halves: against the products. */
  @Test
  void halfOfThePointsSeesARowAsAThreshold() {
    Perimeter perimeter = Perimeter.of(3);
    long half = perimeter.points() / 2;
    for (int x = -3; x <= 3; x++) {
      for (int y = -3; y <= 3; y++) {
        for (boolean positive : new boolean[] {true, false}) {
          for (int part = 0; part < 2; part++) {
            StepFunction.Builder builder = StepFunction.builder(BigInteger.valueOf(half));
            ThresholdChoice.count(perimeter.example(part, x, y, positive), builder);
            StepFunction agreement = builder.build();
            for (long number = 0; number < half; number++) {
              int[] point = perimeter.point(part * half + number);
              boolean right = point[0] * x + point[1] * y > 0 == positive;
              assertThat(agreement.valueAt(BigInteger.valueOf(number)))
                  .as("(%d, %d) %s at %d of half %d", x, y, positive, number, part)
                  .isEqualTo(right ? 0 : -1);
            }
          }
        }
      }
    }
  }

  /** On the grid that learners use: around the places where a row changes sides. */
  @Test
  void thresholdsOfLargeRowsAreExact() {
    Perimeter perimeter = Perimeter.of(32_000);
    long half = perimeter.points() / 2;
    for (int trial = 0; trial < 2_000; trial++) {
      long x = UniformInteger.below(64_001, randomness) - 32_000;
      long y = trial % 5 == 0 ? x : UniformInteger.below(64_001, randomness) - 32_000;
      boolean positive = trial % 2 == 0;
      int part = trial / 2 % 2;
      ThresholdChoice.Example example = perimeter.example(part, x, y, positive);
      long position = example.position().longValueExact();
      for (long number = position - 2; number <= position + 3; number++) {
        if (number >= 0 && number < half) {
          int[] point = perimeter.point(part * half + number);
          boolean right = point[0] * x + point[1] * y > 0 == positive;
          assertThat(number > position == example.positive()).isEqualTo(!right);
        }
      }
    }
  }

  /** All signs that normals of a much finer grid give to all rows are given by some point. */
  @Test
  void noHalfspaceIsMissed() {
    Perimeter perimeter = Perimeter.of(4);
    Set<String> ours = new HashSet<>();
    for (long number = 0; number < perimeter.points(); number++) {
      ours.add(signs(perimeter.point(number)));
    }
    Perimeter finer = new Perimeter(1009);
    for (long number = 0; number < finer.points(); number++) {
      String signs = signs(finer.point(number));
      assertThat(signs.contains("0") || ours.contains(signs)).isTrue();
    }
    // A grid of k² points a side has less room than the smallest piece, and misses some.
    Perimeter coarse = new Perimeter(7);
    Set<String> fewer = new HashSet<>();
    for (long number = 0; number < coarse.points(); number++) {
      fewer.add(signs(coarse.point(number)));
    }
    assertThat(fewer.containsAll(ours)).isFalse();
  }

  private static String signs(int[] normal) {
    StringBuilder signs = new StringBuilder();
    for (int x = -4; x <= 4; x++) {
      for (int y = -4; y <= 4; y++) {
        if (x != 0 || y != 0) {
          signs.append("-0+".charAt(Integer.signum(x * normal[0] + y * normal[1]) + 1));
        }
      }
    }
    return signs.toString();
  }
}
