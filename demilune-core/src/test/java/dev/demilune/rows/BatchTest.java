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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {

  private static final int ROWS = 3_000;
  private static final PoissonSampling QUARTER = PoissonSampling.withRate(0.25);
  private static final List<Integer> NUMBERS = IntStream.range(0, ROWS).boxed().toList();

  private static byte[] identity(int number) {
    return new byte[] {
      9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, (byte) (number >> 8), (byte) number
    };
  }

  private static byte[] identities(List<Integer> numbers) {
    byte[] all = new byte[16 * numbers.size()];
    for (int i = 0; i < numbers.size(); i++) {
      System.arraycopy(identity(numbers.get(i)), 0, all, 16 * i, 16);
    }
    return all;
  }

  /**
   * The law that makes tasks repeatable on any machine: a row's coin is a function of the key and
   * of its identity; not of the rows beside it, of their order, or of how often it was asked for.
   */
  @Test
  void aRowsCoinDependsOnTheKeyAndItsIdentityAlone() {
    for (Randomness randomness : List.of(Randomness.reproducible(5), Randomness.secure())) {
      StreamKey key = randomness.stream("step").key();
      Batch batch = Batch.sampled(QUARTER, key);
      boolean[] alone = new boolean[ROWS];
      for (int i = 0; i < ROWS; i++) {
        byte[] identity = identity(i);
        alone[i] = batch.of(1, () -> identity).get(0);
        long word = key.words(identity)[0];
        assertThat(alone[i]).isEqualTo(Long.compareUnsigned(word >>> 1, 1L << 61) < 0);
      }
      List<Integer> shuffled = new ArrayList<>(NUMBERS);
      Collections.shuffle(shuffled, new Random(5));
      for (int size : new int[] {0, 1, 63, 64, 65, ROWS, ROWS}) {
        List<Integer> some = shuffled.subList(0, size);
        BitSet taken = batch.of(size, () -> identities(some));
        for (int i = 0; i < size; i++) {
          assertThat(taken.get(i)).isEqualTo(alone[some.get(i)]);
        }
      }
    }
  }

  /**
   * Identities differ in two bytes only, and their coins are fair all the same: within six standard
   * deviations, alone and beside their neighbor's. False alarms are below 10^-8.
   */
  @Test
  void coinsOfLikeIdentitiesAreIndependent() {
    BitSet taken =
        Batch.sampled(QUARTER, Randomness.reproducible(6).key())
            .of(ROWS, () -> identities(NUMBERS));
    int pairs = 0;
    for (int i = 0; i + 1 < ROWS; i++) {
      pairs += taken.get(i) && taken.get(i + 1) ? 1 : 0;
    }

    assertThat(taken.cardinality()).isBetween(750 - 143, 750 + 143); // ± 6 · √(n/4 · 3/4)
    assertThat(pairs).isBetween(187 - 95, 187 + 95); // more than 6 · √(n/16 · (15/16 + 2 · 3/16))
  }

  /** Coins of another key are others: 3,000 alike of rate 1/4 have probability 10^-600. */
  @Test
  void anotherKeyHasOtherCoins() {
    Randomness randomness = Randomness.reproducible(6);
    Batch one = Batch.sampled(QUARTER, randomness.stream("step 1").key());
    Batch other = Batch.sampled(QUARTER, randomness.stream("step 2").key());

    assertThat(one.of(ROWS, () -> identities(NUMBERS)))
        .isNotEqualTo(other.of(ROWS, () -> identities(NUMBERS)));
  }

  @Test
  void allRowsAskNoOneWhoTheyAre() {
    assertThat(Batch.ALL.identifies()).isFalse();
    assertThat(
            Batch.ALL.of(
                100,
                () -> {
                  throw new AssertionError("asked");
                }))
        .extracting(BitSet::cardinality)
        .isEqualTo(100);
  }
}
