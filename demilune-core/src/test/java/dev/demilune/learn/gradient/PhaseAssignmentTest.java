// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PhaseAssignmentTest {

  private static BoundedDataset rows(int count) {
    double[][] rows = new double[count][];
    Arrays.setAll(rows, i -> new double[] {1, i});
    return BoundedDataset.of(
        Schema.vectors(2, LabelSet.numbered(2)).adjacency(Adjacency.ADD_OR_REMOVE_ONE).build(),
        VectorTable.of(rows, new int[count]));
  }

  @Test
  void everyRowHasOneTurnAndOneMoreRowChangesNothingAboutTheOthers() {
    for (int seed = 0; seed < 50; seed++) {
      PhaseAssignment turns = PhaseAssignment.draw(rows(5_000), 4, Randomness.reproducible(seed));
      PhaseAssignment more = PhaseAssignment.draw(rows(5_001), 4, Randomness.reproducible(seed));

      int all = 0;
      for (int phase = 1; phase <= 4; phase++) {
        int[] order = turns.of(phase, Long.MAX_VALUE);
        all += order.length;
        assertThat(Arrays.stream(more.of(phase, Long.MAX_VALUE)).filter(row -> row < 5_000))
            .containsExactly(Arrays.stream(order).boxed().toArray(Integer[]::new));
        assertThat(turns.of(phase, 3)).containsExactly(Arrays.copyOf(order, 3));
      }
      assertThat(all).isEqualTo(5_000);
    }
  }

  /** Six standard deviations: a false alarm in 2e-9 per number. */
  @Test
  void phasesHalveAndOrdersAreRandom() {
    int rows = 100_000;
    PhaseAssignment turns = PhaseAssignment.draw(rows(rows), 3, Randomness.reproducible(1));

    for (int phase = 1; phase <= 3; phase++) {
      int[] order = turns.of(phase, Long.MAX_VALUE);
      double expected = phase == 3 ? 0.25 : Math.pow(0.5, phase);
      double deviation = Math.sqrt(rows * expected * (1 - expected));
      assertThat((double) order.length)
          .isBetween(rows * expected - 6 * deviation, rows * expected + 6 * deviation);
      long rising = IntStream.range(1, order.length).filter(i -> order[i] > order[i - 1]).count();
      // The number of ascents of a random permutation has variance (n + 1)/12.
      double spread = Math.sqrt((order.length + 1) / 12.0);
      assertThat((double) rising)
          .isBetween(order.length / 2.0 - 6 * spread - 1, order.length / 2.0 + 6 * spread);
    }
  }

  @Test
  void rowsAreFoundInTheirBlocks() {
    BoundedDataset data = rows(5_000);
    PhaseAssignment turns = PhaseAssignment.draw(data, 2, Randomness.reproducible(1));
    int first = 0;
    for (int block = 0; block < data.blocks(); block++) {
      int last = first + data.block(block).rows() - 1;
      for (int row : new int[] {first, last}) {
        assertThat(turns.block(row)).isEqualTo(block);
        assertThat(turns.place(row)).isEqualTo(row - first);
      }
      first = last + 1;
    }
  }
}
