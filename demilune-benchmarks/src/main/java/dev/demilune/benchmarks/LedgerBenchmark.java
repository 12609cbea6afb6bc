/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.benchmarks;

import dev.demilune.budget.Balance;
import dev.demilune.budget.Composition;
import dev.demilune.budget.Ledger;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Durable spends per second, and how long a long ledger takes to open and price. */
final class LedgerBenchmark {

  private static final int SPENDS = 1_500;
  private static final int LONG = 100_000;
  private static final ApproximateDp TOTAL = ApproximateDp.of(1_000, 1e-5);
  private static final ApproximateDp EACH = ApproximateDp.of(0.001, 1e-12);

  private LedgerBenchmark() {}

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Spends on an SQLite file, each synchronised to the disk before it returns, one after the other on one connection."
            + " And a ledger of "
            + String.format(Locale.ROOT, "%,d", LONG)
            + " entries: seconds until a new connection has read all of them, checked their hashes, and priced the total.");
    lines.add("");
    lines.add("| composition | spends per second | long ledger, seconds |");
    lines.add("|---|---|---|");
    for (Composition composition : List.of(Composition.ADDITIVE, Composition.COMPOSED)) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %.0f | %.1f |",
              composition.name().toLowerCase(Locale.ROOT),
              spendsPerSecond(composition),
              secondsToOpen(composition)));
      System.err.println(lines.get(lines.size() - 1));
    }
    return lines;
  }

  private static double spendsPerSecond(Composition composition) throws IOException {
    Path file = Files.createTempDirectory("ledger").resolve("ledger.db");
    Ledger.create(file, "benchmark", Adjacency.REPLACE_ONE, TOTAL, composition);
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      spend(ledger, SPENDS / 3); // warms up
      long start = System.nanoTime();
      spend(ledger, SPENDS);
      return SPENDS / ((System.nanoTime() - start) / 1e9);
    }
  }

  private static double secondsToOpen(Composition composition) throws IOException {
    // Where there is a disk in memory the entries are written there, only to have them sooner.
    Path memory = Path.of("/dev/shm");
    Path folder =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "ledger")
            : Files.createTempDirectory("ledger");
    Path file = folder.resolve("long.db");
    Ledger.create(file, "benchmark", Adjacency.REPLACE_ONE, TOTAL, composition);
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      spend(ledger, LONG);
    }
    long start = System.nanoTime();
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      Balance balance = ledger.balance();
      if (balance.entries().size() != LONG) {
        throw new IllegalStateException("entries were lost: " + balance.entries().size());
      }
      return (System.nanoTime() - start) / 1e9;
    } finally {
      Files.delete(file);
    }
  }

  private static void spend(Ledger ledger, int times) {
    for (int i = 0; i < times; i++) {
      ledger.spend("benchmark", EACH);
    }
  }
}
