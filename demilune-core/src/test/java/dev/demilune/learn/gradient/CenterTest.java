// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static dev.demilune.rows.BoundedDataset.GRID_RADIUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import org.junit.jupiter.api.Test;

class CenterTest {

  @Test
  void theSumOfRowsIsExact() {
    HostileRows hostile = new HostileRows(8, 3, 2);
    Schema schema = hostile.schema(Adjacency.ADD_OR_REMOVE_ONE, RowBound.scale());
    BoundedDataset data = HostileRows.bound(schema, hostile.rows(5_000), hostile.labels(5_000));
    long[] expected = new long[3];
    int[] row = new int[3];
    for (int b = 0; b < data.blocks(); b++) {
      for (int i = 0; i < data.block(b).rows(); i++) {
        data.block(b).copyTo(i, row);
        for (int j = 0; j < 3; j++) {
          expected[j] += row[j];
        }
      }
    }

    assertThat(data.blocks()).isGreaterThan(1);
    assertThat(Center.rowSum(data)).isEqualTo(expected);
  }

  @Test
  void withoutNoiseTheCenterIsTheMean() {
    assertThat(Center.of(new long[] {3_000, -4_000}, 10, 0)).containsExactly(300, -400);
  }

  /** Mean (300, 400) of squared length 250,000, noise 5,000/10 = 500 for each of 2: 1 - 2 = -1. */
  @Test
  void aMeanBelowItsNoiseBecomesZero() {
    assertThat(Center.of(new long[] {3_000, 4_000}, 10, 5_000)).containsOnly(0);
    assertThat(Center.of(new long[2], 10, 5_000)).containsOnly(0);
  }

  /** Noise 2,500/10 = 250 for each of 2 coordinates: 1 - 2 · 62,500/250,000 = 1/2. */
  @Test
  void aMeanAboveItsNoiseIsShrunkByTheRuleOfJamesAndStein() {
    assertThat(Center.of(new long[] {3_000, 4_000}, 10, 2_500)).containsExactly(150, 200);
  }

  @Test
  void aMeanOutsideTheBallIsBroughtBackOntoIt() {
    int[] center = Center.of(new long[] {3L << 40, -(4L << 40)}, 1, 0);

    assertThat(center).containsExactly(GRID_RADIUS * 3 / 5, -GRID_RADIUS * 4 / 5);
    assertThat(Center.squaredLength(center)).isCloseTo(1, within(1e-12));
  }

  @Test
  void extremeSumsStillGiveACenterInTheBall() {
    long[][] sums = {{Long.MAX_VALUE, Long.MIN_VALUE}, {1, 0}, {Long.MIN_VALUE, 0}};
    for (long[] sum : sums) {
      for (double rows : new double[] {1, 1e3, 1e18}) {
        for (double noise : new double[] {0, 1, 1e12}) {
          int[] center = Center.of(sum, rows, noise);
          assertThat(Center.squaredLength(center)).isBetween(0.0, 1.001);
        }
      }
    }
  }
}
