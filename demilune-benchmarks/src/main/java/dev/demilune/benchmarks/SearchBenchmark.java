// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.mechanism.FlatSearch;
import dev.demilune.mechanism.QuasiConcave;
import dev.demilune.mechanism.RecursiveSearch;
import dev.demilune.mechanism.StepFunction;
import dev.demilune.mechanism.ValueShift;
import dev.demilune.random.Randomness;
import dev.demilune.random.UniformInteger;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Private search over large ordered domains: what is promised, what is lost and how long it takes.
 *
 * <p>The function is the smaller of the numbers of rows on both sides of a point, for rows that lie
 * within one of 2^20 (or all) places anywhere in the domain. Lost is the mean over {@value #RUNS}
 * choices, in rows, from the median's depth; the promise is for all but one choice in twenty.
 */
public final class SearchBenchmark {

  static final int RUNS = 40;
  private static final int ROWS = 1000;
  private static final double EPSILON = 1;
  private static final double DELTA = 1e-6;
  private static final double FAILURE = 0.05;

  private SearchBenchmark() {}

  /** Prints the table. */
  public static void main(String[] arguments) {
    markdown().forEach(System.out::println);
  }

  /** Measures for less than a minute and returns the lines of a Markdown table. */
  public static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "1,000 rows, one replaced, ε = 1, δ = 1e-6; losses in rows, where 500 would be all."
            + " Promised with probability 0.95; lost on average of "
            + RUNS
            + " choices; milliseconds of the processor, median.");
    lines.addAll(
        Markdown.table(
            "| points | exponential mechanism promises | loses, rows in 2^20 places | anywhere |"
                + " recursion promises | loses, rows in 2^20 places | anywhere | ms |"));
    for (int bits : new int[] {32, 64, 128, 256, 1024, 4096, 100_000}) {
      BigInteger size = BigInteger.TWO.pow(bits);
      QuasiConcave flat = new FlatSearch(size, ValueShift.EITHER_WAY, EPSILON, FAILURE);
      QuasiConcave recursive =
          RecursiveSearch.of(size, ValueShift.EITHER_WAY, EPSILON, DELTA, FAILURE, 2);
      Measured flatNarrow = measure(flat, BigInteger.TWO.pow(20));
      Measured flatWide = measure(flat, size);
      Measured narrow = measure(recursive, BigInteger.TWO.pow(20));
      Measured wide = measure(recursive, size);
      lines.add(
          String.format(
              Locale.ROOT,
              "| 2^%d | %d | %.0f | %.0f | %d | %.0f | %.0f | %.1f |",
              bits,
              flat.loss(),
              flatNarrow.loss,
              flatWide.loss,
              recursive.loss(),
              narrow.loss,
              wide.loss,
              wide.milliseconds));
    }
    return lines;
  }

  private record Measured(double loss, double milliseconds) {}

  private static Measured measure(QuasiConcave search, BigInteger range) {
    Randomness randomness = Randomness.reproducible(20_261_116).stream("search");
    double lost = 0;
    List<Double> seconds = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      StepFunction depth = depth(search.size(), range, randomness);
      long start = ProcessorTime.ofThread();
      BigInteger point = search.choose(depth, ROWS / 2, randomness);
      seconds.add((ProcessorTime.ofThread() - start) * 1e-6);
      lost += ROWS / 2 - depth.valueAt(point);
    }
    return new Measured(lost / RUNS, ProcessorTime.median(seconds));
  }

  /** Half of the rows below a center and half above it: then the depth is a sum of steps. */
  private static StepFunction depth(BigInteger size, BigInteger range, Randomness randomness) {
    BigInteger start = UniformInteger.below(size.subtract(range).add(BigInteger.ONE), randomness);
    BigInteger half = range.shiftRight(1);
    StepFunction.Builder builder = StepFunction.builder(size);
    for (int i = 0; i < ROWS / 2; i++) {
      builder.add(start.add(UniformInteger.below(half, randomness)), 1);
      builder.add(start.add(half).add(UniformInteger.below(half, randomness)), -1);
    }
    return builder.build();
  }
}
