// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.embed.Embedding;
import dev.demilune.embed.FourierFeatures;
import dev.demilune.embed.HadamardProjection;
import dev.demilune.embed.Kernel;
import dev.demilune.embed.SignProjection;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Time of the embeddings on one thread, on dense vectors.
 *
 * <p>Contenders take turns, so that a slow moment of the machine meets both; the median round
 * counts, in processor time of the thread.
 */
final class EmbeddingBenchmark {

  private static final int VECTORS = 64;
  private static final int WARM_UP_ROUNDS = 6;
  private static final int ROUNDS = 15;
  private static final double SECONDS_PER_ROUND = 0.1;

  private EmbeddingBenchmark() {}

  static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "The subsampled randomized Hadamard transform beside the dense sign projection (a matrix of"
            + " doubles, vectors one by one) and random Fourier features; dense vectors, one"
            + " thread, processor time.");
    lines.addAll(Markdown.table("| vectors | fast Hadamard | dense signs | times faster |"));
    lines.add(compared(60_000, 784, 512));
    lines.add(compared(60_000, 16_384, 512));
    lines.addAll(Markdown.table("| vectors | random Fourier features |"));
    Contender features =
        new Contender(FourierFeatures.of(Kernel.GAUSSIAN, 0.7, 784, 2_048, 1), vectors(784));
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      features.run(round);
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "| 60,000 × 784 to 2 × 2,048 | %.1f s |",
            60_000 * features.medianSeconds()));
    return lines;
  }

  private static String compared(int rows, int inputs, int outputs) {
    double[][] vectors = vectors(inputs);
    Contender fast = new Contender(HadamardProjection.of(inputs, outputs, 1), vectors);
    Contender dense = new Contender(SignProjection.of(inputs, outputs, 1), vectors);
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      fast.run(round);
      dense.run(round);
    }
    return String.format(
        Locale.ROOT,
        "| %,d × %,d to %d | %.2f s | %.2f s | %.1f |",
        rows,
        inputs,
        outputs,
        rows * fast.medianSeconds(),
        rows * dense.medianSeconds(),
        dense.medianSeconds() / fast.medianSeconds());
  }

  private static double[][] vectors(int inputs) {
    Randomness random = Randomness.reproducible(1).stream("vectors");
    double[][] vectors = new double[VECTORS][inputs];
    for (double[] vector : vectors) {
      for (int j = 0; j < inputs; j++) {
        vector[j] = (random.nextBits(20) * 0x1p-19 - 1) / inputs;
      }
    }
    return vectors;
  }

  private static final class Contender {

    final Embedding embedding;
    final double[][] vectors;
    final double[] image;
    final List<Double> seconds = new ArrayList<>();

    Contender(Embedding embedding, double[][] vectors) {
      this.embedding = embedding;
      this.vectors = vectors;
      this.image = new double[embedding.outputs()];
    }

    void run(int round) {
      long start = ProcessorTime.ofThread();
      int applied = 0;
      double spent;
      do {
        for (int i = 0; i < 8; i++) {
          embedding.apply(vectors[applied++ % VECTORS], image);
        }
        spent = (ProcessorTime.ofThread() - start) * 1e-9;
      } while (spent < SECONDS_PER_ROUND);
      if (round >= WARM_UP_ROUNDS) {
        seconds.add(spent / applied);
      }
    }

    double medianSeconds() {
      return ProcessorTime.median(seconds);
    }
  }
}
