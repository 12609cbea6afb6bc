// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static dev.demilune.rows.BoundedDataset.GRID_RADIUS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.data.VectorTable;
import dev.demilune.privacy.Adjacency;
import dev.demilune.random.PoissonSampling;
import dev.demilune.random.Randomness;
import dev.demilune.schema.EncodedRow;
import dev.demilune.schema.LabelSet;
import dev.demilune.schema.RowBound;
import dev.demilune.schema.RowGrid;
import dev.demilune.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BoundedDatasetTest {

  private static BoundedDataset bound(int features, double[][] rows, int[] labels) {
    return BoundedDataset.of(schema(features, 3), VectorTable.of(rows, labels));
  }

  private static Schema schema(int features, int classes) {
    return Schema.vectors(features, LabelSet.numbered(classes))
        .adjacency(Adjacency.REPLACE_ONE)
        .build();
  }

  @Test
  void aUnitRowKeepsItsDirectionAndAlmostItsLength() {
    BoundedDataset data = bound(2, new double[][] {{3, 4}}, new int[] {2});

    int[] row = new int[2];
    data.block(0).copyTo(0, row);
    // Length 32,000 - √2/2 before rounding.
    assertThat(row).containsExactly(19_200, 25_599);
    assertThat(data.block(0).squaredNorm(0)).isEqualTo(19_200L * 19_200 + 25_599L * 25_599);
    assertThat(data.block(0).label(0)).isEqualTo(2);
    assertThat(data.publicSize()).isEqualTo(1);
  }

  @Test
  void aShortRowUnderClipIsNotStretched() {
    Schema schema =
        Schema.vectors(2, LabelSet.numbered(2))
            .adjacency(Adjacency.REPLACE_ONE)
            .rows(RowBound.clip(2))
            .build();
    int[] row = new int[2];
    BoundedDataset data =
        BoundedDataset.of(
            schema, VectorTable.of(new double[][] {{1, 0}, {8, 0}}, new int[] {0, 1}));

    data.block(0).copyTo(0, row);
    assertThat(row).containsExactly(16_000, 0);
    data.block(0).copyTo(1, row);
    assertThat(row).containsExactly(32_000, 0); // 31,999.5 rounds to even
  }

  @Test
  void denseAndSparseLayoutsGiveTheSameBits() {
    SplittableRandom random = new SplittableRandom(11);
    int[] featureCounts = {1, 3, 40, 70_000, 140_000};
    for (int features : featureCounts) {
      int rows = features > 1000 ? 3 : 50;
      double[][] values = new double[rows][features];
      int[] labels = new int[rows];
      for (int i = 0; i < rows; i++) {
        double density = random.nextDouble();
        labels[i] = random.nextInt(3);
        for (int j = 0; j < features; j++) {
          values[i][j] = random.nextDouble() < density ? random.nextDouble() - 0.5 : 0;
        }
      }
      sameKernels(features, values, labels, random);
    }
  }

  private static void sameKernels(
      int features, double[][] values, int[] labels, SplittableRandom random) {
    Schema schema = schema(features, 3);
    for (int i = 0; i < values.length; i++) {
      EncodedRow row = schema.encode(values[i]);
      BoundedDataset.Block dense = one(schema, row, true);
      BoundedDataset.Block sparse = one(schema, row, false);
      assertThat(dense).isInstanceOf(DenseBlock.class);
      assertThat(sparse).isInstanceOf(SparseBlock.class);

      int[] grid = new int[features];
      for (int j = 0; j < features; j++) {
        grid[j] = random.nextInt(-32_000, 32_001);
      }
      assertThat(dense.dot(0, grid)).isEqualTo(sparse.dot(0, grid));
      assertThat(dense.squaredNorm(0)).isEqualTo(sparse.squaredNorm(0));
      int[] denseCopy = new int[features];
      int[] sparseCopy = new int[features];
      dense.copyTo(0, denseCopy);
      sparse.copyTo(0, sparseCopy);
      assertThat(denseCopy).isEqualTo(sparseCopy);
      for (int outputs : new int[] {1, 4, 10}) {
        sameScoresAndSums(dense, sparse, denseCopy, outputs, random);
      }
    }
    BoundedDataset data = BoundedDataset.of(schema, VectorTable.of(values, labels));
    assertThat(data.publicSize()).isEqualTo(values.length);
  }

  private static void sameScoresAndSums(
      BoundedDataset.Block dense,
      BoundedDataset.Block sparse,
      int[] row,
      int outputs,
      SplittableRandom random) {
    double[] weights = new double[row.length * outputs];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextDouble() - 0.5;
    }
    double[] expected = new double[outputs];
    long[] expectedSums = new long[row.length * outputs];
    long[] coefficients = random.longs(outputs, -1 << 30, 1 << 30).toArray();
    if (random.nextBoolean()) { // as of a loss that pulls at few classes
      for (int k = 0; k < outputs; k++) {
        coefficients[k] *= random.nextInt(4) == 0 ? 1 : 0;
      }
    }
    for (int j = 0; j < row.length; j++) {
      for (int k = 0; k < outputs; k++) {
        expected[k] += row[j] * weights[j * outputs + k];
        expectedSums[j * outputs + k] += coefficients[k] * row[j];
      }
    }
    for (BoundedDataset.Block block : new BoundedDataset.Block[] {dense, sparse}) {
      double[] scores = new double[outputs];
      block.scores(0, weights, outputs, scores);
      assertThat(scores).isEqualTo(expected);
      long[] sums = new long[row.length * outputs];
      block.addTo(0, coefficients, sums, outputs);
      assertThat(sums).isEqualTo(expectedSums);
      long[] again = new long[row.length * outputs];
      for (int k = 0; k < outputs; k++) {
        block.addTo(0, coefficients[k], again, outputs, k);
      }
      assertThat(again).isEqualTo(expectedSums);
    }
  }

  private static BoundedDataset.Block one(Schema schema, EncodedRow row, boolean dense) {
    BlockBuilder builder = new BlockBuilder(schema, 1);
    builder.add(row);
    return dense ? builder.cutDense() : builder.cutSparse();
  }

  /** Proofs that sums do not overflow rely on the limit; a small one stands in for 2^31 - 1. */
  @Test
  void moreRowsThanProofsAllowAreRefused() {
    BlockBuilder builder = new BlockBuilder(schema(1, 2), 3_000); // more than one block
    EncodedRow row = new EncodedRow();
    for (int i = 0; i < 3_000; i++) {
      builder.add(row);
    }

    assertThat(Schema.MOST_ROWS).isEqualTo(Integer.MAX_VALUE);
    assertThatThrownBy(() -> builder.add(row))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the table has more than 3000 rows, for which sums are not proved exact: train on fewer"
                + " rows");
  }

  @Test
  void hostileRowsNeverExceedTheRadius() {
    SplittableRandom random = new SplittableRandom(5);
    double[] nasty = {
      0,
      -0.0,
      1,
      -1,
      1e308,
      -1e308,
      Double.MIN_VALUE,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      1e-100,
      1e100,
      1e-310,
      0.1,
      1.0 / 3,
      Double.MAX_VALUE
    };
    for (RowBound bound :
        new RowBound[] {RowBound.scale(), RowBound.clip(0.01), RowBound.clip(9)}) {
      for (int trial = 0; trial < 20_000; trial++) {
        double[] values = new double[1 + random.nextInt(trial % 50 == 0 ? 3_000 : 20)];
        boolean same = random.nextBoolean();
        double constant = random.nextDouble();
        for (int j = 0; j < values.length; j++) {
          values[j] = same ? constant : nasty[random.nextInt(nasty.length)];
        }
        RowGrid grid = new RowGrid();
        grid.set(schema(values.length, 3).encode(values), bound);
        long squares = 0;
        for (int i = 0; i < grid.size(); i++) {
          squares += (long) grid.value(i) * grid.value(i);
        }
        assertThat(squares).isEqualTo(grid.squaredNorm()).isBetween(0L, 1_024_000_000L);
      }
    }
  }

  @Test
  void aRowThatIsTooLongIsShrunkUntilItIsNot() {
    RowGrid grid = new RowGrid();
    grid.start(3);
    grid.add(0, GRID_RADIUS);
    grid.add(4, -2);
    grid.add(9, 1);
    grid.finish();

    assertThat(grid.size()).isEqualTo(2);
    assertThat(grid.value(0)).isEqualTo(GRID_RADIUS - 1);
    assertThat(grid.value(1)).isEqualTo(-1);
    assertThat(grid.squaredNorm()).isEqualTo(31_999 * 31_999 + 1);
  }

  private record LabelCounts(int size) implements VectorSum {
    @Override
    public void add(long[] sum, BoundedDataset.Block block, BitSet rows) {
      rows.stream().forEach(row -> sum[block.label(row)]++);
    }
  }

  /** A fold that was sent elsewhere and back, with its batch, takes the same rows. */
  @Test
  void aFoldAndItsBatchSurviveBeingSent() throws Exception {
    BoundedDataset data = bound(1, new double[5_000][1], new int[5_000]);
    Batch batch =
        Batch.sampled(PoissonSampling.withRate(0.3), Randomness.secure().stream("step").key());
    long[] here = data.fold(new LabelCounts(3), batch);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new LabelCounts(3));
      out.writeObject(batch);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      LabelCounts function = (LabelCounts) in.readObject();
      assertThat(data.fold(function, (Batch) in.readObject())).isEqualTo(here);
    }
    assertThat(here[0]).isBetween(1_300L, 1_700L); // 1,500 ± 32: six standard deviations
  }

  @Test
  void manyRowsMakeManyBlocksAndFoldSumsThemAll() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] rows = new double[10_000][4];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      labels[i] = random.nextInt(3);
      rows[i][random.nextInt(4)] = 1;
    }
    BoundedDataset data = bound(4, rows, labels);

    assertThat(data.blocks()).isEqualTo(5);
    long[] counts = data.fold(new LabelCounts(3));
    long[] expected = new long[3];
    for (int label : labels) {
      expected[label]++;
    }
    assertThat(counts).isEqualTo(expected);
  }

  @Test
  void noRowsAreFine() {
    BoundedDataset data = bound(4, new double[0][], new int[0]);

    assertThat(data.blocks()).isZero();
    assertThat(data.publicSize()).isZero();
    assertThat(data.fold(new LabelCounts(3))).containsExactly(0, 0, 0);
  }

  @Test
  void aRowOfAHundredThousandColumnsIsFine() {
    double[][] rows = new double[30][100_000];
    for (double[] row : rows) {
      java.util.Arrays.fill(row, 1);
    }
    BoundedDataset data = bound(100_000, rows, new int[30]);

    assertThat(data.block(0).rows()).isEqualTo(5); // half a million entries
    assertThat(data.blocks()).isEqualTo(6);
    assertThat(data.block(5).squaredNorm(4)).isBetween(1_000_000_000L, 1_024_000_000L);
  }

  @Test
  void unknownLabelsCountAsTheFirstOrTheOther() {
    double[][] rows = {{1}, {1}};
    assertThat(bound(1, rows, new int[] {77, 1}).block(0).label(0)).isZero();

    BoundedDataset rest =
        BoundedDataset.of(
            Schema.vectors(1, LabelSet.withOther("rest", "1"))
                .adjacency(Adjacency.REPLACE_ONE)
                .build(),
            VectorTable.of(rows, new int[] {77, 1}));
    assertThat(rest.block(0).label(0)).isEqualTo(1);
    assertThat(rest.block(0).label(1)).isZero();
  }

  @Test
  void manyClassesKeepTheirLabels() {
    BoundedDataset data =
        BoundedDataset.of(
            schema(1, 60_000), VectorTable.of(new double[][] {{1}, {1}}, new int[] {59_999, 255}));

    assertThat(data.block(0).label(0)).isEqualTo(59_999);
    assertThat(data.block(0).label(1)).isEqualTo(255);
  }

  @Test
  void theRowCountIsRefusedWhereItIsPrivate() {
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(1, LabelSet.numbered(2)).adjacency(Adjacency.ADD_OR_REMOVE_ONE).build(),
            VectorTable.of(new double[][] {{1}}, new int[] {0}));

    assertThatThrownBy(data::publicSize)
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "the number of rows is private when neighbors differ by adding or removing one row:"
                + " declare the schema's expected rows, or use replace-one");
  }

  @Test
  void theInterceptIsRoundedDownToTheGrid() {
    BoundedDataset data =
        BoundedDataset.of(
            Schema.vectors(1, LabelSet.numbered(2))
                .adjacency(Adjacency.REPLACE_ONE)
                .intercept(1.0 / 3)
                .build(),
            VectorTable.of(new double[0][], new int[0]));

    assertThat(data.gridIntercept()).isEqualTo(10_666);
  }

  @Test
  void rowsWithoutLabelsCannotTrain() {
    assertThatThrownBy(() -> BoundedDataset.of(schema(1, 2), VectorTable.of(new double[][] {{1}})))
        .isInstanceOf(DemiluneException.class)
        .hasMessage("rows in memory: the rows have no labels; training needs them");
  }
}
