// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MarginsTest {

  @Test
  void theTableHoldsScaledDistancesBetweenWeightVectors() {
    SplittableRandom random = new SplittableRandom(3);
    int classes = 4;
    int lines = 7;
    double[] weights = random.doubles((long) lines * classes, -1, 1).toArray();

    Margins margins = Margins.proportional(weights, classes, 0.3, 0.4);

    for (int a = 0; a < classes; a++) {
      for (int b = 0; b < classes; b++) {
        double squares = 0;
        for (int j = 0; j < lines; j++) {
          squares += Math.pow(weights[j * classes + a] - weights[j * classes + b], 2);
        }
        double expected = a == b ? 0 : Math.max(0.4, 0.3 * Math.sqrt(squares));
        assertThat(margins.between(a, b)).isCloseTo(expected, within(1e-12));
      }
    }
  }

  @Test
  void equalWeightsKeepTheFloor() {
    double[] weights = {1e8, 1e8, 3e8, 3e8}; // cancellation must not give a negative square
    assertThat(Margins.proportional(weights, 2, 1, 1).between(0, 1)).isEqualTo(1);
  }

  @Test
  void theLengthIsEuclidean() {
    assertThat(Margins.length(new double[] {3, 0, -4})).isEqualTo(5);
    assertThat(Margins.length(new double[0])).isZero();
  }
}
