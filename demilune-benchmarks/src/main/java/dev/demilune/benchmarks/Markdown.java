// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** Lines of Markdown. */
final class Markdown {

  private Markdown() {}

  /** A blank line, the head of a table and the rule below it. */
  static List<String> table(String head) {
    long columns = head.chars().filter(c -> c == '|').count() - 1;
    return List.of("", head, "|---".repeat((int) columns) + "|");
  }

  /** Returns one row of a table, and prints it to show progress. */
  static String row(String... cells) {
    String row = "| " + String.join(" | ", cells) + " |";
    System.err.println(row);
    return row;
  }

  /** One row: its title, and what each value becomes. */
  static String row(String title, double[] values, DoubleFunction<String> cell) {
    return row(
        Stream.concat(Stream.of(title), Arrays.stream(values).mapToObj(cell))
            .toArray(String[]::new));
  }
}
