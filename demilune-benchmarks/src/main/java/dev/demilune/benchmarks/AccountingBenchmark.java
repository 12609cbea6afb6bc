// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.Calibration;
import dev.demilune.accounting.Interval;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.accounting.PrivacyEvent.GaussianSum;
import dev.demilune.accounting.PrivacyEvent.Laplace;
import dev.demilune.accounting.PrivacyEvent.PoissonSampled;
import dev.demilune.accounting.PrivacyEvent.Repeated;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prices and calibrations beside those of a reference table, with their seconds.
 *
 * <p>The table was made with Google's dp_accounting at a discretization of 1e-4, on another day of
 * the same machine; it is looked for beside the data sets. Every round computes each row with a new
 * accountant, after warm-up rounds over all rows; the median and the slowest of the rounds are
 * printed.
 */
public final class AccountingBenchmark {

  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 7;

  private AccountingBenchmark() {}

  /** Prints the tables. */
  public static void main(String[] arguments) throws IOException {
    markdown().forEach(System.out::println);
  }

  /** Measures for about a minute and returns the lines of Markdown tables. */
  public static List<String> markdown() throws IOException {
    Path table = PublicData.folder().resolveSibling("reference").resolve("accounting.csv");
    if (!Files.exists(table)) {
      throw new DemiluneException("there is no reference table at " + table);
    }
    List<Row> rows = Files.readAllLines(table).stream().skip(1).map(Row::new).toList();
    for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      for (Row row : rows) {
        row.measure(round >= WARM_UP_ROUNDS);
      }
    }
    List<Row> prices = rows.stream().filter(row -> !row.isInverse()).toList();
    List<Row> noises = rows.stream().filter(Row::isInverse).toList();
    List<String> lines = new ArrayList<>();
    lines.add(
        "Certified upper bounds on ε beside the pessimistic ε of dp_accounting 0.6.0"
            + " (discretisation 1e-4), and noise multipliers beside its; seconds of warm calls"
            + " beside its.");
    lines.addAll(
        Markdown.table(
            "| | rows | ours / theirs, median | largest | seconds, median | slowest | times faster,"
                + " median | least |"));
    lines.add(summary("price at a δ", prices));
    lines.add(summary("noise for (ε, δ)", noises));
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT, "Largest heap in use at any time: %.0f MB.", peakHeap() / 0x1p20));
    lines.addAll(
        Markdown.table(
            "| event, δ | ours, between | | theirs | ours / theirs | ms | slowest | their ms |"));
    rows.forEach(row -> lines.add(row.line()));
    return lines;
  }

  private static String summary(String name, List<Row> rows) {
    double[] ratios = rows.stream().mapToDouble(Row::ratio).sorted().toArray();
    double[] seconds = rows.stream().mapToDouble(Row::median).sorted().toArray();
    double[] gains = rows.stream().mapToDouble(row -> row.theirs / row.median()).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %.4f | %.4f | %.4f | %.3f | %.0f | %.1f |",
        name,
        rows.size(),
        ratios[ratios.length / 2],
        ratios[ratios.length - 1],
        seconds[seconds.length / 2],
        seconds[seconds.length - 1],
        gains[gains.length / 2],
        gains[0]);
  }

  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }

  /** One question of the table. */
  private static final class Row {

    final String[] cells;
    final double theirs;
    final double[] seconds = new double[ROUNDS];
    int rounds;
    Interval answer;

    Row(String line) {
      this.cells = line.split(",", -1);
      this.theirs = number(9);
    }

    boolean isInverse() {
      return cells[0].startsWith("inverse_");
    }

    private double number(int column) {
      return Double.parseDouble(cells[column]);
    }

    void measure(boolean counts) {
      long start = System.nanoTime();
      answer = ask();
      if (counts) {
        seconds[rounds++] = (System.nanoTime() - start) * 1e-9;
        if (rounds == ROUNDS) {
          Arrays.sort(seconds);
        }
      }
    }

    private Interval ask() {
      double delta = number(4);
      if (isInverse()) {
        double noise = Calibration.smallestNoise(ApproximateDp.of(number(5), delta), this::event);
        return Interval.of(noise, noise);
      }
      return Accountant.best(event(number(1))).epsilonBetween(delta);
    }

    private PrivacyEvent event(double noise) {
      double rate = number(2);
      PrivacyEvent step =
          cells[0].equals("laplace")
              ? new Laplace(noise)
              : rate == 1
                  ? new GaussianSum(noise)
                  : new PoissonSampled(rate, Adjacency.ADD_OR_REMOVE_ONE, new GaussianSum(noise));
      return new Repeated(step, (long) number(3));
    }

    private double reference() {
      return isInverse() ? number(1) : number(5);
    }

    double ratio() {
      return answer.upper() / reference();
    }

    double median() {
      return seconds[ROUNDS / 2];
    }

    String line() {
      double rate = number(2);
      String noise = isInverse() ? "noise for ε = " + cells[5] : "σ = " + cells[1];
      return String.format(
          Locale.ROOT,
          "| %s%s, %s%s steps, %s | %.5f | %.5f | %.5f | %.4f | %.1f | %.1f | %.0f |",
          cells[0].equals("laplace") ? "Laplace " : "",
          noise,
          rate == 1 ? "" : String.format(Locale.ROOT, "rate %.4g, ", rate),
          cells[3],
          cells[4],
          answer.lower(),
          answer.upper(),
          reference(),
          ratio(),
          median() * 1000,
          seconds[ROUNDS - 1] * 1000,
          theirs * 1000);
    }
  }
}
