// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.Guarantee;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that holds for ledgers, on a real server, and what only servers can do. */
@Tag("slow")
class LedgerInPostgresTest extends LedgerLaws {

  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.start();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String create(
      String name, Adjacency adjacency, Guarantee total, Composition composition) {
    String url = server.newSchema();
    Ledger.create(url, name, "people who bought something", adjacency, total, composition);
    return url;
  }

  private static String pure(double epsilon) {
    return create("customers", Adjacency.REPLACE_ONE, PureDp.of(epsilon), Composition.ADDITIVE);
  }

  private static String schema(String url) {
    return url.substring(url.lastIndexOf('=') + 1);
  }

  @Override
  Ledger ledger(String name, Adjacency adjacency, Guarantee total, Composition composition) {
    return Ledger.open(create(name, adjacency, total, composition), Randomness.secure());
  }

  @Test
  void whatWasSpentIsThereForTheNextProcess() {
    String url =
        create(
            "customers", Adjacency.REPLACE_LABEL, ApproximateDp.of(1, 1e-6), Composition.COMPOSED);
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      ledger.onBehalfOf("ada").spend(new Purpose("churn", "noisy-descent"), PureDp.of(0.25));
    }
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      assertThat(ledger.name()).isEqualTo("customers");
      assertThat(ledger.description()).isEqualTo("people who bought something");
      assertThat(ledger.adjacency()).isEqualTo(Adjacency.REPLACE_LABEL);
      LedgerEntry entry = ledger.entries().get(0);
      assertThat(entry.who()).isEqualTo("ada");
      assertThat(entry.learner()).isEqualTo("noisy-descent");
      assertThat(entry.hash()).hasSize(64);
      assertThat(ledger.balance().sum()).isEqualTo(Amount.of(PureDp.of(0.25)));
    }
  }

  @Test
  void oneSchemaHoldsOneLedger() {
    String url = pure(1);
    assertThatThrownBy(
            () ->
                Ledger.create(
                    url, "again", "", Adjacency.REPLACE_ONE, PureDp.of(9), Composition.ADDITIVE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is there already")
        .hasMessageNotContaining("user=");
    String empty = server.newSchema();
    assertThatThrownBy(() -> Ledger.open(empty, Randomness.secure()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("does not exist: create it with `demilune ledger create`");
    String missing = server.url("nowhere");
    assertThatThrownBy(
            () ->
                Ledger.create(
                    missing, "x", "", Adjacency.REPLACE_ONE, PureDp.of(9), Composition.ADDITIVE))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("create the schema that the URL names first");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE entry SET epsilon = '0.01'",
        "DELETE FROM entry",
        "TRUNCATE entry",
        "TRUNCATE ledger",
        "UPDATE ledger SET epsilon = '100'",
        "DELETE FROM head",
        "UPDATE head SET entries = 0",
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta) VALUES (4, 7, 'x', 'a', '1', '0')",
        "INSERT INTO ledger (id, name, adjacency, epsilon, delta)"
            + " VALUES (1, 'a', 'REPLACE_ONE', '9', '0')"
      })
  void otherProgramsCannotRewriteHistory(String statement) {
    String url = pure(1);
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      ledger.spend("a", PureDp.of(0.5));
    }
    assertThatThrownBy(() -> server.sql(schema(url), statement))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Ledger.verify(url).fault()).isEmpty();
  }

  /** Whoever owns the database can take triggers away; then the chain tells. */
  @Test
  void editsBehindTheTriggersAreFound() {
    String url = pure(1);
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      for (int i = 1; i <= 4; i++) {
        ledger.spend("spend " + i, PureDp.of(0.1));
      }
    }
    server.sql(
        schema(url),
        "DROP FUNCTION entry_no_update() CASCADE",
        "UPDATE entry SET epsilon = '0.01' WHERE number = 3");

    LedgerCheck check = Ledger.verify(url);
    assertThat(check.entries()).isEqualTo(2);
    assertThat(check.fault()).contains("entry 3 was edited, or does not belong after entry 2");
    assertThatThrownBy(() -> Ledger.open(url, Randomness.secure()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is damaged: see what `demilune ledger verify` says");
  }

  /** Two hundred spenders, each with a connection of its own, want more than there is. */
  @Test
  void twoHundredSpendersNeverOverspend() throws Exception {
    String url = pure(1);
    ExecutorService threads = Executors.newFixedThreadPool(200);
    List<Future<Integer>> results = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        String who = "spender " + i;
        Callable<Integer> spender =
            () -> {
              try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
                int spent = 0;
                for (; spent < 3; spent++) {
                  ledger.spend(who, PureDp.of(0.002));
                }
                return spent;
              } catch (BudgetRefusedException full) {
                return 0;
              }
            };
        results.add(threads.submit(spender));
      }
      for (Future<Integer> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      assertThat(ledger.entries()).hasSize(500); // 600 were wanted
      assertThat(ledger.left()).isEqualTo(Amount.ZERO);
    }
    assertThat(Ledger.verify(url).fault()).isEmpty();
  }

  /** Acknowledged spends survive, and the same ledger goes on when the server is back. */
  @Test
  void aServerThatCrashesLosesNothing() throws Exception {
    String url = pure(1_000);
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Ledger ledger = Ledger.open(url, Randomness.secure())) {
      List<Long> acknowledged = new ArrayList<>();
      Future<DemiluneException> broken =
          thread.submit(
              () -> {
                while (true) {
                  try {
                    acknowledged.add(ledger.spend("a", PureDp.of(0.001)).entry().number());
                  } catch (DemiluneException fault) {
                    return fault;
                  }
                }
              });
      while (ledger.entries().size() < 20) {
        Thread.onSpinWait();
      }
      server.crash();
      assertThat(broken.get()).hasMessageContaining("cannot be reached: see that the server runs");
      server.resume();

      int kept = ledger.entries().size();
      assertThat(kept).isBetween(acknowledged.size(), acknowledged.size() + 1);
      ledger.spend("after", PureDp.of(0.001));
      assertThat(ledger.entries()).hasSize(kept + 1);
    } finally {
      thread.shutdownNow();
    }
    assertThat(Ledger.verify(url).fault()).isEmpty();
  }

  @Test
  void anAddressWithoutServerIsOneSentence() {
    assertThatThrownBy(
            () ->
                Ledger.open("jdbc:postgresql://127.0.0.1:1/x?password=secret", Randomness.secure()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("ledger jdbc:postgresql://127.0.0.1:1/x cannot be reached")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Ledger.open("jdbc:postgresql://[nonsense", Randomness.secure()))
        .isInstanceOf(DemiluneException.class);
  }
}
