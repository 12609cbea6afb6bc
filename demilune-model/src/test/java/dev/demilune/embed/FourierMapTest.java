// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.embed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.schema.RowGrid;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierMapTest {

  private static final int ROWS = 70; // more than are mapped at once

  /** Rows of the largest norm: one entry, all entries alike, and random ones. */
  private static int[][] rows(int inputs) {
    SplittableRandom random = new SplittableRandom(inputs);
    int[][] rows = new int[ROWS][];
    for (int r = 0; r < ROWS; r++) {
      double[] direction = new double[inputs];
      switch (r % 3) {
        case 0 -> direction[random.nextInt(inputs)] = random.nextBoolean() ? 1 : -1;
        case 1 -> Arrays.setAll(direction, j -> random.nextBoolean() ? 1 : -1);
        default -> Arrays.setAll(direction, j -> random.nextGaussian());
      }
      rows[r] = onGrid(direction);
    }
    return rows;
  }

  private static int[] onGrid(double[] direction) {
    double norm = Math.sqrt(Arrays.stream(direction).map(x -> x * x).sum());
    // toward zero, so that no row is too long
    return Arrays.stream(direction).mapToInt(x -> (int) (x / norm * RowGrid.RADIUS)).toArray();
  }

  private static short[][] alone(GridMap map, int[][] rows, int outputs) {
    short[][] images = new short[rows.length][outputs];
    for (int r = 0; r < rows.length; r++) {
      map.map(rows[r], images[r]);
    }
    return images;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 64, 100, 784, 1_024, 1_025})
  void rowsThatAreMappedTogetherHaveTheImagesThatTheyHaveAlone(int inputs) {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.1, inputs, 150, 7);
    int[][] rows = rows(inputs);
    int outputs = features.outputs();
    short[][] alone = alone(features.gridMap(RowTransforms.plain()), rows, outputs);
    GridMap map = features.gridMap(RowTransforms.plain());
    for (int count : new int[] {70, 1, 2, 4, 5, 33, 64, 65, 66}) {
      short[] together = new short[ROWS * outputs];
      map.map(rows, count, together, outputs);
      for (int r = 0; r < count; r++) {
        assertThat(Arrays.copyOfRange(together, r * outputs, (r + 1) * outputs))
            .as("row %d of %d", r, count)
            .isEqualTo(alone[r]);
      }
    }
  }

  @Test
  void theLargestSumsFitInIntegers() {
    int inputs = FourierMap.LARGEST_IN_INTEGERS;
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, inputs, inputs, 7);
    int[][] rows = new int[8][];
    for (int r = 0; r < rows.length; r++) { // along frequencies: sums near 2^30 of either sign
      double[] one = new double[inputs];
      one[300 * (r / 2)] = r % 2 == 0 ? 1 : -1;
      double[] frequency = new double[inputs];
      features.sumOfFrequencies(one, frequency);
      rows[r] = onGrid(frequency);
    }
    short[][] alone = alone(features.gridMap(RowTransforms.plain()), rows, features.outputs());
    short[] together = new short[rows.length * features.outputs()];
    features.gridMap(RowTransforms.plain()).map(rows, rows.length, together, features.outputs());
    for (int r = 0; r < rows.length; r++) {
      int start = r * features.outputs();
      assertThat(Arrays.copyOfRange(together, start, start + features.outputs()))
          .isEqualTo(alone[r]);
    }
  }

  @Test
  void imagesAreThoseOfTheExactFeaturesUpToHalfATablePlaceAndRounding() {
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.3, 20, 200, 7);
    int[][] rows = rows(20);
    short[] together = new short[ROWS * 400];
    features.gridMap(RowTransforms.plain()).map(rows, ROWS, together, 400);
    double radius = RowGrid.RADIUS / Math.sqrt(200);
    // half a place of the circle, two roundings, and the table's slightly smaller radius
    double most = radius * Math.PI / CircleTable.POINTS + 0.5 + Math.sqrt(0.5) + 1e-6;
    double[] vector = new double[20];
    double[] image = new double[400];
    for (int r = 0; r < ROWS; r++) {
      for (int j = 0; j < 20; j++) {
        vector[j] = (double) rows[r][j] / RowGrid.RADIUS;
      }
      features.apply(vector, image);
      for (int i = 0; i < 400; i++) {
        assertThat(Math.abs(together[400 * r + i] - image[i] * RowGrid.RADIUS)).isLessThan(most);
      }
    }
  }
}
