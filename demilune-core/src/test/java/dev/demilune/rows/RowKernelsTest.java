// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.data.VectorTable;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.Kernel;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowGrid;
import dev.demilune.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All kernels give the bits of the naive loop, for sizes that fit no vector and extreme values. */
class RowKernelsTest {

  private static final int[] FEATURES = {0, 1, 3, 4, 7, 33};
  private static final int[] OUTPUTS = {1, 2, 3, 4, 5, 8, 11, 16, 17, 24};
  private static final int[] COUNTS = {0, 1, 2, 3, 4, 5, 63, 64};
  private static final long[] COEFFICIENTS = {
    0,
    1,
    -1,
    (1 << 29) + 1,
    -(1 << 29),
    (1 << 30) - 1,
    1 << 30,
    -(1L << 31),
    1L << 50,
    Long.MIN_VALUE,
    Long.MAX_VALUE
  };
  private static final double[] WEIGHTS = {
    0, -0.0, 1, -1.0 / 3, 1e300, -1e300, Double.MIN_VALUE, 0x1.fffffffffffffp0
  };

  private final SplittableRandom random = new SplittableRandom(1);

  static Stream<RowKernels> kernels() {
    return Stream.concat(Stream.of(Kernels.PLAIN), Kernels.vectors().stream());
  }

