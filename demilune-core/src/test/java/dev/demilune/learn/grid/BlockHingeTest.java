// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.demilune.mechanism.StepFunction;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BlockHingeTest {

  private static final WeightGrid GRID = WeightGrid.forPenalty(20, 1e-3);

  private static RowBlocks.Part part(int[][] rows, int[] labels, int constant) {
    short[][] shorts = new short[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      shorts[i] = new short[rows[i].length];
      for (int j = 0; j < rows[i].length; j++) {
        shorts[i][j] = (short) rows[i][j];
      }
    }
    return new RowBlocks.Part(shorts, labels, constant);
  }

  private static int draw(int radius, Randomness randomness) {
    return (int) UniformInteger.below(2L * radius + 1, randomness) - radius;
  }

  /**
   * Rows on both sides of a halfspace, some as near as the 16-bit grid allows; also if its first
   * weights are given. Parts of one class are among them.
   */
  @Test
  void aPartThatAHalfspaceExplainsGetsOneThatMakesNoMistake() {
    Randomness randomness = Randomness.reproducible(2);
    for (int trial = 0; trial < 300; trial++) {
      int[] truth = {draw(1 << 16, randomness), draw(1 << 16, randomness), draw(9999, randomness)};
      int[][] rows = new int[40][2];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        rows[i][0] = draw(20_000, randomness);
        rows[i][1] = draw(20_000, randomness);
        long score =
            (long) truth[0] * rows[i][0] + (long) truth[1] * rows[i][1] + 32_000L * truth[2];
        labels[i] = score > 0 ? 1 : 0;
      }
      RowBlocks.Part part = part(rows, labels, 32_000);
      for (int given = 0; given < 3; given++) {
        int[] found = BlockHinge.solve(part, 1, 1e-3, GRID, truth, given);
        assertThat(part.mistakes(found, 1)).as("trial %d, %d given", trial, given).isZero();
        assertThat(Arrays.copyOf(found, given)).isEqualTo(Arrays.copyOf(truth, given));
      }
    }
  }

  /**
   * Three rows at 1, one of them of the other class: with the weight w, two lose f(w) and one
   * f(-w), where f(z) = 1 - z - 1/4 up to z = 1/2 and then (1 - z)². With λ = 1/4 the slope is 0
   * where -4(1 - w)/3 + 1/3 + w/4 = 0, at w = 12/19.
   */
  @Test
  void theMinimumIsThatOfAHandCalculation() {
    RowBlocks.Part part = part(new int[][] {{32_000}, {32_000}, {32_000}}, new int[] {1, 1, 0}, 0);

    int[] found = BlockHinge.solve(part, 1, 0.25, GRID, new int[1], 0);

    assertThat(GRID.weight(found[0])).isCloseTo(12.0 / 19, within(GRID.step()));
  }

  @Test
  void aPartWithoutRowsAnswersZero() {
    RowBlocks.Part empty = part(new int[0][], new int[0], 100);
    assertThat(BlockHinge.solve(empty, 1, 1e-3, GRID, new int[] {7, 9, 9}, 1))
        .containsExactly(7, 0, 0);
  }

  /** Zero rows, rows that contradict each other, and weights at the ends of the grid. */
  @Test
  void hostilePartsGetPointsOfTheGrid() {
    Randomness randomness = Randomness.reproducible(4);
    for (int trial = 0; trial < 200; trial++) {
      int[][] rows = new int[(int) UniformInteger.below(9, randomness)][2];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        rows[i][0] = draw(1, randomness) * 32_000;
        rows[i][1] = draw(1, randomness);
        labels[i] = (int) UniformInteger.below(3, randomness);
      }
      int[] given = {draw(1, randomness) * GRID.radius(), 0, 0};
      int[] found = BlockHinge.solve(part(rows, labels, 3_200_000), 1, 1e-6, GRID, given, 1);
      assertThat(Arrays.stream(found)).allMatch(point -> Math.abs(point) <= GRID.radius());
    }
  }

  /** Against counting at every point of a small grid, ties and zeros among them. */
  @Test
  void theLastWeightIsCountedExactly() {
    WeightGrid grid = WeightGrid.forPenalty(4, 1e-3);
    Randomness randomness = Randomness.reproducible(5);
    for (int trial = 0; trial < 300; trial++) {
      int[][] rows = new int[12][2];
      int[] labels = new int[rows.length];
      for (int i = 0; i < rows.length; i++) {
        rows[i][0] = draw(3, randomness);
        rows[i][1] = draw(3, randomness);
        labels[i] = (int) randomness.nextBits(1);
      }
      RowBlocks.Part part = part(rows, labels, 0);
      int[] weights = {draw(16, randomness), 0};
      StepFunction right = LastWeight.right(RowBlocks.of(part), 1, grid, weights);
      for (int point = -16; point <= 16; point++) {
        weights[1] = point;
        assertThat(right.valueAt(grid.place(point)))
            .isEqualTo(rows.length - part.mistakes(weights, 1));
      }
    }
  }

  @Test
  void theGridHoldsTwiceWhatIsWantedAndNothingBeyond() {
    WeightGrid grid = WeightGrid.forPenalty(3, 0.5);
    assertThat(grid.largest()).isEqualTo(4); // 2·√(2/0.5)
    assertThat(grid.size()).isEqualTo(BigInteger.valueOf(17));
    assertThat(grid.nearest(1.2)).isEqualTo(2);
    assertThat(grid.nearest(1e300)).isEqualTo(8);
    assertThat(grid.nearest(Double.NEGATIVE_INFINITY)).isEqualTo(-8);
    assertThat(grid.nearest(Double.NaN)).isZero();
    for (int point = -8; point <= 8; point++) {
      assertThat(grid.at(grid.place(point))).isEqualTo(point);
      assertThat(grid.nearest(grid.weight(point))).isEqualTo(point);
    }
  }
}
