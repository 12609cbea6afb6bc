// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.learn.Shape;
import dev.demilune.learn.choice.PureChoices;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The whole law of a choice on a grid of 24 normals, computed from products alone. */
class HalfCirclesTest {

  private static final Perimeter PERIMETER = Perimeter.of(1);
  private static final int HALF = 12;
  private static final HalfCircles SEARCH =
      HalfCircles.of(
          PERIMETER,
          PureChoices.of(
              new Shape(100, 2, 2, Adjacency.ADD_OR_REMOVE_ONE), PureDp.of(2), /* choices= */ 1),
          Adjacency.ADD_OR_REMOVE_ONE);
  private static final List<long[]> ROWS =
      List.of(
          new long[] {1, 0, 1},
          new long[] {0, 1, 1},
          new long[] {-1, 1, 0},
          new long[] {-1, -1, 0},
          new long[] {0, 0, 1});

  /** Five standard deviations for each of 24 normals: one false alarm in 70,000; seed fixed. */
  @Test
  void choicesFollowTheirLaw() {
    double[] law = law(ROWS);
    int draws = 40_000;
    Randomness randomness = Randomness.reproducible(8).stream("half-circles");
    Map<List<Integer>, Integer> seen = new HashMap<>();
    for (int i = 0; i < draws; i++) {
      int[] point = SEARCH.choose(visitor(ROWS), randomness);
      seen.merge(List.of(point[0], point[1]), 1, Integer::sum);
    }
    for (int number = 0; number < 2 * HALF; number++) {
      int[] point = PERIMETER.point(number);
      double expected = law[number];
      assertThat(seen.getOrDefault(List.of(point[0], point[1]), 0) / (double) draws)
          .as("point %d", number)
          .isCloseTo(expected, within(5 * Math.sqrt(expected / draws) + 1e-9));
    }
    double[] sorted = Arrays.stream(law).sorted().toArray();
    assertThat(sorted[2 * HALF - 1]).as("not flat").isGreaterThan(10 * sorted[0]);
  }

  /** Every row of the grid with either label, added to tables of up to four rows. */
  @Test
  void noNeighborChangesTheLawByMoreThanThePrice() {
    double price = 2 * SEARCH.thresholdEpsilon() + SEARCH.lastEpsilon();
    double worst = 0;
    for (int count = 0; count < ROWS.size(); count++) {
      double[] without = law(ROWS.subList(0, count));
      for (long x = -1; x <= 1; x++) {
        for (long y = -1; y <= 1; y++) {
          for (long label = 0; label < 2; label++) {
            List<long[]> more = new ArrayList<>(ROWS.subList(0, count));
            more.add(new long[] {x, y, label});
            double[] with = law(more);
            for (int number = 0; number < with.length; number++) {
              worst = Math.max(worst, Math.abs(Math.log(with[number] / without[number])));
            }
          }
        }
      }
    }
    assertThat(worst).isLessThanOrEqualTo(price).isGreaterThan(0.4 * price);
    assertThat(price).isCloseTo(2, within(1e-9)).isLessThan(2);
  }

  private static PlaneRows visitor(List<long[]> rows) {
    return visitor -> rows.forEach(row -> visitor.row(row[0], row[1], row[2] == 1));
  }

  /** Thresholds by exp(-ε₁·wrong) on each half, then one of both by exp(-ε₂·wrong). */
  private static double[] law(List<long[]> rows) {
    double[] threshold = new double[2 * HALF];
    double[] last = new double[2 * HALF];
    for (int part = 0; part < 2; part++) {
      double sum = 0;
      for (int number = part * HALF; number < (part + 1) * HALF; number++) {
        int[] point = PERIMETER.point(number);
        long wrong =
            rows.stream()
                .filter(row -> point[0] * row[0] + point[1] * row[1] > 0 != (row[2] == 1))
                .count();
        threshold[number] = Math.exp(-SEARCH.thresholdEpsilon() * wrong);
        last[number] = Math.exp(-SEARCH.lastEpsilon() * wrong);
        sum += threshold[number];
      }
      for (int number = part * HALF; number < (part + 1) * HALF; number++) {
        threshold[number] /= sum;
      }
    }
    double[] law = new double[2 * HALF];
    for (int first = 0; first < HALF; first++) {
      for (int second = HALF; second < 2 * HALF; second++) {
        double both = threshold[first] * threshold[second] / (last[first] + last[second]);
        law[first] += both * last[first];
        law[second] += both * last[second];
      }
    }
    return law;
  }
}
