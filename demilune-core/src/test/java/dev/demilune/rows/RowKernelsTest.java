// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.data.VectorTable;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.GridMap;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.RowTransforms;
import dev.demilune.privacy.Adjacency;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowGrid;
import dev.demilune.schema.Schema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
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
    0, -0.0, 1, -1.0 / 3, 1e-300, -1e300, 1e300, Double.MIN_VALUE, 0x1.fffffffffffffp0
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
      for (int outputs : OUTPUTS) {
        for (int count : COUNTS) {
          check(kernels, features, outputs, count);
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
    ExactWeights weights = ExactWeights.of(weights(features * outputs), features, outputs);
    int columns = weights.columns();
    double[] scores = new double[count * columns];
    kernels.denseScores(
        values, features, chosen, count, weights.byOutput(), outputs, scores, columns);
    assertThat(outputs(scores, weights)).isEqualTo(naiveScores(rows, chosen, weights));
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
    for (int outputs : OUTPUTS) {
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
        ExactWeights weights = ExactWeights.of(weights(12 * outputs), 12, outputs);
        int columns = weights.columns();
        double[] into = new double[columns + 3];
        kernels.sparseScores(entries, 0, size, 0, weights.byFeature(), columns, outputs, into, 3);
        assertThat(outputs(Arrays.copyOfRange(into, 3, into.length), weights))
            .isEqualTo(naiveScores(rows, new int[] {0}, weights));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void squaresOfDenseRows(RowKernels kernels) {
    for (int features : new int[] {0, 1, 15, 16, 17, 33, 5_000}) {
      short[] values = rows(1, features + 3)[0];
      long expected = 0;
      for (int j = 2; j < features + 2; j++) {
        expected += (long) values[j] * values[j];
      }
      assertThat(kernels.squares(values, 2, features + 2)).isEqualTo(expected);
    }
    short[] largest = new short[100_000];
    Arrays.fill(largest, Short.MIN_VALUE); // longer than any row
    assertThat(kernels.squares(largest, 0, largest.length)).isEqualTo(100_000L << 30);
  }

  /** Against the definition: entry i of H is a sum with signs by the common bits of i and j. */
  @ParameterizedTest
  @MethodSource("kernels")
  void transformsOfRows(RowKernels kernels) {
    for (int size : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 512, 1_024}) {
      for (int vectors : new int[] {1, 15, 16, 17, 48}) {
        int[][] values = new int[size][48];
        Arrays.setAll(values, i -> random.ints(48).toArray()); // they wrap around
        int[] negative = random.ints(size, -1, 1).toArray();
        int[][] expected = new int[size][48];
        for (int i = 0; i < size; i++) {
          for (int j = 0; j < size; j++) {
            int sign = (Integer.bitCount(i & j) & 1) == 0 ? 1 : -1;
            for (int v = 0; v < vectors; v++) {
              expected[i][v] += sign * (negative[j] < 0 ? -values[j][v] : values[j][v]);
            }
          }
        }
        kernels.transform(values, vectors, negative);
        for (int i = 0; i < size; i++) {
          assertThat(Arrays.copyOf(values[i], vectors))
              .as("entry %d of %d", i, size)
              .isEqualTo(Arrays.copyOf(expected[i], vectors));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void scaledIntegersAreTheNearestOnes(RowKernels kernels) {
    for (double by : new double[] {0, 0.5, -1.5, 1.0 / 3, 1e-9, 1_048_575.7}) { // ties among them
      for (int count : new int[] {1, 8, 9, 48}) {
        int[] values = random.ints(48).toArray();
        int[] expected =
            Arrays.stream(values, 0, count).map(x -> (int) (long) Math.rint(by * x)).toArray();
        kernels.scale(values, count, by);
        assertThat(Arrays.copyOf(values, count)).isEqualTo(expected);
      }
    }
  }

  /** The numbers that a rehearsal runs on suit every loop, and afterwards vectors are used. */
  @ParameterizedTest
  @MethodSource
  void loopsWithMuchToDoAreRehearsed(Kernels.Loop loop) {
    assumeTrue(Kernels.vectors().isPresent(), "this processor has no vectors of 256 bits");
    assertThat(Kernels.of(loop, 1L << 40).name()).startsWith("vectors of ");
    assertThat(Kernels.of(loop, 1).name()).startsWith("vectors of ");
  }

  static Stream<Kernels.Loop> loopsWithMuchToDoAreRehearsed() {
    return Stream.of(
        Kernels.Loop.ONE_SCORE,
        Kernels.Loop.SCORES,
        Kernels.Loop.SUMS,
        Kernels.Loop.SPARSE_SCORES,
        Kernels.Loop.SPARSE_SUMS,
        Kernels.Loop.SQUARES,
        Kernels.Loop.TRANSFORMS,
        Kernels.Loop.SCALES);
  }

  @Test
  void aLoopIsRehearsedOnceAndStaysPlainWhereVectorsAreSlower() {
    assumeTrue(Kernels.vectors().isPresent(), "this processor has no vectors of 256 bits");
    AtomicInteger runs = new AtomicInteger();
    Kernels.Loop slower =
        new Kernels.Loop(
            100,
            (kernels, stage) -> {
              runs.incrementAndGet();
              LockSupport.parkNanos(kernels == Kernels.PLAIN ? 1 : 200_000_000);
            });
    assertThat(Kernels.of(slower, 99)).isSameAs(Kernels.PLAIN);
    assertThat(runs).hasValue(0);
    assertThat(Kernels.of(slower, 1)).isSameAs(Kernels.PLAIN);
    int rehearsed = runs.get();
    assertThat(rehearsed).isPositive();
    assertThat(Kernels.of(slower, 1_000)).isSameAs(Kernels.PLAIN);
    assertThat(runs).hasValue(rehearsed);
  }

  /** Also where lanes hold what is left of rows that were mapped before. */
  @ParameterizedTest
  @MethodSource("kernels")
  void imagesOfSeveralRowsAreThoseOfEachAlone(RowKernels kernels) {
    for (int inputs : new int[] {40, 600}) {
      FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 0.2, inputs, 150, 3);
      GridMap together = features.gridMap(kernels);
      for (int count : new int[] {70, 5, 33, 64, 3}) {
        int[][] rows = new int[count][];
        Arrays.setAll(rows, i -> random.ints(inputs, -1_000, 1_000).toArray());
        short[] images = new short[count * 300];
        together.map(rows, count, images, 300);
        GridMap alone = features.gridMap(RowTransforms.plain());
        short[] image = new short[300];
        for (int i = 0; i < count; i++) {
          alone.map(rows[i], image);
          assertThat(Arrays.copyOfRange(images, i * 300, (i + 1) * 300)).isEqualTo(image);
        }
      }
    }
  }

  /** A thread uses the memory of a block for the next one. */
  @Test
  void imagesOfABlockAreNotThoseOfTheBlockBefore() {
    BoundedDataset first = dataset(40, 0);
    BoundedDataset second = dataset(40, 0);
    FourierFeatures features = FourierFeatures.of(Kernel.GAUSSIAN, 1, 40, 30, 1);
    GridMap map = features.gridMap(RowTransforms.plain());
    MappedBlock.Space space = new MappedBlock.Space(40, 60);
    MappedBlock before = MappedBlock.of(first.block(0), map, 40, space);
    int[] rows = {0, 1, 2, 5, 9};
    ExactWeights weights = ExactWeights.of(weights(60 * 2), 60, 2);
    double[] scores = new double[rows.length * weights.columns()];
    before.scores(rows, rows.length, weights, scores);
    MappedBlock after = MappedBlock.of(second.block(0), map, 40, space);
    after.scores(rows, rows.length, weights, scores);
    double[] expected = new double[scores.length];
    MappedBlock.of(second.block(0), map, 40, new MappedBlock.Space(40, 60))
        .scores(rows, rows.length, weights, expected);
    assertThat(scores).isEqualTo(expected);
  }

  /** The extreme case of the proof: a row and a center of greatest length in the same direction. */
  @Test
  void lengthsFromTheFarthestCenterAreExact() {
    for (int features : new int[] {1, 4, 900}) {
      double each = 1 / Math.sqrt(features);
      double[][] row = new double[1][features];
      Arrays.fill(row[0], each);
      Schema schema =
          Schema.vectors(features, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build();
      BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(row, new int[1]));
      int[] grid = new int[features];
      data.block(0).copyTo(0, grid);
      for (int sign : new int[] {1, -1}) {
        int[] center = new int[features];
        Arrays.fill(center, (int) (sign * (1 << 20) * each));
        BigInteger squares = BigInteger.valueOf(3_200_000L * 3_200_000L);
        for (int j = 0; j < features; j++) {
          squares = squares.add(BigInteger.valueOf(grid[j] - center[j]).pow(2));
        }
        int[] length = new int[1];
        data.block(0).lengths(new int[1], 1, CenteredLengths.Origin.of(center, 3_200_000), length);
        BigInteger root = squares.sqrt();
        int up = root.pow(2).equals(squares) ? 0 : 1;
        assertThat(length[0]).isEqualTo(root.intValueExact() + up);
      }
    }
  }

  /** The extreme case of the proof: a row and weights of greatest length in the same direction. */
  @ParameterizedTest
  @MethodSource("kernels")
  void theLargestScoresDoNotOverflow(RowKernels kernels) {
    for (int features : new int[] {1, 16, 900, 4_000}) {
      short[] row = new short[features];
      Arrays.fill(row, (short) (RowGrid.RADIUS / Math.sqrt(features)));
      double[] equal = new double[features];
      Arrays.fill(equal, -1e300 / features);
      ExactWeights weights = ExactWeights.of(equal, features, 1);
      double[] score = new double[1];
      kernels.denseScores(row, features, new int[1], 1, weights.byOutput(), 1, score, 1);
      int[] values = new int[features];
      Arrays.setAll(values, j -> row[j]);
      assertThat((long) score[0]).isEqualTo(weights.score(values, 0));
      assertThat(score[0] * weights.unit(0) / (-1e300 / features * row[0] * features))
          .isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void weightsThatAreNotFiniteCountAsZero() {
    for (double wrong : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      ExactWeights weights = ExactWeights.of(new double[] {wrong, 1, 2, -3}, 2, 2);
      assertThat(weights.score(new int[] {1, 1}, 0)).isZero();
      assertThat(weights.score(new int[] {1, 1}, 1) * weights.unit(1)).isCloseTo(-2, within(1e-9));
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
      ExactWeights weights = ExactWeights.of(weights(features * 5), features, 5);
      int columns = weights.columns();
      BoundedDataset.Block several = data.block(0);
      BoundedDataset.Block single = data.block(0);
      int[] center = random.ints(features, -1000, 1000).toArray();
      for (int[] chosen : new int[][] {{}, {3}, {0, 1, 2, 5, 9}, {1, 5}, {9, 5, 1}, {7, 7}}) {
        double[] scores = new double[chosen.length * columns];
        several.scores(chosen, chosen.length, weights, scores);
        int[] lengths = new int[chosen.length];
        several.lengths(chosen, chosen.length, CenteredLengths.Origin.of(center, 17), lengths);
        long[] coefficients = coefficients(chosen.length * 5, 7);
        long[] sums = new long[features * 5];
        RowSums rowSums = new RowSums(sums, 5);
        several.addTo(chosen, chosen.length, coefficients, rowSums);
        rowSums.finish();
        long[] expected = new long[features * 5];
        int[] row = new int[features];
        for (int i = 0; i < chosen.length; i++) {
          single.copyTo(chosen[i], row);
          long squared = 17 * 17;
          for (int j = 0; j < features; j++) {
            squared += (long) (row[j] - center[j]) * (row[j] - center[j]);
            for (int k = 0; k < 5; k++) {
              expected[k * features + j] += coefficients[i * 5 + k] * row[j];
            }
          }
          assertThat(lengths[i]).isEqualTo((int) Math.ceil(Math.sqrt((double) squared)));
          for (int k = 0; k < 5; k++) {
            assertThat((long) scores[i * columns + k]).isEqualTo(weights.score(row, k));
          }
          assertThat(several.squaredNorm(chosen[i])).isEqualTo(single.squaredNorm(chosen[i]));
        }
        assertThat(sums).isEqualTo(expected);
      }
    }
  }

  /** Few features and many rows, so that partial sums in doubles are worth it, and fill up. */
  @ParameterizedTest
  @MethodSource("kernels")
  void sparseRowsAreAddedExactly(RowKernels kernels) {
    int features = 10;
    SparseBlock block = (SparseBlock) dataset(4_000, features, 8).block(0);
    for (int outputs : OUTPUTS) {
      for (int some = 1; some <= COEFFICIENTS.length; some++) {
        long[] sums = random.longs((long) features * outputs).toArray();
        long[] expected = sums.clone();
        RowSums rowSums = new RowSums(sums, outputs);
        for (int from = 0; from + 64 <= block.rows(); from += 64) {
          int[] chosen = IntStream.range(from, from + 64).toArray();
          long[] coefficients = coefficients(64 * outputs, some);
          for (int i = 0; i < 64; i++) {
            int[] row = new int[features];
            block.copyTo(chosen[i], row);
            for (int k = 0; k < outputs; k++) {
              // of one sign for the last feature, whose sums grow beyond 2^53
              int at = i * outputs + k;
              coefficients[at] = Math.abs(coefficients[at]) * Integer.signum(row[features - 1]);
              for (int j = 0; j < features; j++) {
                expected[k * features + j] += coefficients[at] * row[j];
              }
            }
          }
          block.addTo(kernels, chosen, 64, coefficients, rowSums);
        }
        rowSums.finish();
        assertThat(sums).as("%d outputs, %d coefficients", outputs, some).isEqualTo(expected);
      }
    }
  }

  private BoundedDataset dataset(int features, int zeros) {
    return dataset(20, features, zeros);
  }

  private BoundedDataset dataset(int count, int features, int zeros) {
    double[][] rows = new double[count][features];
    for (double[] row : rows) {
      for (int j = zeros; j < features; j++) {
        row[j] = random.nextDouble(-1, 1);
      }
    }
    return BoundedDataset.of(
        Schema.vectors(features, LabelSet.numbered(2)).adjacency(Adjacency.REPLACE_ONE).build(),
        VectorTable.of(rows, new int[count]));
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

  private static double[] naiveScores(short[][] rows, int[] chosen, ExactWeights weights) {
    int outputs = weights.outputs();
    double[] scores = new double[chosen.length * outputs];
    for (int i = 0; i < chosen.length; i++) {
      int features = rows[chosen[i]].length;
      for (int k = 0; k < outputs; k++) {
        for (int j = 0; j < features; j++) {
          scores[i * outputs + k] += rows[chosen[i]][j] * weights.byOutput()[k * features + j];
        }
      }
    }
    return scores;
  }

  /** Scores without the columns beyond the outputs. */
  private static double[] outputs(double[] scores, ExactWeights weights) {
    int columns = weights.columns();
    return IntStream.range(0, scores.length)
        .filter(i -> i % columns < weights.outputs())
        .mapToDouble(i -> scores[i])
        .toArray();
  }

  private static void addNaively(
      short[][] rows, int[] chosen, long[] coefficients, long[] sums, int outputs) {
    for (int i = 0; i < chosen.length; i++) {
      int features = rows[chosen[i]].length;
      for (int j = 0; j < features; j++) {
        for (int k = 0; k < outputs; k++) {
          sums[k * features + j] += coefficients[i * outputs + k] * rows[chosen[i]][j];
        }
      }
    }
  }
}
