// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.Composition;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Durable spends per second, and how long a long ledger takes to open and to account for. */
final class LedgerBenchmark {

  private static final int SPENDS = 1_500;
  private static final int LONG = 100_000;
  private static final int THREADS = 32;
  private static final ApproximateDp TOTAL = ApproximateDp.of(1_000, 1e-5);
  private static final ApproximateDp EACH = ApproximateDp.of(0.001, 1e-12);

  private LedgerBenchmark() {}

  static List<String> markdown() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Spends on an SQLite file, each synchronised to the disk before it returns: by one thread,"
            + " one after the other, and by "
            + THREADS
            + " threads that share a ledger, where those that wait are synchronised together. The"
            + " disk itself synchronised "
            + String.format(Locale.ROOT, "%.0f", synchronizationsPerSecond())
            + " times a second just before, which one thread cannot exceed. And a ledger of "
            + String.format(Locale.ROOT, "%,d", LONG)
            + " entries: seconds until a new connection has read all of them, checked their hashes,"
            + " and priced the total.");
    lines.addAll(
        Markdown.table(
            "| composition | spends per second, one thread | "
                + THREADS
                + " threads | long ledger, seconds |"));
    for (Composition composition : List.of(Composition.ADDITIVE, Composition.COMPOSED)) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %.0f | %.0f | %.1f |",
              composition.name().toLowerCase(Locale.ROOT),
              spendsPerSecond(composition, 1),
              spendsPerSecond(composition, THREADS),
              secondsToOpen(composition)));
      System.err.println(lines.get(lines.size() - 1));
    }
    return lines;
  }

  /** What the disk can do: a page written and synchronized, again and again. */
  private static double synchronizationsPerSecond() throws IOException {
    Path file = Files.createTempDirectory("ledger").resolve("pages");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long start = System.nanoTime();
      for (int i = 0; i < SPENDS; i++) {
        channel.write(ByteBuffer.allocate(8192));
        channel.force(true);
      }
      return SPENDS / ((System.nanoTime() - start) / 1e9);
    } finally {
      Files.delete(file);
    }
  }

  private static double spendsPerSecond(Composition composition, int threads) throws IOException {
    Path file = Files.createTempDirectory("ledger").resolve("ledger.db");
    Ledger.create(file, "benchmark", Adjacency.REPLACE_ONE, TOTAL, composition);
    int each = threads == 1 ? SPENDS : 4 * SPENDS / threads;
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      spend(ledger, SPENDS / 3); // warms up
      List<Thread> spenders = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        spenders.add(new Thread(() -> spend(ledger, each)));
      }
      long start = System.nanoTime();
      spenders.forEach(Thread::start);
      for (Thread spender : spenders) {
        spender.join();
      }
      return threads * each / ((System.nanoTime() - start) / 1e9);
    } catch (InterruptedException e) {
      throw new IOException(e);
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
