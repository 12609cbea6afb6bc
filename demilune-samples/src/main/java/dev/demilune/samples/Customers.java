// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.samples;

import dev.demilune.random.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes up a table of customers, some of whom leave: more of the young, the free and the rare
 * visitors.
 */
public final class Customers {

  private Customers() {}

  /** Writes a CSV file of made-up customers; the same seed writes the same file. */
  public static Path write(Path file, int rows, long seed) {
    Randomness randomness = Randomness.reproducible(seed).stream("customers");
    List<String> lines = new ArrayList<>();
    lines.add("age,plan,visits,churned");
    for (int i = 0; i < rows; i++) {
      double age = 18 + 70 * uniform(randomness);
      boolean pro = uniform(randomness) < 0.4;
      double visits = 300 * uniform(randomness) * uniform(randomness);
      double staying = (age - 45) / 15 + (pro ? 2 : -1) + (visits - 60) / 30;
      boolean churned = uniform(randomness) < 1 / (1 + Math.exp(staying));
      lines.add(
          String.format(
              Locale.ROOT,
              "%.0f,%s,%.0f,%s",
              age,
              pro ? "pro" : "free",
              visits,
              churned ? "yes" : "no"));
    }
    try {
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double uniform(Randomness randomness) {
    return (randomness.nextLong() >>> 11) * 0x1p-53;
  }
}
