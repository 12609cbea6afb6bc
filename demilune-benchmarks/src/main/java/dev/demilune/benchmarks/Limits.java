// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.rows.BoundedDataset;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What the machine can do, measured: reading memory once, and multiplying and adding in the first
 * cache. These are the limits that training is compared with.
 */
final class Limits {

  private static final int CHUNK = 1 << 16; // of 8 bytes
  private static final int SUMS = 2_048; // doubles: two arrays fit in the first cache

  private final long[][] chunks;

  /** Numbers that take as many bytes as something else does. */
  Limits(long bytes) {
    int longs = (int) Math.max(1, Math.min(Integer.MAX_VALUE, bytes / Long.BYTES));
    chunks = new long[(longs + CHUNK - 1) / CHUNK][];
    for (int i = 0; i < chunks.length; i++) {
      chunks[i] = new long[Math.min(CHUNK, longs - i * CHUNK)];
      Arrays.fill(chunks[i], i); // a page that was never written to is not in memory
    }
  }

  /**
   * Returns the bytes of the encoded rows: of a block the fewer of 2 for each value and 4 for each
   * that is not zero.
   */
  static long bytes(BoundedDataset rows) {
    int[] values = new int[rows.features()];
    long bytes = 0;
    for (int b = 0; b < rows.blocks(); b++) {
      BoundedDataset.Block block = rows.block(b);
      long entries = 0;
      for (int i = 0; i < block.rows(); i++) {
        block.copyTo(i, values);
        entries += Arrays.stream(values).filter(value -> value != 0).count();
      }
      bytes += Math.min(2L * block.rows() * rows.features(), 4 * entries);
    }
    return bytes;
  }

  /** Reads everything once, on all processors; returns the sum, so that it is computed. */
  long read() {
    return IntStream.range(0, chunks.length).parallel().mapToLong(i -> sum(chunks[i])).sum();
  }

  /** Reads everything once, on this thread. */
  long readAlone() {
    long sum = 0;
    for (long[] chunk : chunks) {
      sum += sum(chunk);
    }
    return sum;
  }

  private static long sum(long[] chunk) {
    // Four sums: one would wait for each addition.
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 4 <= chunk.length; i += 4) {
      a += chunk[i];
      b += chunk[i + 1];
      c += chunk[i + 2];
      d += chunk[i + 3];
    }
    for (; i < chunk.length; i++) {
      a += chunk[i];
    }
    return a + b + c + d;
  }

  /**
   * Returns how many multiplications and additions of doubles, the numbers of our kernels, all
   * processors do in a second, by a plain loop that the compiler turns into vector instructions.
   */
  static double flopsPerSecond(int repetitions) {
    int workers = Runtime.getRuntime().availableProcessors();
    double best = 0;
    for (int round = 0; round < 8; round++) { // the first ones are compiled
      long start = System.nanoTime();
      double kept =
          IntStream.range(0, workers).parallel().mapToDouble(i -> multiplyAdd(repetitions)).sum();
      double seconds = (System.nanoTime() - start) / 1e9;
      if (Double.isNaN(kept)) {
        throw new IllegalStateException("the products are not finite");
      }
      best = Math.max(best, 2.0 * SUMS * repetitions * workers / seconds);
    }
    return best;
  }

  private static double multiplyAdd(int repetitions) {
    double[] from = new double[SUMS];
    double[] into = new double[SUMS];
    Arrays.fill(from, 0.5);
    for (int r = 0; r < repetitions; r++) {
      multiplyAdd(from, 1e-6, into);
    }
    return into[SUMS / 2];
  }

  private static void multiplyAdd(double[] from, double factor, double[] into) {
    for (int j = 0; j < into.length; j++) {
      into[j] += factor * from[j];
    }
  }
}
