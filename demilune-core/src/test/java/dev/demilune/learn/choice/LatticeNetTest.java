// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatticeNetTest {

  private static List<int[]> points(int dimension, double radius) {
    LatticeNet net = new LatticeNet(dimension, radius, 1);
    CandidateBlock block = new CandidateBlock(dimension);
    List<int[]> points = new ArrayList<>();
    do {
      block.clear();
      net.fill(block);
      for (int c = 0; c < block.size(); c++) {
        points.add(block.vector(c));
      }
    } while (block.size() > 0);
    return points;
  }

  /** One dimension, radius 0.1: steps of 0.2 up to 1.1, that is, from -5 to 5. */
  @Test
  void inOneDimensionItIsARow() {
    List<int[]> points = points(1, 0.1);

    assertThat(points).hasSize(11);
    assertThat(points.get(0)).containsExactly(-5);
    assertThat(points.get(10)).containsExactly(5);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.01", "2, 0.1", "2, 0.03", "3, 0.1", "4, 0.15", "5, 0.3"})
  void coversTheBallAndIsCountedRightly(int dimension, double radius) {
    List<int[]> points = points(dimension, radius);
    HashSet<List<Integer>> distinct = new HashSet<>();
    for (int[] point : points) {
      distinct.add(java.util.Arrays.stream(point).boxed().toList());
    }
    double step = 2 * radius / Math.sqrt(dimension);

    assertThat(distinct).hasSameSizeAs(points);
    assertThat(LatticeNet.exactSize(dimension, radius)).hasValue(points.size());
    assertThat(LatticeNet.logMost(dimension, radius)).isGreaterThan(Math.log(points.size()));
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 300; i++) {
      // On the sphere, where a net that stops too early would have its holes.
      double[] target = new double[dimension];
      double squares = 0;
      for (int j = 0; j < dimension; j++) {
        target[j] = random.nextGaussian();
        squares += target[j] * target[j];
      }
      double nearest = Double.POSITIVE_INFINITY;
      for (int[] point : points) {
        double distance = 0;
        for (int j = 0; j < dimension; j++) {
          double difference = point[j] * step - target[j] / Math.sqrt(squares);
          distance += difference * difference;
        }
        nearest = Math.min(nearest, distance);
      }
      assertThat(Math.sqrt(nearest)).isLessThanOrEqualTo(radius);
    }
  }

  /** About 1.1e5 points for a margin of 0.3 in three dimensions. */
  @Test
  void countsWithoutEnumerating() {
    assertThat(LatticeNet.exactSize(3, 0.03).getAsLong()).isBetween(100_000L, 130_000L);
    assertThat(LatticeNet.exactSize(40, 0.001)).isEmpty();
    assertThat(LatticeNet.logMost(40, 0.001) / Math.log(10)).isBetween(100.0, 140.0);
  }
}
