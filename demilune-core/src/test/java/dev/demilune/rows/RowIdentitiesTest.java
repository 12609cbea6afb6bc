// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowIdentitiesTest {

  private static final int FEATURES = 6;
  private static final int ROWS = 9_000;

  private static final Schema SCHEMA =
      Schema.vectors(FEATURES, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();

  @SuppressWarnings("ArrayRecordComponent") // never written to
  private record Labeled(double[] row, int label) {}

  /** Many copies of a few rows, and many rows that occur once; some sparse, some dense. */
  private static List<Labeled> table() {
    SplittableRandom random = new SplittableRandom(3);
    List<Labeled> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      double[] row = new double[FEATURES];
      if (i % 3 == 0) {
        row[random.nextInt(FEATURES)] = 1;
      } else {
        for (int j = 0; j < (i % 2 == 0 ? 1 : FEATURES); j++) {
          row[j] = random.nextDouble();
        }
      }
      rows.add(new Labeled(row, random.nextInt(2)));
    }
    return rows;
  }

  private static BoundedDataset bound(List<Labeled> rows) {
    return BoundedDataset.of(
        SCHEMA,
        VectorTable.of(
            rows.stream().map(Labeled::row).toArray(double[][]::new),
            rows.stream().mapToInt(Labeled::label).toArray()));
  }

  /** The sum of all rows, and how many there are of each class. */
  private record Sum(int size) implements VectorSum {
    @Override
    public void add(long[] sums, BoundedDataset.Block block, BitSet rows) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        block.addTo(row, 1 + block.label(row), sums, 1, 0);
        sums[FEATURES + block.label(row)]++;
      }
    }
  }

  private static Batch sample(int number) {
    return Batch.sampled(
        PoissonSampling.withRate(0.4), Randomness.reproducible(2).stream("s" + number).key());
  }

  @Test
  void noTwoRowsAreTheSameAndCopiesAreNumbered() {
    Set<ByteBuffer> seen = new HashSet<>();
    int most = 0;
    BoundedDataset data = bound(table());
    Occurrences numbers = new Occurrences();
    for (int i = 0; i < data.blocks(); i++) {
      ByteBuffer all = ByteBuffer.wrap(RowIdentities.of(data.block(i), numbers::next));
      for (int row = 0; row < data.block(i).rows(); row++) {
        assertThat(seen.add(all.slice(16 * row, 16))).isTrue();
        most = Math.max(most, all.getInt(16 * row + 12));
      }
    }
    // 3,000 rows are copies of 12, and 1,500 or so are scaled to one of two.
    assertThat(seen).hasSize(ROWS);
    assertThat(most).isGreaterThan(250);
  }

  /** Even if all rows had the same hash, they would be numbered apart. */
  @Test
  void numbersAloneTellRowsApart() {
    Occurrences numbers = new Occurrences();
    for (int i = 0; i < 1_000; i++) {
      assertThat(numbers.next(5, 7)).isEqualTo(i);
      assertThat(numbers.next(i, 8)).isZero();
    }
    assertThat(numbers.add(5, 7, 10)).isEqualTo(1_000);
    assertThat(numbers.next(5, 7)).isEqualTo(1_010);
    long[] all = new long[2];
    numbers.forEach(
        (high, low, count) -> {
          all[0]++;
          all[1] += count;
        });
    assertThat(all).containsExactly(1_001, 2_011);
  }

  @Test
  void theSameRowsAreSampledInEveryOrder() {
    List<Labeled> rows = table();
    BoundedDataset data = bound(rows);
    long[] taken = data.fold(new Sum(FEATURES + 2), sample(1));
    long[] takenTwice = data.kept(sample(1)).fold(new Sum(FEATURES + 2), sample(2));
    for (int seed = 0; seed < 3; seed++) {
      Collections.shuffle(rows, new Random(seed));
      BoundedDataset shuffled = bound(rows);

      assertThat(shuffled.fold(new Sum(FEATURES + 2), sample(1))).isEqualTo(taken);
      assertThat(shuffled.kept(sample(1)).fold(new Sum(FEATURES + 2), sample(2)))
          .isEqualTo(takenTwice);
      assertThat(shuffled.kept().fold(new Sum(FEATURES + 2), sample(1))).isEqualTo(taken);
    }
    // 3,600 ± 47 and 1,440 ± 35: seven standard deviations
    assertThat(taken[FEATURES] + taken[FEATURES + 1]).isBetween(3_270L, 3_930L);
    assertThat(takenTwice[FEATURES] + takenTwice[FEATURES + 1]).isBetween(1_190L, 1_690L);
  }

  /** One more row, new or a copy, adds itself to a sample or not, and changes nothing else. */
  @Test
  void oneMoreRowChangesNoOther() {
    List<Labeled> rows = table();
    long[] before = bound(rows).fold(new Sum(FEATURES + 2), sample(1));
    int added = 0;
    for (int i = 0; i < 40; i++) {
      List<Labeled> more = new ArrayList<>(rows);
      Labeled one = rows.get(i); // a copy
      more.add(i * 100, one);
      long[] after = bound(more).fold(new Sum(FEATURES + 2), sample(1));
      if (!Arrays.equals(before, after)) {
        long[] alone = bound(List.of(one)).fold(new Sum(FEATURES + 2));
        for (int j = 0; j < alone.length; j++) {
          assertThat(after[j] - before[j]).isEqualTo(alone[j]);
        }
        added++;
      }
    }
    assertThat(added).isBetween(3, 35); // 16 expected
  }
}
