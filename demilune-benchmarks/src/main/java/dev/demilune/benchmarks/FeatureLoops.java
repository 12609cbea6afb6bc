// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.HadamardProjection;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.SignProjection;
import dev.demilune.random.Randomness;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One dense row of 784 features through the embeddings, on one thread. */
@State(Scope.Thread)
public class FeatureLoops {

  static final int INPUTS = 784;
  static final int OUTPUTS = 512;
  static final int FREQUENCIES = 2_048;

  private static final int ROWS = 64;

  private final double[][] rows = rows();
  private final Embedding hadamard = HadamardProjection.of(INPUTS, OUTPUTS, 1);
  private final Embedding signs = SignProjection.of(INPUTS, OUTPUTS, 1);
  private final Embedding fourier =
      FourierFeatures.of(Kernel.GAUSSIAN, 0.7, INPUTS, FREQUENCIES, 1);
  private final double[] image = new double[2 * FREQUENCIES];
  private final double[] projected = new double[OUTPUTS];
  private final float[][] matrix = new float[OUTPUTS][INPUTS];
  private final float[] line = new float[INPUTS];
  private int next;

  /** The fast Hadamard transform, subsampled. */
  @Benchmark
  public double[] hadamard() {
    hadamard.apply(row(), projected);
    return projected;
  }

  /** A dense matrix of signs. */
  @Benchmark
  public double[] denseSigns() {
    signs.apply(row(), projected);
    return projected;
  }

  /** Random Fourier features. */
  @Benchmark
  public double[] fourier() {
    fourier.apply(row(), image);
    return image;
  }

  /** As many multiplications and additions as the dense matrix needs, by a loop that vectorizes. */
  @Benchmark
  public float[] multiplyAdd() {
    float factor = (float) row()[0];
    for (float[] weights : matrix) {
      for (int j = 0; j < INPUTS; j++) {
        line[j] += factor * weights[j];
      }
    }
    return line;
  }

  private double[] row() {
    next = (next + 1) % ROWS;
    return rows[next];
  }

  private static double[][] rows() {
    Randomness random = Randomness.reproducible(1).stream("vectors");
    double[][] rows = new double[ROWS][INPUTS];
    for (double[] row : rows) {
      for (int j = 0; j < INPUTS; j++) {
        row[j] = (random.nextBits(20) * 0x1p-19 - 1) / INPUTS;
      }
    }
    return rows;
  }
}
