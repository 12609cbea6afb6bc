// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.mechanism.Exponential;
import dev.demilune.random.ExponentialRace;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * Candidates that the exponential mechanism weighs in a second, exactly, when their scores are
 * given.
 *
 * <p>Each line is one choice among {@value #CANDIDATES} streamed candidates, of which only the
 * leader is held. Seconds are of the thread's processor time, and the median of {@value #ROUNDS}
 * choices counts. The orders matter, because a candidate that takes the lead costs more than one
 * that loses: scores that fall from the first to the last are the worst case, where every candidate
 * leads.
 */
public final class ChoiceBenchmark {

  static final long CANDIDATES = 10_000_000;
  static final int ROUNDS = 7;

  private ChoiceBenchmark() {}

  /** Prints the table. */
  public static void main(String[] arguments) {
    markdown().forEach(System.out::println);
  }

  /** Measures for about a minute and returns the lines of a Markdown table. */
  public static List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| scores of 10^7 streamed candidates, one thread | ε | million candidates per processor"
            + " second, median |");
    lines.add("|---|---|---|");
    // A multiplicative hash scatters the scores without costing time of its own.
    LongUnaryOperator scattered = i -> (i * 0x9E3779B97F4A7C15L) >>> 34;
    lines.add(line("all equal", 1, i -> 7));
    lines.add(line("error counts among 10,000 rows", 1, i -> scattered.applyAsLong(i) % 10_000));
    lines.add(line("scattered up to 10^9", 1e-6, i -> scattered.applyAsLong(i) % 1_000_000_000));
    lines.add(line("rising by one", 0.1, i -> i));
    lines.add(line("falling by one, every candidate leads", 100, i -> -i));
    return lines;
  }

  private static String line(String name, double epsilon, LongUnaryOperator score) {
    Randomness randomness = Randomness.secure();
    List<Double> rates = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      long start = ProcessorTime.ofThread();
      ExponentialRace race = Exponential.of(epsilon).race(randomness);
      for (long i = 0; i < CANDIDATES; i++) {
        race.enter(score.applyAsLong(i));
      }
      if (race.winner() >= CANDIDATES) {
        throw new AssertionError("a winner that did not take part");
      }
      rates.add(CANDIDATES / ((ProcessorTime.ofThread() - start) * 1e-9));
    }
    double median = ProcessorTime.median(rates);
    return String.format(Locale.ROOT, "| %s | %s | %.1f |", name, epsilon, median * 1e-6);
  }
}
