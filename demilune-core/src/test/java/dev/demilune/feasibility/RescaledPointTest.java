// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.feasibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.feasibility.Constraints.Bounds;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Points for many unknowns. */
class RescaledPointTest {

  private static final Guarantee GUARANTEE = ApproximateDp.of(1, 1e-6);
  private static final int UNKNOWNS = 8;
  private static final int ROWS = 8_000;

  private static Bounds bounds(int unknowns) {
    long[] columns = new long[unknowns];
    Arrays.fill(columns, 100);
    return Bounds.of(columns, 20_000);
  }

  /** Constraints that a hidden point satisfies with a slack of up to 100. */
  private static Constraints hidden(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] point = random.longs(UNKNOWNS, -20, 21).toArray();
    long[][] normals = new long[ROWS][];
    long[] right = new long[ROWS];
    for (int i = 0; i < ROWS; i++) {
      normals[i] = random.longs(UNKNOWNS, -100, 101).toArray();
      right[i] = -random.nextLong(101);
      for (int j = 0; j < UNKNOWNS; j++) {
        right[i] += normals[i][j] * point[j];
      }
    }
    return Constraints.of(normals, right, bounds(UNKNOWNS));
  }

  /** One row in a hundred has no slack; a point that has nothing to do with them violates half. */
  @Test
  void findsAPointThatNearlyAllAccept() {
    for (Adjacency adjacency : List.of(Adjacency.ADD_OR_REMOVE_ONE, Adjacency.REPLACE_ONE)) {
      for (long expected : new long[] {0, ROWS}) {
        Constraints constraints = hidden(7);
        List<Rational> point =
            RescaledPoint.of(bounds(UNKNOWNS), adjacency)
                .expecting(expected)
                .plan(GUARANTEE)
                .choose(constraints, Randomness.reproducible(3));
        assertThat(point).hasSize(UNKNOWNS);
        assertThat(constraints.depth(point)).isGreaterThan(ROWS * 95 / 100);
      }
    }
  }

  @Test
  void noRowsGiveAPointToo() {
    List<Rational> point =
        RescaledPoint.of(bounds(3), Adjacency.ADD_OR_REMOVE_ONE)
            .plan(GUARANTEE)
            .choose(
                Constraints.of(new long[0][], new long[0], bounds(3)), Randomness.reproducible(3));
    assertThat(point).hasSize(3);
  }

  @Test
  void refusesWhatItCannotDo() {
    RescaledPoint search = RescaledPoint.of(bounds(6), Adjacency.REPLACE_ONE);
    assertThatThrownBy(() -> search.plan(PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("give a delta above 0");
    assertThatThrownBy(() -> RescaledPoint.of(bounds(501), Adjacency.REPLACE_ONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("at most 500 variables");
    assertThatThrownBy(() -> search.plan(GUARANTEE).choose(hidden(1), Randomness.reproducible(1)))
        .hasMessageContaining("bounds of the plan");
    assertThatThrownBy(() -> DeepPoint.of(bounds(6), Adjacency.REPLACE_ONE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("use the rescaling method");
  }
}
