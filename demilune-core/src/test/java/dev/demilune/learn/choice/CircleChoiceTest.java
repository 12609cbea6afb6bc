// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CircleChoiceTest {

  private static UnitRows rows(double[][] rows, int... labels) {
    return UnitRows.inTheBall(
        BoundedDataset.of(
            Schema.vectors(2, LabelSet.numbered(2))
                .adjacency(Adjacency.REPLACE_ONE)
                .intercept(0)
                .build(),
            VectorTable.of(rows, labels)),
        0);
  }

  @Test
  void pointsGoOnceAround() {
    int[] before = PlaneDirections.point(-1);
    for (int number = 0; number < PlaneDirections.POINTS; number++) {
      int[] point = PlaneDirections.point(number);
      assertThat(Math.max(Math.abs(point[0]), Math.abs(point[1]))).isEqualTo(PlaneDirections.HALF);
      long turn = (long) before[0] * point[1] - (long) before[1] * point[0];
      assertThat(turn).isEqualTo(PlaneDirections.HALF); // one step along a side, counterclockwise
      before = point;
    }
    assertThat(PlaneDirections.point(0))
        .containsExactly(PlaneDirections.HALF, -PlaneDirections.HALF);
  }

  @Test
  void aDirectionIsBetweenItsPointAndTheNext() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 20_000; i++) {
      // Small numbers meet corners, axes and lattice points.
      int most = i % 2 == 0 ? 3 : 32_000;
      long x = random.nextInt(-most, most + 1);
      long y = random.nextInt(-most, most + 1);
      if (x == 0 && y == 0) {
        continue;
      }
      int number = PlaneDirections.atOrBefore(x, y);
      int[] point = PlaneDirections.point(number);
      int[] next = PlaneDirections.point(number + 1);
      assertThat(number).isBetween(0, PlaneDirections.POINTS - 1);
      assertThat(point[0] * x + point[1] * y).isPositive();
      assertThat(point[0] * y - point[1] * x).isNotNegative();
      assertThat(next[0] * y - next[1] * x).isNegative();
    }
  }

  /** Every direction against big integers; lengths and margins from next to nothing to one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3_000, 20_000, 31_990})
  void countsAreThoseOfAllDirectionsOneByOne(int threshold) {
    SplittableRandom random = new SplittableRandom(threshold);
    double[][] some = new double[12][];
    int[] labels = new int[some.length];
    for (int i = 0; i < some.length; i++) {
      double angle = random.nextDouble(2 * Math.PI);
      double length = i < 6 ? 1 : random.nextDouble();
      some[i] = new double[] {length * Math.cos(angle), length * Math.sin(angle)};
      labels[i] = random.nextInt(2);
    }
    some[0] = new double[] {1, 0}; // on lattice points
    some[1] = new double[] {-0.6, -0.6};
    some[2] = new double[] {0, 0};
    UnitRows rows = rows(some, labels);
    CircleChoice choice = new CircleChoice(rows, 1, threshold);
    int seen = 0;
    for (int number = 0; number < PlaneDirections.POINTS; number++) {
      int[] p = PlaneDirections.point(number);
      BigInteger squares = BigInteger.valueOf(p[0]).pow(2).add(BigInteger.valueOf(p[1]).pow(2));
      int right = 0;
      for (int i = 0; i < some.length; i++) {
        int sign = labels[i] == 1 ? 1 : -1;
        BigInteger product =
            BigInteger.valueOf((long) sign * rows.values(0)[2 * i] * p[0])
                .add(BigInteger.valueOf((long) sign * rows.values(0)[2 * i + 1] * p[1]));
        right +=
            product.signum() > 0
                    && product
                            .pow(2)
                            .compareTo(BigInteger.valueOf(threshold).pow(2).multiply(squares))
                        >= 0
                ? 1
                : 0;
      }
      if (choice.right(number) != right) {
        throw new AssertionError(number + ": " + choice.right(number) + " is not " + right);
      }
      seen = Math.max(seen, right);
    }
    assertThat(seen).isPositive();
  }

  @Test
  void aRowThatIsRightByJustTheThresholdIsRight() {
    assertThat(PlaneDirections.point(PlaneDirections.HALF))
        .containsExactly(PlaneDirections.HALF, 0);
    assertThat(PlaneDirections.isRight(32_000, 0, 32_000, PlaneDirections.HALF)).isTrue();
    assertThat(PlaneDirections.isRight(31_999, 0, 32_000, PlaneDirections.HALF)).isFalse();
    assertThat(PlaneDirections.isRight(32_000, 0, 32_000, PlaneDirections.HALF + 1)).isFalse();
  }

  @Test
  void theBestDirectionKeepsEveryRow() {
    int[] best = new CircleChoice(rows(new double[][] {{1, 0}, {0, 1}}, 1, 1), 1, 16_000).best();

    assertThat((double) best[0] / best[1]).isBetween(0.999, 1.001);
  }
}
