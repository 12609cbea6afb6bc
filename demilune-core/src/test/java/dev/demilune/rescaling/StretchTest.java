// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rescaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Eigenvalues, and coordinates in which a second moment is the same in all directions. */
class StretchTest {

  private static double[][] random(int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] matrix = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        matrix[i][j] = random.nextDouble(-1, 1);
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  @Test
  void eigenvectorsAreOrthogonalAndMadeLongerByTheirValues() {
    for (int d : new int[] {1, 2, 3, 10, 40}) {
      double[][] matrix = random(d, d);
      SymmetricEigen eigen = SymmetricEigen.of(matrix);
      for (int k = 0; k < d; k++) {
        double[] vector = eigen.vectors()[k];
        for (int i = 0; i < d; i++) {
          assertThat(dot(matrix[i], vector))
              .isCloseTo(eigen.values()[k] * vector[i], within(1e-10));
          assertThat(dot(vector, eigen.vectors()[i])).isCloseTo(i == k ? 1 : 0, within(1e-10));
        }
      }
    }
  }

  @Test
  void aZeroMatrixStretchesNothing() {
    double[] columns = Stretch.of(new double[3][3], 0, 10).of(Coordinates.identity(3)).columns();
    assertThat(columns).isEqualTo(Coordinates.identity(3).columns());
    assertThat(Stretch.of(new double[3][3], 5, 10).of(Coordinates.identity(3)).columns())
        .isEqualTo(columns);
  }

  /**
   * M = diag(100, 1): the second axis becomes ten times as long; with a floor of 25, twice; at most
   * 4.
   */
  @Test
  void thinDirectionsAreStretchedDownToTheFloor() {
    double[][] moment = {{100, 0}, {0, 1}};
    double[] free = Stretch.of(moment, 0, 1e3).of(Coordinates.identity(2)).columns();
    assertThat(free[3] / free[0]).isCloseTo(10, within(1e-12));
    double[] floored = Stretch.of(moment, 25, 1e3).of(Coordinates.identity(2)).columns();
    assertThat(floored[3] / floored[0]).isCloseTo(2, within(1e-12));
    double[] bounded = Stretch.of(moment, 0, 4).of(Coordinates.identity(2)).columns();
    assertThat(bounded[3] / bounded[0]).isCloseTo(4, within(1e-12));
  }

  @Test
  void weightsKeepTheirScoresUpToAFactor() {
    int d = 6;
    double[][] root = random(d, 3);
    double[][] moment = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        moment[i][j] = dot(root[i], root[j]) + (i == j ? 0.1 : 0);
      }
    }
    Stretch stretch = Stretch.of(moment, 0, 1e3);
    double[] weights = {1, -2, 3, 0.5, 0, 1};
    double[] back = stretch.of(Coordinates.identity(d)).pullBack(stretch.of(weights));
    for (int j = 0; j < d; j++) {
      assertThat(back[j] / back[0]).isCloseTo(weights[j] / weights[0], within(1e-9));
    }
  }
}
