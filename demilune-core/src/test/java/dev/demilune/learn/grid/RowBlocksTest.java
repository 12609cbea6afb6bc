// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.learn.grid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.Randomness;
import dev.demilune.rows.BoundedDataset;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowBlocksTest {

  private static final int PARTS = 10;

  /** Rows that carry their number, sorted by class. */
  private static BoundedDataset table(int count) {
    double[][] rows = new double[count][];
    int[] labels = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = new double[] {i / 32_000.0};
      labels[i] = i < count / 2 ? 0 : 1;
    }
    return BoundedDataset.of(
        Schema.vectors(1, LabelSet.numbered(2))
            .adjacency(Adjacency.ADD_OR_REMOVE_ONE)
            .rows(RowBound.clip(1))
            .intercept(0.5)
            .build(),
        VectorTable.of(rows, labels));
  }

  private static Map<Integer, Integer> partOfRow(int count) {
    RowBlocks blocks = RowBlocks.of(table(count), 1, PARTS, Randomness.reproducible(6));
    Map<Integer, Integer> numbers = new HashMap<>();
    for (int number = 0; number < blocks.count(); number++) {
      for (short[] row : blocks.part(number).rows()) {
        assertThat(numbers.put((int) row[0], number)).isNull();
      }
    }
    assertThat(numbers).hasSize(count);
    return numbers;
  }

  /** Neither the row count nor the rows beside it say where a row goes: it has its own draw. */
  @Test
  void oneRowMoreLeavesAllOthersWhereTheyWere() {
    Map<Integer, Integer> before = partOfRow(8_000);
    assertThat(partOfRow(8_001)).containsAllEntriesOf(before);
    assertThat(partOfRow(16_000)).containsAllEntriesOf(before);
  }

  /**
   * Every part has a tenth of each class, though rows are sorted by it: within six standard
   * deviations of 30 of a mean of 1,000, for twenty counts; one false alarm in 10^7 seeds.
   */
  @Test
  void partsAreUniformWhateverTheOrderOfTheTable() {
    RowBlocks blocks = RowBlocks.of(table(20_000), 1, PARTS, Randomness.reproducible(6));
    for (int number = 0; number < PARTS; number++) {
      int[] labels = blocks.part(number).labels();
      assertThat(Arrays.stream(labels).filter(label -> label == 0).count()).isBetween(820L, 1180L);
      assertThat(Arrays.stream(labels).filter(label -> label == 1).count()).isBetween(820L, 1180L);
    }
  }

  /** Numbers that were drawn for the rows: removing one leaves the other lists as they are. */
  @Test
  void removingARowRemovesItFromItsPartAndMovesNothing() {
    BoundedDataset data = table(9);
    int[] numbers = {2, 0, 1, 2, 2, 0, 1, 1, 2};
    RowBlocks blocks = RowBlocks.of(data, 16_000, 3, numbers);

    assertThat(Arrays.stream(blocks.part(2).rows()).mapToInt(row -> row[0]))
        .containsExactly(0, 3, 4, 8);
    assertThat(blocks.part(0).labels()).containsExactly(0, 1);
    assertThat(blocks.part(0).value(1, 0)).isEqualTo(5);
    assertThat(blocks.part(0).value(1, 1)).isEqualTo(16_000);
    assertThat(blocks.part(0).score(1, new int[] {3, -1}, 2)).isEqualTo(15 - 16_000);
  }
}
