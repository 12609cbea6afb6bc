// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Someone with a database editor, who took the triggers away first. */
class LedgerChainTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() {
    file = directory.resolve("customers.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, PureDp.of(1));
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      for (int i = 1; i <= 5; i++) {
        ledger.spend(new Purpose("spend " + i, "noisy-descent"), PureDp.of(0.1));
      }
    }
  }

  private void edit(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String trigger :
          new String[] {
            "entry_no_update",
            "entry_no_delete",
            "entry_in_order",
            "ledger_no_update",
            "head_in_order",
            "head_no_delete"
          }) {
        statement.execute("DROP TRIGGER " + trigger);
      }
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  static Stream<Arguments> edits() {
    String third = "entry 3 was edited, or does not belong after entry 2";
    String terms = "entry 1 or the ledger's terms were edited, or another entry was first";
    return Stream.of(
        Arguments.of("UPDATE entry SET epsilon = '0.01' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET delta = '1e-9' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET purpose = 'x' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET who = 'x' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET learner = 'x' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET time = '2020-01-01T00:00:00Z' WHERE number = 3", third),
        Arguments.of("UPDATE entry SET event = NULL WHERE number = 3", third),
        Arguments.of("UPDATE entry SET format = NULL WHERE number = 3", third),
        Arguments.of("UPDATE entry SET format = 5 WHERE number = 3", third),
        Arguments.of("UPDATE entry SET hash = upper(hash) WHERE number = 3", third),
        // A piece of one field moved to its neighbor.
        Arguments.of("UPDATE entry SET who = who || learner, learner = '' WHERE number = 3", third),
        Arguments.of("DELETE FROM entry WHERE number = 3", "entry 3 is missing: entry 4 is next"),
        Arguments.of(
            "DELETE FROM entry WHERE number = 5",
            "entries after number 4 were removed: there were 5"),
        Arguments.of("DELETE FROM entry", "entries after number 0 were removed: there were 5"),
        Arguments.of("UPDATE ledger SET epsilon = '100'", terms),
        Arguments.of("UPDATE ledger SET description = 'x'", terms),
        Arguments.of(
            "UPDATE head SET hash = (SELECT hash FROM entry WHERE number = 2)",
            "the ledger's record of its last entry, or its terms, were edited"));
  }

  @ParameterizedTest
  @MethodSource("edits")
  void everyEditIsFoundAndNothingMoreIsSpent(String statement, String found) throws SQLException {
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
    edit(statement);

    assertThat(Ledger.verify(file.toString()).fault()).contains(found);
    assertThatThrownBy(() -> Ledger.open(file, Randomness.secure()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void reorderedEntriesAreFound() throws SQLException {
    edit(
        "UPDATE entry SET number = 100 WHERE number = 2",
        "UPDATE entry SET number = 2 WHERE number = 4",
        "UPDATE entry SET number = 4 WHERE number = 100");

    assertThat(Ledger.verify(file.toString()).fault())
        .contains("entry 2 was edited, or does not belong after entry 1");
  }

  /** What the chain cannot find: all of it rewritten. A hash that was kept elsewhere can. */
  @Test
  void aRewrittenLedgerIsFoundByAHashThatWasKept() {
    LedgerCheck before = Ledger.verify(file.toString());
    Path other = directory.resolve("rewritten.db");
    Ledger.create(other, "customers", Adjacency.REPLACE_ONE, PureDp.of(1));
    try (Ledger ledger = Ledger.open(other, Randomness.secure())) {
      ledger.spend("spend 1", PureDp.of(0.01));
    }
    LedgerCheck after = Ledger.verify(other.toString());

    assertThat(after.fault()).isEmpty();
    assertThat(after.hash(0)).isEqualTo(before.hash(0)).isPresent();
    assertThat(after.hash(1)).isPresent().isNotEqualTo(before.hash(1));
    assertThat(after.hash(2)).isEmpty();
  }

  /** Cut off with the record of the last entry: only a hash that was kept tells. */
  @Test
  void aTailThatWasCutOffIsFoundByAHashThatWasKept() throws SQLException {
    String kept = Ledger.verify(file.toString()).hash(5).orElseThrow();
    edit(
        "DELETE FROM entry WHERE number > 3",
        "UPDATE head SET entries = 3, hash = (SELECT hash FROM entry WHERE number = 3)");
    LedgerCheck check = Ledger.verify(file.toString());

    assertThat(check.fault().orElseThrow()).startsWith("the trigger ");
    assertThat(check.entries()).isEqualTo(3);
    assertThat(check.hashes()).doesNotContain(kept);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DROP TRIGGER entry_no_delete | the trigger entry_no_delete, which keeps entries as they",
        "CREATE TRIGGER more AFTER UPDATE ON head BEGIN SELECT 1; END | is not the ledger's was"
            + " added: more",
        "CREATE VIEW old AS SELECT * FROM entry | is not the ledger's was added: old",
        "DROP TRIGGER entry_no_delete; CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry WHEN"
            + " FALSE BEGIN SELECT raise(ABORT, 'a ledger is append-only'); END | the trigger"
            + " entry_no_delete, which keeps entries as they are, is another one"
      })
  void changedTriggersAreFoundAndNothingIsSpent(String statements, String found)
      throws SQLException {
    try (Ledger opened = Ledger.open(file, Randomness.secure());
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement sql = connection.createStatement()) {
      for (String statement : statements.split("; (?=CREATE)", -1)) {
        sql.execute(statement);
      }
      assertThat(Ledger.verify(file.toString()).fault().orElseThrow()).contains(found);
      assertThatThrownBy(() -> opened.spend("more", PureDp.of(0.01)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("is not intact: ")
          .hasMessageContaining(found);
    }
    assertThatThrownBy(() -> Ledger.open(file, Randomness.secure()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining(found);
    assertThat(Ledger.verify(file.toString()).entries()).isEqualTo(5);
  }

  /** Someone who takes the hashes away is not given new ones by whoever looks. */
  @Test
  void aLedgerThatWasSetBackIsNotSealedByLooking() throws SQLException {
    edit("DROP TRIGGER schema_version_no_delete", "DELETE FROM schema_version WHERE version >= 3");
    assertThatThrownBy(() -> Ledger.verify(file.toString()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("has format 2, which has no hashes to verify");
  }

  /** Strict tables refuse texts that are missing; a hand-made one need not. */
  @Test
  void missingTextsAreDamage() throws SQLException {
    edit(
        "CREATE TABLE loose AS SELECT * FROM head",
        "DROP TABLE head",
        "ALTER TABLE loose RENAME TO head",
        "UPDATE head SET hash = NULL");
    assertThatThrownBy(() -> Ledger.verify(file.toString()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is damaged");
  }

  @Test
  void certificatesCarryTheHashOfTheirEntry() {
    try (Ledger ledger = Ledger.open(file, Randomness.secure())) {
      Allowance allowance = ledger.spend("spend 6", PureDp.of(0.1));
      assertThat(allowance.entry().hash())
          .isEqualTo(Ledger.verify(file.toString()).hash(6).orElseThrow());
    }
  }
}
