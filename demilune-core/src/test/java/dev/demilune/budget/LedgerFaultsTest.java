// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.store.JdbcStore;
import dev.demilune.budget.store.SqliteDialect;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks, disks and crowds: whatever happens, nothing is counted less than it was. */
class LedgerFaultsTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("ledger.db");
  }

  private void create(double epsilon) {
    Ledger.create(file, "people", Adjacency.REPLACE_ONE, PureDp.of(epsilon), Composition.ADDITIVE);
  }

  private Ledger open() {
    return Ledger.open(file, Randomness.secure());
  }

  /**
   * Two hundred spenders on one file, in four processes and on 196 threads of ours that share some
   * connections, want more than there is.
   */
  @Tag("slow")
  @Test
  void twoHundredSpendersOnOneFileNeverOverspendAndLoseNothing() throws Exception {
    create(1);
    double each = 0.001; // a thousand fit
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(SpendingProcess.start(file, "process" + i, each));
    }
    for (Process process : processes) {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
    }
    ExecutorService threads = Executors.newFixedThreadPool(196);
    List<String> acknowledged = new ArrayList<>();
    List<Ledger> ledgers = new ArrayList<>();
    try {
      for (int i = 0; i < 14; i++) {
        ledgers.add(open());
      }
      CyclicBarrier together = new CyclicBarrier(196);
      List<Future<List<String>>> results = new ArrayList<>();
      for (int i = 0; i < 196; i++) {
        Ledger ledger = ledgers.get(i % ledgers.size());
        String who = "thread" + i;
        Callable<List<String>> spender =
            () -> {
              together.await();
              return spendUntilRefused(ledger, who, each);
            };
        results.add(threads.submit(spender));
      }
      for (Process process : processes) {
        SpendingProcess.begin(process);
      }
      for (Future<List<String>> result : results) {
        acknowledged.addAll(result.get());
      }
    } finally {
      threads.shutdownNow();
      ledgers.forEach(Ledger::close);
    }
    for (Process process : processes) {
      acknowledged.addAll(process.inputReader().lines().filter(l -> !l.equals("refused")).toList());
      assertThat(process.waitFor()).isZero();
    }

    assertThat(acknowledged).hasSize(1_000).doesNotHaveDuplicates();
    try (Ledger ledger = open()) {
      assertThat(ledger.entries())
          .extracting(LedgerEntry::purpose)
          .containsExactlyInAnyOrderElementsOf(acknowledged);
      assertThat(ledger.left()).isEqualTo(Amount.ZERO);
    }
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
  }

  private static List<String> spendUntilRefused(Ledger ledger, String who, double epsilon) {
    List<String> acknowledged = new ArrayList<>();
    for (int i = 0; ; i++) {
      String purpose = who + "-" + i;
      try {
        assertThat(ledger.spend(purpose, PureDp.of(epsilon)).entry().purpose()).isEqualTo(purpose);
      } catch (BudgetRefusedException refused) {
        return acknowledged;
      }
      acknowledged.add(purpose);
    }
  }

  /** Spends that share a transaction: one that does not fit is refused, the others go through. */
  @Test
  void oneRefusalInACrowdLeavesTheOthers() throws Exception {
    create(1);
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (Ledger ledger = open()) {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < 160; i++) {
        double epsilon = i % 4 == 0 ? 2 : 0.005; // every fourth can never fit
        Callable<Boolean> spender =
            () -> {
              try {
                ledger.spend("a", PureDp.of(epsilon));
                return true;
              } catch (BudgetRefusedException refused) {
                return false;
              }
            };
        results.add(threads.submit(spender));
      }
      for (int i = 0; i < results.size(); i++) {
        assertThat(results.get(i).get()).as("spend %d", i).isEqualTo(i % 4 != 0);
      }
      assertThat(ledger.spent()).isEqualTo(Amount.of(PureDp.of(0.6)));
    } finally {
      threads.shutdownNow();
    }
    assertThat(Ledger.verify(file.toString()).entries()).isEqualTo(120);
  }

  /** A transaction that fails takes all its spends with it, and nobody is told otherwise. */
  @Test
  void aTransactionThatFailsIsForgottenWhole() throws Exception {
    create(1);
    SqliteDialect dialect = new SqliteDialect(file, 1_000);
    try (Connection connection = dialect.connect();
        Statement statement = connection.createStatement();
        Ledger ledger = new Ledger(JdbcStore.on(dialect, connection), Randomness.secure())) {
      ledger.spend("before", PureDp.of(0.1));
      statement.execute( // fails as late as can be: after the entry was written and counted
          "CREATE TRIGGER late BEFORE UPDATE ON head BEGIN SELECT raise(ABORT, 'late'); END");
      assertThatThrownBy(() -> ledger.spend("lost", PureDp.of(0.2)))
          .isInstanceOf(DemiluneException.class);
      statement.execute("DROP TRIGGER late");

      assertThat(ledger.spent()).isEqualTo(Amount.of(PureDp.of(0.1)));
      ledger.spend("after", PureDp.of(0.9)); // all that is left
      assertThat(ledger.entries())
          .extracting(LedgerEntry::purpose)
          .containsExactly("before", "after");
    }
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
  }

  /** Times are written down and never decide: numbers give the order, hashes hold it. */
  @Test
  void aClockThatGoesBackwardsChangesNothing() {
    create(1);
    Instant start = Instant.parse("2026-11-16T12:00:00Z");
    try (Ledger ledger = open()) {
      for (int i = 0; i < 5; i++) {
        Clock clock = Clock.fixed(start.minus(Duration.ofDays(100L * i)), ZoneOffset.UTC);
        ledger.byClock(clock).spend("spend " + i, PureDp.of(0.1));
      }
      ledger
          .byClock(Clock.fixed(Instant.EPOCH.minusSeconds(1), ZoneOffset.UTC))
          .spend("before 1970", PureDp.of(0.1));
    }
    try (Ledger ledger = open()) {
      assertThat(ledger.entries())
          .extracting(LedgerEntry::purpose)
          .containsExactly("spend 0", "spend 1", "spend 2", "spend 3", "spend 4", "before 1970");
      assertThat(ledger.entries().get(4).time()).isEqualTo(start.minus(Duration.ofDays(400)));
      assertThat(ledger.spent().epsilon()).isEqualByComparingTo(new BigDecimal("0.6"));
      ledger.spend("now", PureDp.of(0.4));
    }
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
  }

  /** A small file system that really fills up, by someone else and by the ledger itself. */
  @Test
  void aDiskThatFillsUpRefusesAndForgetsNothing() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    mount(small, "size=256k");
    try {
      file = small.resolve("ledger.db");
      create(1_000);
      int acknowledged = 0;
      try (Ledger ledger = open()) {
        Path other = small.resolve("other");
        for (int k = 120; k > 0; k--) { // leaves less and less room
          String refused = spendOrRefusal(ledger);
          acknowledged += refused.isEmpty() ? 1 : 0;
          assertThat(refused).isIn("", fullDisk());
          fill(other);
        }
        assertThat(spendOrRefusal(ledger)).isEqualTo(fullDisk());
        Files.delete(other);
        assertThat(ledger.entries()).hasSize(acknowledged);
        for (String refused = ""; refused.isEmpty(); acknowledged += refused.isEmpty() ? 1 : 0) {
          refused = spendOrRefusal(ledger); // until the ledger alone fills the disk
        }
      }
      assertThat(acknowledged).isGreaterThan(20);
      mount(small, "remount,size=4m");
      try (Ledger ledger = open()) {
        assertThat(ledger.entries()).hasSize(acknowledged);
        ledger.spend("space again", PureDp.of(1));
      }
      assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
    } finally {
      run("umount", small.toString());
    }
  }

  private String fullDisk() {
    return "ledger file "
        + file
        + " could not be written: the disk may be full; free some space and try again";
  }

  private static String spendOrRefusal(Ledger ledger) {
    try {
      ledger.spend("a long purpose, to fill the disk soon: " + "x".repeat(100), PureDp.of(0.001));
      return "";
    } catch (DemiluneException refused) {
      return refused.getMessage();
    }
  }

  private static void fill(Path other) {
    try (var out =
        Files.newOutputStream(
            other,
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.APPEND)) {
      out.write(new byte[4096]);
    } catch (IOException full) {
      // That is what was wanted.
    }
  }

  /** A file system that nobody may write to, root neither. */
  @Test
  void aReadOnlyFileSystemRefusesEverySpend() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    mount(disk, "size=4m");
    try {
      file = disk.resolve("ledger.db");
      create(1);
      try (Ledger ledger = open()) {
        ledger.spend("before", PureDp.of(0.5));
      }
      mount(disk, "remount,ro");
      assertThatThrownBy(
              () -> {
                try (Ledger ledger = open()) {
                  ledger.spend("never", PureDp.of(0.1));
                }
              })
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("cannot be written: a spend has to be recorded");
      Path created = disk.resolve("new.db");
      assertThatThrownBy(() -> Ledger.create(created, "x", Adjacency.REPLACE_ONE, PureDp.of(1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageStartingWith("ledger file " + created + " cannot be created");
      mount(disk, "remount,rw");
      try (Ledger ledger = open()) {
        assertThat(ledger.spent()).isEqualTo(Amount.of(PureDp.of(0.5)));
      }
    } finally {
      run("umount", disk.toString());
    }
  }

  /** Reading must not bring a write lock with it for long: someone else's look changes nothing. */
  @Test
  void aReaderThatStaysNeverStopsSpends() throws SQLException {
    create(1);
    try (Connection reader = SqliteDialect.of(file).connect();
        Statement statement = reader.createStatement();
        Ledger ledger = open()) {
      statement.execute("BEGIN");
      statement.executeQuery("SELECT count(*) FROM entry").close();
      for (int i = 0; i < 50; i++) {
        ledger.spend("a", PureDp.of(0.01));
      }
      assertThat(ledger.entries()).hasSize(50);
      statement.execute("ROLLBACK");
    }
  }

  private static void mount(Path directory, String options) throws InterruptedException {
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", options, "tmpfs", directory.toString()) == 0;
    if (!mounted) {
      System.err.println(
          "SKIPPED: ledgers on a full or read-only disk are NOT tested, because this user may not"
              + " mount a small file system");
    }
    assumeTrue(mounted, "this user may not mount a small file system");
  }

  private static int run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // no such command here
    }
  }
}
