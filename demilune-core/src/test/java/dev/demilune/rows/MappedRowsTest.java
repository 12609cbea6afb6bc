// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.data.VectorTable;
import dev.demilune.embed.GridMap;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MappedRowsTest {

  private static final int ROWS = 5_000; // three blocks
  private static final long MOST = (long) BoundedDataset.GRID_RADIUS * BoundedDataset.GRID_RADIUS;

  private static Schema schema(int features) {
    return Schema.vectors(features, LabelSet.numbered(3)).adjacency(Adjacency.REPLACE_ONE).build();
  }

  private static BoundedDataset data() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[ROWS][7];
    int[] labels = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      labels[i] = random.nextInt(3);
      Arrays.setAll(rows[i], j -> random.nextInt(3) == 0 ? 0 : random.nextGaussian());
    }
    return BoundedDataset.of(schema(7), VectorTable.of(rows, labels));
  }

  /** Turns the row around, which keeps all products with a vector turned around. */
  private static GridMap reversed() {
    return (row, into) -> {
      for (int j = 0; j < 7; j++) {
        into[6 - j] = (short) row[j];
      }
    };
  }

  @Test
  void kernelsAgreeWithThoseOfTheStoredRow() {
    BoundedDataset data = data();
    BoundedDataset view = data.through(schema(7), MappedRowsTest::reversed);
    assertThat(view.publicSize()).isEqualTo(ROWS);
    assertThat(view.blocks()).isEqualTo(data.blocks());
    int[] vector = {3, -1, 4, 1, -5, 9, 2};
    int[] turned = {2, 9, -5, 1, 4, -1, 3};
    for (int b = 0; b < data.blocks(); b++) {
      BoundedDataset.Block stored = data.block(b);
      BoundedDataset.Block seen = view.block(b);
      for (int row = 0; row < stored.rows(); row++) {
        assertThat(seen.label(row)).isEqualTo(stored.label(row));
        assertThat(seen.squaredNorm(row)).isEqualTo(stored.squaredNorm(row));
        assertThat(seen.dot(row, turned)).isEqualTo(stored.dot(row, vector));
      }
    }
  }

  @Test
  void everyRowIsComputedOnceInAPassAndNotBefore() {
    AtomicInteger computed = new AtomicInteger();
    BoundedDataset view =
        data()
            .through(
                schema(2),
                () ->
                    (row, into) -> {
                      computed.incrementAndGet();
                      into[0] = 1;
                      into[1] = 2;
                    });
    assertThat(computed).hasValue(0);
    long[] once = {1};
    VectorSum readsEveryRowInFourWays =
        new VectorSum() {
          @Override
          public int size() {
            return 2;
          }

          @Override
          public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
            for (int row = 0; row < block.rows(); row++) {
              assertThat(block.squaredNorm(row)).isEqualTo(5);
              block.scores(row, new double[] {1, 1}, 1, new double[1]);
              block.addTo(row, once, sum, 1);
              block.addTo(row, 1, sum, 1, 0);
            }
          }
        };
    long[] sums = view.fold(readsEveryRowInFourWays);
    assertThat(computed).hasValue(ROWS);
    assertThat(sums).containsExactly(2 * ROWS, 4 * ROWS);
  }

  @Test
  void asManyBlocksAsFitAreComputedOnceAndTheSumsStayTheSame() {
    AtomicInteger computed = new AtomicInteger();
    BoundedDataset view =
        data()
            .through(
                schema(7),
                () -> {
                  GridMap map = reversed();
                  return (row, into) -> {
                    computed.incrementAndGet();
                    map.map(row, into);
                  };
                });
    VectorSum sumOfRows =
        new VectorSum() {
          @Override
          public int size() {
            return 7;
          }

          @Override
          public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
            for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
              block.addTo(row, row + 1L, sum, 1, 0);
            }
          }
        };
    long[] sums = view.fold(sumOfRows);
    Batch sample = Batch.sampled(PoissonSampling.withRate(0.5), Randomness.reproducible(1).key());
    long[] ofSample = view.fold(sumOfRows, sample);
    assertThat(ofSample).isNotEqualTo(sums);
    for (int most : new int[] {0, 1, 2_048, 2_049, 4_096, ROWS, 2 * ROWS}) {
      int kept = most >= ROWS ? ROWS : most / 2_048 * 2_048; // whole blocks
      BoundedDataset some = view.keptUpTo(most);
      assertThat(some.publicSize()).isEqualTo(ROWS);
      computed.set(0);
      assertThat(some.fold(sumOfRows)).containsExactly(sums);
      assertThat(computed).as("most %d", most).hasValue(ROWS - kept);
      assertThat(some.fold(sumOfRows, sample)).containsExactly(ofSample);
    }
  }

  @Test
  void anImageThatIsTooLongIsShortenedInIntegers() {
    for (short value : new short[] {Short.MAX_VALUE, Short.MIN_VALUE, 16_001}) {
      BoundedDataset view =
          data().through(schema(4), () -> (row, into) -> Arrays.fill(into, value));
      int[] image = new int[4];
      BoundedDataset.Block block = view.block(0);
      block.copyTo(0, image);
      assertThat(image).containsOnly(value > 0 ? 16_000 : -16_000);
      assertThat(block.squaredNorm(0)).isEqualTo(MOST);
    }
  }

  @Test
  void imagesMustKeepLabelsAndAdjacency() {
    Schema other =
        Schema.vectors(7, LabelSet.numbered(3)).adjacency(Adjacency.ADD_OR_REMOVE_ONE).build();
    assertThatThrownBy(() -> data().through(other, MappedRowsTest::reversed))
        .hasMessage("images must have the rows' labels and adjacency");
    Schema fewer = Schema.vectors(7, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
    assertThatThrownBy(() -> data().through(fewer, MappedRowsTest::reversed))
        .hasMessage("images must have the rows' labels and adjacency");
  }

  /** The widths of the kernels' inner loops must not show in the result. */
  @Test
  void scoresAndSumsAreTheSameForAnyNumberOfOutputs() {
    BoundedDataset data = data();
    BoundedDataset.Block block = data.block(0);
    SplittableRandom random = new SplittableRandom(2);
    for (int outputs = 1; outputs <= 14; outputs++) {
      double[] weights = new double[7 * outputs];
      long[] coefficients = new long[outputs];
      Arrays.setAll(weights, i -> random.nextGaussian());
      Arrays.setAll(coefficients, i -> random.nextInt(-1000, 1000));
      double[] scores = new double[outputs];
      long[] sums = new long[7 * outputs];
      int[] row = new int[7];
      for (int r = 0; r < 20; r++) {
        block.copyTo(r, row);
        block.scores(r, weights, outputs, scores);
        Arrays.fill(sums, 0);
        block.addTo(r, coefficients, sums, outputs);
        for (int k = 0; k < outputs; k++) {
          double score = 0;
          for (int j = 0; j < 7; j++) {
            score += row[j] * weights[j * outputs + k];
            assertThat(sums[j * outputs + k]).isEqualTo(row[j] * coefficients[k]);
          }
          assertThat(scores[k]).isEqualTo(score);
        }
      }
    }
  }
}
