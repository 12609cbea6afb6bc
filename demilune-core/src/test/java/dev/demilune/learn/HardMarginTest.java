// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import org.junit.jupiter.api.Test;

class HardMarginTest {

  private static final ApproximateDp TARGET = ApproximateDp.of(1, 1e-6);

  /** μ = 1/4.22467889 at (1, 1e-6), and Φ(-1.644854) = 0.05: 2·100(6.94897 + 2.99573) = 1988.9. */
  @Test
  void theEstimateIsThatOfTheFormulaWhateverTheNumberOfFeatures() {
    HardMargin twice = new HardMargin(2, 4);
    Goal goal = new Goal(0.1, 0.1, 0.1);
    for (int features : new int[] {1, 2, 50, 5_000}) {
      Shape shape = new Shape(10_000, features, 2, Adjacency.ADD_OR_REMOVE_ONE);
      assertThat(twice.expectedRows(shape, TARGET, goal, 400)).hasValue(1989);
      assertThat(twice.expectedRows(shape, TARGET, goal, 399)).isEmpty();
      assertThat(twice.expectedRows(shape, PureDp.of(1), goal, 400)).isEmpty();
    }
    // A replaced row moves sums twice as far: 2·100(13.8979 + 2.99573) = 3378.7.
    Shape replaced = new Shape(10_000, 50, 2, Adjacency.REPLACE_ONE);
    assertThat(twice.expectedRows(replaced, TARGET, goal, 400)).hasValue(3379);
    Shape many = new Shape(10_000, 50, 10, Adjacency.ADD_OR_REMOVE_ONE);
    assertThat(twice.expectedRows(many, TARGET, goal, 400)).isEmpty();
  }

  @Test
  void directionsAreCountedExactly() {
    assertThat(new Goal(0.1, 0.1, 0.1).directions(1_000)).isEqualTo(100);
    assertThat(new Goal(0.5, 0.1, 0.1).directions(1_000)).isEqualTo(4);
    assertThat(new Goal(0.3, 0.1, 0.1).directions(1_000)).isEqualTo(11);
    assertThat(new Goal(1, 0.1, 0.1).directions(1_000)).isEqualTo(1);
    assertThat(new Goal(0.01, 0.1, 0.1).directions(7)).isEqualTo(7);
  }
}
