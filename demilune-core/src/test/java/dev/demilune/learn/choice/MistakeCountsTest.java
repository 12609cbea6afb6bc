// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MistakeCountsTest {

  private static BoundedDataset data(double[][] rows, int[] labels) {
    return BoundedDataset.of(
        Schema.vectors(rows[0].length, LabelSet.numbered(3))
            .adjacency(Adjacency.REPLACE_ONE)
            .intercept(0)
            .build(),
        VectorTable.of(rows, labels));
  }

  @Test
  void countsWrongRowsAndThoseRightByTooLittle() {
    double[][] rows = {{1, 0}, {0, 0.5}, {-0.1, 0}, {0, 0}, {0.8, 0.6}};
    UnitRows unit = UnitRows.of(data(rows, new int[] {1, 1, 0, 1, 1}), 0);
    CandidateBlock block = new CandidateBlock(2);
    block.addDirection(new double[] {2, 0}, 0);
    block.addDirection(new double[] {2, 0}, 0.79);
    block.addDirection(new double[] {2, 0}, 0.81);
    block.addDirection(new double[] {0, -1}, 0.1);
    int[] counts = new MistakeCounts(unit, 1).of(List.of(block))[0];

    // The second row lies on the boundary and the fourth is zero: both count as wrong.
    assertThat(counts).startsWith(2, 2, 3, 5);
    // All but class 0 on the other side.
    assertThat(new MistakeCounts(unit, 0).of(List.of(block))[0]).startsWith(5, 5, 5, 3);
  }

  /** Numbers of dimensions with and without a rest after groups of four. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 6, 17})
  void agreesWithPlainArithmeticOnAnyNumberOfThreads(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    int count = 5_000;
    double[][] rows = new double[count][dimension];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < dimension; j++) {
        rows[i][j] = random.nextDouble(-1, 1);
      }
      labels[i] = random.nextInt(3);
    }
    UnitRows unit = UnitRows.of(data(rows, labels), 9_000);
    CandidateBlock block = new CandidateBlock(dimension + 1);
    double[] direction = new double[dimension + 1];
    while (!block.isFull()) {
      for (int j = 0; j <= dimension; j++) {
        direction[j] = random.nextGaussian();
      }
      block.addDirection(direction, 0.2 * random.nextDouble());
    }
    MistakeCounts counts = new MistakeCounts(unit, 2);
    int[] expected = new int[CandidateBlock.SIZE];
    for (int part = 0; part < unit.parts(); part++) {
      for (int i = 0; i < unit.labels(part).length; i++) {
        for (int c = 0; c < expected.length; c++) {
          long sum = 0;
          for (int j = 0; j <= dimension; j++) {
            sum += (long) unit.values(part)[i * (dimension + 1) + j] * block.vector(c)[j];
          }
          sum *= unit.labels(part)[i] == 2 ? 1 : -1;
          expected[c] += sum < block.thresholds()[c] ? 1 : 0;
        }
      }
    }
    for (int threads : new int[] {1, 5}) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      assertThat(pool.submit(() -> counts.of(List.of(block, block))).join())
          .isDeepEqualTo(new int[][] {expected, expected});
      pool.shutdown();
    }
  }

  /** Rows and candidates as long as they get, all in one direction: no sum overflows. */
  @Test
  void theLargestProductsFit() {
    double[][] rows = new double[2][100];
    java.util.Arrays.fill(rows[0], 0.1);
    java.util.Arrays.fill(rows[1], -0.1);
    UnitRows unit = UnitRows.of(data(rows, new int[] {1, 1}), 0);
    CandidateBlock block = new CandidateBlock(100);
    block.addDirection(rows[0], 0.999);

    assertThat(new MistakeCounts(unit, 1).of(List.of(block))[0]).startsWith(1, 0);
  }
}
