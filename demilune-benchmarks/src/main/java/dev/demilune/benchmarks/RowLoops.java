// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.rows.BoundedDataset;
import dev.demilune.rows.BoundedDataset.Block;
import dev.demilune.rows.ExactWeights;
import dev.demilune.rows.RowSums;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Scores and sums of blocks of rows for {@value #OUTPUTS} outputs, on one thread, beside reading
 * the encoded rows and beside the simplest loops in double precision. An operation is a row.
 */
@State(Scope.Thread)
public class RowLoops {

  static final int OUTPUTS = 10;
  static final int ROWS = 8_192;
  static final int FEATURES = 784;

  /** The share of values that are not zero: one stores rows dense, the other sparse. */
  @Param({"1", "0.15"})
  public double density;

  private BoundedDataset rows;
  private Limits limits;
  private int[] chosen;
  private double[] weights;
  private ExactWeights exact;
  private double[] scores;
  private long[] coefficients;
  private long[] sums;
  private RowSums rowSums;
  private int[][] indices;
  private double[][] values;

  /** Draws the rows, and keeps them a second time as the simplest loops want them. */
  @Setup
  public void draw() {
    rows = DrawnTable.encoded(ROWS, FEATURES, OUTPUTS, density);
    limits = new Limits(Limits.bytes(rows));
    allocate(rows.block(0).rowsAtOnce());
    // Vector kernels leave the first 2^28 products of each loop to plain ones.
    double products = 2 * density * ROWS * FEATURES * OUTPUTS; // of a pass
    for (double done = 0; done < 1.2e9; done += products) {
      scores();
      sums();
    }
    keepPlain();
  }

  private void allocate(int atOnce) {
    chosen = new int[atOnce];
    weights = new double[FEATURES * OUTPUTS];
    Arrays.setAll(weights, i -> (i % 7) / 7.0 - 0.5);
    exact = ExactWeights.of(weights, FEATURES, OUTPUTS);
    scores = new double[atOnce * exact.columns()];
    coefficients = new long[atOnce * OUTPUTS];
    for (int i = 0; i < atOnce; i++) { // as the hinge loss has them: two outputs pull
      coefficients[i * OUTPUTS + i % OUTPUTS] = 1 << 12;
      coefficients[i * OUTPUTS + (i + 3) % OUTPUTS] = -(1 << 12);
    }
    sums = new long[FEATURES * OUTPUTS];
    rowSums = new RowSums(sums, OUTPUTS);
  }

  private void keepPlain() {
    indices = new int[ROWS][];
    values = new double[ROWS][];
    int[] row = new int[FEATURES];
    int at = 0;
    for (int b = 0; b < rows.blocks(); b++) {
      Block block = rows.block(b);
      for (int i = 0; i < block.rows(); i++) {
        block.copyTo(i, row);
        indices[at] =
            java.util.stream.IntStream.range(0, FEATURES).filter(j -> row[j] != 0).toArray();
        values[at] = Arrays.stream(indices[at]).mapToDouble(j -> row[j]).toArray();
        at++;
      }
    }
  }

  /** Scores by the kernels. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public double[] scores() {
    forSome((block, count) -> block.scores(chosen, count, exact, scores));
    return scores;
  }

  /** Sums by the kernels. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long[] sums() {
    forSome((block, count) -> block.addTo(chosen, count, coefficients, rowSums));
    rowSums.finish();
    return sums;
  }

  /** Reads as many bytes as the encoded rows have. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long read() {
    return limits.readAlone();
  }

  /** Scores by the simplest loop: row by row, output by output. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public double[] simpleScores() {
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < OUTPUTS; k++) {
        double score = 0;
        for (int at = 0; at < indices[i].length; at++) {
          score += values[i][at] * weights[indices[i][at] * OUTPUTS + k];
        }
        scores[k] = score;
      }
    }
    return scores;
  }

  /** Sums by the simplest loop. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long[] simpleSums() {
    for (int i = 0; i < ROWS; i++) {
      int of = i % chosen.length;
      for (int at = 0; at < indices[i].length; at++) {
        for (int k = 0; k < OUTPUTS; k++) {
          sums[indices[i][at] * OUTPUTS + k] +=
              coefficients[of * OUTPUTS + k] * (long) values[i][at];
        }
      }
    }
    return sums;
  }

  private interface Loop {
    void run(Block block, int count);
  }

  /** Runs the loop on all rows, as many at once as a block takes. */
  private void forSome(Loop loop) {
    for (int b = 0; b < rows.blocks(); b++) {
      Block block = rows.block(b);
      for (int from = 0; from < block.rows(); from += chosen.length) {
        int count = Math.min(chosen.length, block.rows() - from);
        for (int i = 0; i < count; i++) {
          chosen[i] = from + i;
        }
        loop.run(block, count);
      }
    }
  }
}
