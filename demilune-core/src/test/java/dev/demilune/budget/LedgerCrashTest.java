// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed and racing. */
@Tag("slow")
class LedgerCrashTest {

  @TempDir Path directory;

  /**
   * Every acknowledged spend is there after kill -9, at most one more per kill is (charged, and
   * killed before it could say so), and the total holds.
   */
  @Test
  void acknowledgedSpendsSurviveKill9() throws Exception {
    Path file = directory.resolve("ledger.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, PureDp.of(1_000_000));
    List<String> acknowledged = new ArrayList<>();
    int kills = 6;
    for (int kill = 0; kill < kills; kill++) {
      Process process = SpendingProcess.start(file, "run" + kill, 0.001);
      try (BufferedReader output = process.inputReader()) {
        assertThat(line(output)).isEqualTo("ready");
        SpendingProcess.begin(process);
        for (int i = 0; i < 3 + 17 * kill; i++) { // let it get going, further each time
          acknowledged.add(line(output));
        }
        TimeUnit.MICROSECONDS.sleep(1_500L * kill); // and stop anywhere within a spend
        process.toHandle().destroyForcibly(); // unlike the process's own, leaves the pipe to read
        for (String line; (line = output.readLine()) != null; ) {
          acknowledged.add(line);
        }
      }
      assertThat(process.waitFor()).isEqualTo(137); // 128 + SIGKILL
    }

    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      List<String> recorded = ledger.entries().stream().map(LedgerEntry::purpose).toList();
      assertThat(recorded).containsAll(acknowledged).doesNotHaveDuplicates();
      assertThat(recorded.size() - acknowledged.size()).isBetween(0, kills);
      assertThat(acknowledged).hasSizeGreaterThan(200);
      assertThat(ledger.spent().epsilon())
          .isEqualByComparingTo(new BigDecimal("0.001").multiply(new BigDecimal(recorded.size())));
      ledger.spend("still works", PureDp.of(1));
    }
  }

  /** Three processes and four threads want far more than there is: all of it goes, no more. */
  @Test
  void racingSpendersNeverOverspend() throws Exception {
    Path file = directory.resolve("ledger.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, PureDp.of(1));
    double each = 0.003; // 333 fit, 0.001 stays
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(SpendingProcess.start(file, "process" + i, each));
    }
    for (Process process : processes) {
      assertThat(line(process.inputReader())).isEqualTo("ready"); // the same reader every time
    }
    List<String> acknowledged = new ArrayList<>();
    List<String> ofProcesses = new ArrayList<>();
    // However slow the machine is: every thread gets one spend, and so does some process.
    CountDownLatch threadsAreIn = new CountDownLatch(4);
    CountDownLatch processIsIn = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Ledger shared = Ledger.open(file, Randomness.secure())) {
      List<Future<List<String>>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String who = "thread" + i;
        Callable<List<String>> spender =
            () -> {
              shared.spend(who, PureDp.of(each));
              threadsAreIn.countDown();
              processIsIn.await();
              List<String> own = spendAll(shared, who, each);
              own.add(who);
              return own;
            };
        results.add(threads.submit(spender));
      }
      assertThat(threadsAreIn.await(1, TimeUnit.MINUTES)).isTrue();
      for (Process process : processes) {
        SpendingProcess.begin(process);
      }
      ofProcesses.add(line(processes.get(0).inputReader()));
      processIsIn.countDown();
      for (Future<List<String>> result : results) {
        acknowledged.addAll(result.get());
      }
    } finally {
      threads.shutdownNow();
    }
    for (Process process : processes) {
      try (BufferedReader output = process.inputReader()) {
        ofProcesses.addAll(output.lines().toList());
      }
      assertThat(process.waitFor()).isZero();
    }

    ofProcesses.removeIf(line -> line.equals("refused"));
    assertThat(acknowledged).as("threads took part").isNotEmpty();
    assertThat(ofProcesses).as("processes took part").isNotEmpty();
    acknowledged.addAll(ofProcesses);
    assertThat(acknowledged).hasSize(333).doesNotHaveDuplicates();
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      assertThat(ledger.entries())
          .extracting(LedgerEntry::purpose)
          .containsExactlyInAnyOrderElementsOf(acknowledged);
      assertThat(ledger.left().epsilon()).isEqualByComparingTo("0.001");
    }
  }

  /** The same where the price is a composition, which is computed while nobody else can spend. */
  @Test
  void racingSpendersNeverOverspendAComposition() throws Exception {
    Path file = directory.resolve("ledger.db");
    ApproximateDp total = ApproximateDp.of(1, 1e-6);
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, total);
    ApproximateDp each = ApproximateDp.of(0.2, 1e-7);
    PrivacyEvent event = new PrivacyEvent.GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    int acknowledged = 0;
    try (Ledger one = Ledger.open(file, Randomness.secure());
        Ledger other = Ledger.open(file, Randomness.secure())) {
      List<Future<Integer>> results = new ArrayList<>();
      for (Ledger ledger : List.of(one, other, one, other)) {
        Callable<Integer> spender = () -> spendAll(ledger, each, event);
        results.add(threads.submit(spender));
      }
      for (Future<Integer> result : results) {
        acknowledged += result.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(acknowledged).isGreaterThan(10); // by decimals only five would have fitted
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      assertThat(ledger.entries()).hasSize(acknowledged);
      assertThat(ledger.spent().epsilon()).isLessThanOrEqualTo(ledger.total().epsilon());
    }
    try (Ledger alone =
        Ledger.inMemory("alone", Adjacency.REPLACE_ONE, total, Randomness.secure())) {
      assertThat(acknowledged).isEqualTo(spendAll(alone, each, event)); // not one more or less
    }
  }

  private static int spendAll(Ledger ledger, ApproximateDp each, PrivacyEvent event) {
    for (int i = 0; ; i++) {
      try {
        ledger.spend("part", each, event);
      } catch (BudgetRefusedException refused) {
        return i;
      }
    }
  }

  @Test
  void aLedgerThatIsClosedSpendsNothing() {
    Path file = directory.resolve("ledger.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, PureDp.of(1));
    Ledger ledger = Ledger.open(file, Randomness.secure());
    ledger.close();
    ledger.close();

    assertThatThrownBy(() -> ledger.spend("late", PureDp.of(0.1)))
        .isInstanceOf(DemiluneException.class);
    try (Ledger again = Ledger.open(file, Randomness.secure())) {
      assertThat(again.entries()).isEmpty();
    }
  }

  private static List<String> spendAll(Ledger ledger, String who, double epsilon) {
    List<String> acknowledged = new ArrayList<>();
    for (int i = 0; ; i++) {
      try {
        ledger.spend(who + "-" + i, PureDp.of(epsilon));
      } catch (BudgetRefusedException refused) {
        return acknowledged;
      }
      acknowledged.add(who + "-" + i);
    }
  }

  private static String line(BufferedReader output) throws IOException {
    String line = output.readLine();
    assertThat(line).as("the process ended early").isNotNull();
    return line;
  }
}
