// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.random.StreamKey;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BatchTest {

  private static final int BLOCKS = 20;
  private static final int ROWS = 300;

  /** Sampled or not, as words of the key's streams say: one word for each row, in their order. */
  private static boolean[][] byHand(StreamKey key, double rate) {
    boolean[][] taken = new boolean[BLOCKS][ROWS];
    for (int block = 0; block < BLOCKS; block++) {
      Randomness words = key.stream("block " + block);
      for (int row = 0; row < ROWS; row++) {
        taken[block][row] =
            Long.compareUnsigned(words.nextLong() >>> 1, (long) (rate * 0x1p63)) < 0;
      }
    }
    return taken;
  }

  /**
   * The law that makes tasks repeatable on any machine: a row's coin is a function of the key, of
   * its block's number and of its place there; not of how many rows follow it in the block, of
   * which blocks were asked for before, how often, or by how many threads.
   */
  @Test
  void aRowsCoinDependsOnItsKeyItsBlockAndItsPlaceAlone() {
    for (Randomness randomness : List.of(Randomness.reproducible(5), Randomness.secure())) {
      StreamKey key = randomness.stream("step").key();
      boolean[][] taken = byHand(key, 0.25);
      Batch batch = Batch.sampled(PoissonSampling.withRate(0.25), key);
      List<int[]> asked = new ArrayList<>();
      for (int block = 0; block < BLOCKS; block++) {
        for (int rows : new int[] {0, 1, 63, 64, 65, 128, 299, ROWS, ROWS}) {
          asked.add(new int[] {block, rows});
        }
      }
      Collections.shuffle(asked, new Random(5));

      List<BitSet> drawn = asked.parallelStream().map(each -> batch.of(each[0], each[1])).toList();

      for (int i = 0; i < drawn.size(); i++) {
        int block = asked.get(i)[0];
        BitSet expected = new BitSet();
        for (int row = 0; row < asked.get(i)[1]; row++) {
          expected.set(row, taken[block][row]);
        }
        assertThat(drawn.get(i)).as("block %d", block).isEqualTo(expected);
      }
    }
  }

  /** Coins of another key or block are others: 300 alike of rate 1/4 have probability 10^-61. */
  @Test
  void anotherKeyOrBlockHasOtherCoins() {
    Randomness randomness = Randomness.reproducible(6);
    PoissonSampling quarter = PoissonSampling.withRate(0.25);
    Batch one = Batch.sampled(quarter, randomness.stream("step 1").key());
    Batch other = Batch.sampled(quarter, randomness.stream("step 2").key());

    assertThat(one.of(0, ROWS)).isNotEqualTo(other.of(0, ROWS)).isNotEqualTo(one.of(1, ROWS));
  }
}