  @Test
  void thisProcessorHasVectors() {
    assumeTrue(Kernels.vectors().isPresent(), "this processor has no vectors of 256 bits");
    assertThat(kernels()).hasSize(2);
    assertThat(Kernels.name()).startsWith("vectors of ");
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void denseRows(RowKernels kernels) {
    for (int features : FEATURES) {
      for (int given : OUTPUTS) {
        for (int outputs : new int[] {given, kernels.columns(given)}) {
          for (int count : COUNTS) {
            check(kernels, features, outputs, count);
          }
        }
      }
    }
  }

  private void check(RowKernels kernels, int features, int outputs, int count) {
    short[][] rows = rows(100, features);
    short[] values = new short[rows.length * features];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, values, i * features, features);
    }
    int[] chosen = random.ints(count, 0, rows.length).toArray();
    double[] weights = weights(features * outputs);
    double[] scores = new double[count * outputs];
    kernels.denseScores(values, features, chosen, count, weights, outputs, scores);
    assertThat(bits(scores)).isEqualTo(bits(naiveScores(rows, chosen, weights, outputs)));
    for (int some = 1; some <= COEFFICIENTS.length; some++) { // small ones only, then all
      long[] coefficients = coefficients(count * outputs, some);
      long[] sums = random.longs((long) features * outputs).toArray();
      long[] expected = sums.clone();
      addNaively(rows, chosen, coefficients, expected, outputs);
      kernels.denseSums(values, features, chosen, count, coefficients, sums, outputs);
      assertThat(sums).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void sparseRows(RowKernels kernels) {
    for (int given : OUTPUTS) {
      for (int outputs : new int[] {given, kernels.columns(given)}) {
        for (int size = 0; size < 9; size++) {
          short[][] rows = rows(1, 12);
          int[] features = random.ints(0, 12).distinct().limit(size).sorted().toArray();
          int[] entries =
              Arrays.stream(features).map(j -> SparseBlock.entry(j, rows[0][j])).toArray();
          for (int j = 0; j < 12; j++) {
            if (Arrays.binarySearch(features, j) < 0) {
              rows[0][j] = 0;
            }
          }
          int[] first = {0};
          double[] weights = weights(12 * outputs);
          double[] into = new double[outputs + 3];
          kernels.sparseScores(entries, 0, size, 0, weights, outputs, into, 3);
          assertThat(bits(Arrays.copyOfRange(into, 3, into.length)))
              .isEqualTo(bits(naiveScores(rows, first, weights, outputs)));
          long[] coefficients = coefficients(outputs, COEFFICIENTS.length);
          long[] sums = random.longs(12L * outputs).toArray();
          long[] expected = sums.clone();
          addNaively(rows, first, coefficients, expected, outputs);
          kernels.sparseSums(entries, 0, size, 0, coefficients, 0, sums, outputs);
          assertThat(sums).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void severalRowsOfABlockAreItsRowsOneByOne() {
    BoundedDataset dense = dataset(40, 0);
    BoundedDataset sparse = dataset(40, 35);
    BoundedDataset images =
        EmbeddedData.of(dense, FourierFeatures.of(Kernel.GAUSSIAN, 1, 40, 30, /* draw= */ 1));
    assertThat(dense.block(0)).isInstanceOf(DenseBlock.class);
    assertThat(sparse.block(0)).isInstanceOf(SparseBlock.class);
    for (BoundedDataset data : List.of(dense, sparse, images, images.kept())) {
      int features = data.features();
      double[] weights = weights(features * 5);
      BoundedDataset.Block several = data.block(0);
      BoundedDataset.Block single = data.block(0);
      for (int[] chosen : new int[][] {{}, {3}, {0, 1, 2, 5, 9}, {1, 5}, {9, 5, 1}, {7, 7}}) {
        double[] scores = new double[chosen.length * 5];
        several.scores(chosen, chosen.length, weights, 5, scores);
        long[] coefficients = coefficients(chosen.length * 5, 7);
        long[] sums = new long[features * 5];
        several.addTo(chosen, chosen.length, coefficients, sums, 5);
        long[] expected = new long[features * 5];
        double[] of = new double[5];
        for (int i = 0; i < chosen.length; i++) {
          single.scores(chosen[i], weights, 5, of);
          assertThat(bits(Arrays.copyOfRange(scores, 5 * i, 5 * i + 5))).isEqualTo(bits(of));
          single.addTo(chosen[i], Arrays.copyOfRange(coefficients, 5 * i, 5 * i + 5), expected, 5);
          assertThat(several.squaredNorm(chosen[i])).isEqualTo(single.squaredNorm(chosen[i]));
        }
        assertThat(sums).isEqualTo(expected);
      }
    }
  }

  private BoundedDataset dataset(int features, int zeros) {
    double[][] rows = new double[20][features];
    for (double[] row : rows) {
      for (int j = zeros; j < features; j++) {
        row[j] = random.nextDouble(-1, 1);
      }
    }
    return BoundedDataset.of(
        Schema.vectors(features, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build(),
        VectorTable.of(rows, new int[20]));
  }

  private short[][] rows(int count, int features) {
    short[][] rows = new short[count][features];
    for (short[] row : rows) {
      for (int j = 0; j < features; j++) {
        int value = random.nextInt(-RowGrid.RADIUS, RowGrid.RADIUS + 1);
        // a third of them zero, a third as large as can be
        row[j] =
            (short)
                switch (random.nextInt(3)) {
                  case 0 -> 0;
                  case 1 -> Integer.signum(value) * RowGrid.RADIUS;
                  default -> value;
                };
      }
    }
    return rows;
  }

  private double[] weights(int size) {
    return random.ints(size, 0, WEIGHTS.length).mapToDouble(i -> WEIGHTS[i]).toArray();
  }

  private long[] coefficients(int size, int some) {
    return random.ints(size, 0, some).mapToLong(i -> COEFFICIENTS[i]).toArray();
  }

  private static double[] naiveScores(short[][] rows, int[] chosen, double[] weights, int outputs) {
    double[] scores = new double[chosen.length * outputs];
    for (int i = 0; i < chosen.length; i++) {
      for (int k = 0; k < outputs; k++) {
        for (int j = 0; j < rows[chosen[i]].length; j++) {
          scores[i * outputs + k] += rows[chosen[i]][j] * weights[j * outputs + k];
        }
      }
    }
    return scores;
  }

  private static void addNaively(
      short[][] rows, int[] chosen, long[] coefficients, long[] sums, int outputs) {
    for (int i = 0; i < chosen.length; i++) {
      for (int j = 0; j < rows[chosen[i]].length; j++) {
        for (int k = 0; k < outputs; k++) {
          sums[j * outputs + k] += coefficients[i * outputs + k] * rows[chosen[i]][j];
        }
      }
    }
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }
}
