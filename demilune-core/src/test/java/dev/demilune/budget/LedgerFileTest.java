// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.GaussianCalibration;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.store.JdbcStore;
import dev.demilune.budget.store.SqliteDialect;
import dev.demilune.budget.store.SqliteFaults;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import dev.demilune.privacy.ApproximateDp;
import dev.demilune.privacy.PureDp;
import dev.demilune.random.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class LedgerFileTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() {
    file = directory.resolve("customers.db");
    Ledger.create(file, "customers", Adjacency.REPLACE_ONE, ApproximateDp.of(1, 1e-6));
  }

  private Ledger open() {
    return Ledger.open(file, Randomness.secure());
  }

  private void refusedToOpen(String sentence) {
    assertThatThrownBy(this::open)
        .isInstanceOf(DemiluneException.class)
        .hasMessageStartingWith("ledger file " + file + " ")
        .hasMessageContaining(sentence);
  }

  private void sql(String... statements) throws SQLException {
    sql(file, statements);
  }

  private static void sql(Path where, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + where);
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  @Test
  void whatWasSpentIsThereAfterReopening() {
    try (Ledger ledger = open()) {
      ledger.spend("a", ApproximateDp.of(0.1, 1e-7));
      ledger.spend("b", PureDp.of(0.2));
    }
    try (Ledger ledger = open()) {
      assertThat(ledger.name()).isEqualTo("customers");
      assertThat(ledger.adjacency()).isEqualTo(Adjacency.REPLACE_ONE);
      assertThat(ledger.total()).isEqualTo(Amount.of(ApproximateDp.of(1, 1e-6)));
      assertThat(ledger.entries()).extracting(LedgerEntry::purpose).containsExactly("a", "b");
      assertThat(ledger.composition()).isEqualTo(Composition.COMPOSED);
      assertThat(ledger.entries())
          .extracting(LedgerEntry::event)
          .containsExactly(new PrivacyEvent.Approximate(0.1, 1e-7), new PrivacyEvent.Pure(0.2));
      assertThat(ledger.balance().sum()).isEqualTo(Amount.of(ApproximateDp.of(0.3, 1e-7)));
    }
  }

  @Test
  void twoOpenLedgersSeeEachOther() {
    try (Ledger one = open();
        Ledger other = open()) {
      one.spend("a", PureDp.of(0.6));

      assertThat(other.entries()).hasSize(1);
      assertThatThrownBy(() -> other.spend("b", PureDp.of(0.6)))
          .isInstanceOf(BudgetRefusedException.class)
          .hasMessageContaining("'a' ε=0.6");
    }
  }

  /** The two settings on which durability rests, asked of the file and of our connection. */
  @Test
  void everySpendIsSynchronized() throws SQLException {
    try (Connection connection = new SqliteDialect(file, 1_000).connect();
        Statement statement = connection.createStatement()) {
      try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode")) {
        assertThat(mode.getString(1)).isEqualTo("wal");
      }
      try (ResultSet level = statement.executeQuery("PRAGMA synchronous")) {
        assertThat(level.getInt(1)).isEqualTo(2); // FULL
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE entry SET epsilon = '0.01'",
        "DELETE FROM entry",
        "UPDATE ledger SET epsilon = '100'",
        "DELETE FROM ledger",
        "INSERT OR REPLACE INTO entry (number, time, purpose, epsilon, delta, event) VALUES (1,"
            + " '2026-01-01T00:00:00Z', 'a', '0.01', '0', NULL)",
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 7,"
            + " '2026-01-01T00:00:00Z', 'a', '0.01', '0', NULL)",
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 2,"
            + " '2026-01-01T00:00:00Z', 'a', '-0.5', '0', NULL)",
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 2,"
            + " '2026-01-01T00:00:00Z', 'a', '0.5', '1', NULL)",
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 2,"
            + " '2026-01-01T00:00:00Z', '', '0.5', '0', NULL)",
        "UPDATE ledger SET adjacency = 'ADD_OR_REMOVE_ONE'",
        "INSERT INTO ledger (id, name, adjacency, epsilon, delta) VALUES (2, 'b', 'REPLACE_ONE',"
            + " '0.5', '0')",
        "INSERT OR REPLACE INTO ledger (id, name, adjacency, epsilon, delta) VALUES (1,"
            + " 'customers', 'REPLACE_ONE', '100', '0.5')",
        "UPDATE ledger SET composition = 'COMPOSED'",
        "DELETE FROM head",
        "UPDATE head SET hash = lower(hash)",
        "UPDATE head SET entries = 0"
      })
  void otherProgramsCannotRewriteHistory(String statement) {
    try (Ledger ledger = open()) {
      ledger.spend("a", PureDp.of(0.5));
    }
    assertThatThrownBy(() -> sql(statement)).isInstanceOf(SQLException.class);
    try (Ledger ledger = open()) {
      assertThat(ledger.balance().sum()).isEqualTo(Amount.of(PureDp.of(0.5)));
      assertThat(ledger.total()).isEqualTo(Amount.of(ApproximateDp.of(1, 1e-6)));
    }
  }

  /** A file as version 1 wrote it: it is brought up to date, and goes on adding. */
  @Test
  void olderFormatsAreBroughtUpToDateAndStayAdditive() throws Exception {
    versionOne();
    byte[] before = Files.readAllBytes(file);
    refusedToOpen("has format 1, and this version of Demilune writes format 5");
    refusedToOpen("`demilune ledger upgrade`");
    assertThat(Files.readAllBytes(file)).isEqualTo(before); // looking changes nothing

    assertThat(Ledger.upgrade(file.toString())).isEqualTo(1);
    assertThat(Ledger.upgrade(file.toString())).isEqualTo(5); // done already
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
    try (Ledger one = open();
        Ledger other = open()) {
      assertThat(one.composition()).isEqualTo(Composition.ADDITIVE);
      assertThat(one.entries())
          .extracting(LedgerEntry::event)
          .containsExactly(new PrivacyEvent.Pure(0.25), new PrivacyEvent.Approximate(0.25, 5e-7));
      other.spend("new", ApproximateDp.of(0.5, 5e-7));
      assertThat(one.left()).isEqualTo(Amount.ZERO);
      assertThat(one.entries()).hasSize(3);
      assertThat(one.balance().reliesOn()).isEmpty();
    }
    assertThat(Files.readAllBytes(file)).isNotEqualTo(before);
    assertThatThrownBy(() -> sql("UPDATE entry SET event = '{}'")).isInstanceOf(SQLException.class);
    // A program of version 1 that still has the file open cannot charge past us.
    assertThatThrownBy(
            () -> sql("INSERT INTO entry VALUES (4, '2026-01-01T00:00:00Z', 'a', '0.1', '0')"))
        .isInstanceOf(SQLException.class);
  }

  /**
   * A composed ledger of format 3, whose entries were admitted as a list: it keeps them, says what
   * that relied on, and admits no more than the rule of today.
   */
  @Test
  void entriesThatWereComposedAsAListAreKeptAndSaid() throws SQLException {
    ApproximateDp each = ApproximateDp.of(0.2, 1e-7);
    PrivacyEvent event = new PrivacyEvent.GaussianSum(GaussianCalibration.noiseMultiplier(each, 1));
    String text = EventJson.write(event).toString();
    double cost = Accountant.best(new PrivacyEvent.Repeated(event, 25)).epsilon(1e-6);
    assertThat(cost).isBetween(0.95, 1.0); // so format 3 admitted 25 of them
    for (int entries : new int[] {10, 25}) {
      Path old = directory.resolve("old" + entries + ".db");
      Ledger.create(old, "old", Adjacency.REPLACE_ONE, ApproximateDp.of(1, 1e-6));
      List<String> sql = new ArrayList<>();
      sql.add("DROP TRIGGER entry_format");
      sql.add("ALTER TABLE entry DROP COLUMN format");
      sql.add("ALTER TABLE entry DROP COLUMN table_columns");
      sql.add("ALTER TABLE ledger DROP COLUMN table_columns");
      sql.add("DROP TRIGGER schema_version_no_delete");
      sql.add("DELETE FROM schema_version WHERE version >= 4");
      sql.add("DROP TABLE head");
      sql.add("DELETE FROM schema_version WHERE version = 3");
      for (String column : List.of("hash", "learner", "who")) {
        sql.add("ALTER TABLE entry DROP COLUMN " + column);
      }
      sql.add("ALTER TABLE ledger DROP COLUMN description");
      for (int i = 1; i <= entries; i++) {
        sql.add(
            String.format(
                "INSERT INTO entry (number, time, purpose, epsilon, delta, event) VALUES (%d,"
                    + " '2026-01-01T00:00:00Z', 'a', '0.2', '1e-7', '%s')",
                i, text));
      }
      sql(old, sql.toArray(String[]::new)); // format 2, from before there were hashes
      assertThat(Ledger.upgrade(old.toString())).isEqualTo(2);

      try (Ledger ledger = Ledger.open(old, Randomness.secure())) {
        assertThat(ledger.entries()).hasSize(entries);
        assertThat(ledger.balance().reliesOn())
            .containsExactly(
                "none of the events of entries 1 to "
                    + entries
                    + ", from before ledgers allowed it, was chosen by looking at earlier outputs");
        if (entries == 10) {
          ledger.spend("one more", each, event);
          // A program of format 3 that still has the file open cannot charge by its own rule.
          assertThatThrownBy(
                  () ->
                      sql(
                          old,
                          "INSERT INTO entry (number, time, purpose, epsilon, delta, event, hash)"
                              + " VALUES (12, '2026-01-01T00:00:00Z', 'a', '0.1', '0', '{}', '')"))
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("entries are added under the rule of format 4");
          assertThat(ledger.left().epsilon().signum()).isPositive();
        } else {
          assertThat(ledger.spent().epsilon().doubleValue()).isGreaterThan(cost);
          assertThat(ledger.left().epsilon()).isZero();
          assertThatThrownBy(() -> ledger.spend("one more", PureDp.of(1e-9)))
              .isInstanceOf(BudgetRefusedException.class);
        }
      }
    }
  }

  /** What was edited is not given new hashes or triggers. */
  @Test
  void aLedgerThatIsNotIntactIsNotBroughtUpToDate() throws SQLException {
    sql(
        "DROP TRIGGER entry_format",
        "ALTER TABLE entry DROP COLUMN format",
        "ALTER TABLE entry DROP COLUMN table_columns",
        "ALTER TABLE ledger DROP COLUMN table_columns",
        "DROP TRIGGER schema_version_no_delete",
        "DELETE FROM schema_version WHERE version >= 4");
    assertThatThrownBy(() -> Ledger.upgrade(file.toString()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is not intact: the trigger schema_version_no_delete");
  }

  /** A ledger of format 4 goes on, with the same hashes, and is tied by its next spend. */
  @Test
  void aLedgerThatNamesNoTableIsTiedByItsNextSpend() throws SQLException {
    try (Ledger ledger = open()) {
      ledger.spend("a", PureDp.of(0.25));
    }
    String hash = Ledger.verify(file.toString()).hash(1).orElseThrow();
    sql(
        "ALTER TABLE entry DROP COLUMN table_columns",
        "ALTER TABLE ledger DROP COLUMN table_columns",
        "DROP TRIGGER schema_version_no_delete",
        "DELETE FROM schema_version WHERE version = 5",
        "CREATE TRIGGER schema_version_no_delete BEFORE DELETE ON schema_version WHEN TRUE"
            + " BEGIN SELECT raise(ABORT, 'a ledger is append-only'); END");
    refusedToOpen("has format 4, and this version of Demilune writes format 5");
    assertThat(Ledger.verify(file.toString()).fault()).isEmpty();
    assertThat(Ledger.upgrade(file.toString())).isEqualTo(4);
    assertThat(Ledger.verify(file.toString()).hash(1)).contains(hash);
    TableColumns people = TableColumns.named(List.of("age", "income"));
    try (Ledger ledger = open()) {
      assertThat(ledger.table()).isEmpty();
      ledger.forTable(people).spend("b", PureDp.of(0.25));
      assertThat(ledger.table()).contains(people);
    }
  }

  /** Which table an entry is for is under its hash, and that of the terms under all hashes. */
  @ParameterizedTest
  @ValueSource(strings = {"entry", "ledger"})
  void anEditOfTheTableIsFound(String where) throws SQLException {
    Path tied = directory.resolve("tied.db");
    Optional<TableColumns> people = Optional.of(TableColumns.named(List.of("age", "income")));
    Ledger.create(
        tied.toString(),
        "people",
        "",
        Adjacency.REPLACE_ONE,
        ApproximateDp.of(1, 1e-6),
        Composition.COMPOSED,
        people);
    try (Ledger ledger = Ledger.open(tied, Randomness.secure())) {
      assertThat(ledger.table()).isEqualTo(people);
      ledger.forTable(people.get()).spend("a", PureDp.of(0.25));
    }
    assertThat(Ledger.verify(tied.toString()).steps())
        .allMatch(LedgerCheck.Step::passed)
        .extracting(LedgerCheck.Step::what)
        .containsExactly("entries", "last entry", "triggers and views", "total", "table");
    for (String other : List.of("''", "'" + "0".repeat(64) + "'")) {
      Path edited = directory.resolve("edited.db");
      try {
        Files.copy(tied, edited, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      String guard = where + "_no_update";
      sql(
          edited,
          "DROP TRIGGER " + guard,
          "UPDATE " + where + " SET table_columns = " + other,
          "CREATE TRIGGER "
              + guard
              + " BEFORE UPDATE ON "
              + where
              + " WHEN TRUE BEGIN SELECT raise(ABORT, 'a ledger is append-only'); END");
      assertThat(Ledger.verify(edited.toString()).fault().orElseThrow())
          .contains("entry 1 or the ledger's terms were edited");
      assertThatThrownBy(() -> Ledger.open(edited, Randomness.secure()))
          .isInstanceOf(DemiluneException.class);
    }
  }

  /** Undoes versions 2 to 5: what is left is the schema of version 1, letter by letter. */
  private void versionOne() throws SQLException {
    sql(
        "DROP TABLE head",
        "DROP TRIGGER entry_format",
        "ALTER TABLE entry DROP COLUMN format",
        "ALTER TABLE entry DROP COLUMN table_columns",
        "ALTER TABLE ledger DROP COLUMN table_columns",
        "ALTER TABLE entry DROP COLUMN hash",
        "ALTER TABLE entry DROP COLUMN learner",
        "ALTER TABLE entry DROP COLUMN who",
        "ALTER TABLE ledger DROP COLUMN description",
        "ALTER TABLE ledger DROP COLUMN composition",
        "ALTER TABLE entry DROP COLUMN event",
        "DROP TRIGGER schema_version_no_delete",
        "DELETE FROM schema_version WHERE version >= 2",
        "CREATE TRIGGER schema_version_no_delete BEFORE DELETE ON schema_version"
            + " BEGIN SELECT raise(ABORT, 'a ledger is append-only'); END",
        "INSERT INTO entry VALUES (1, '2026-01-01T00:00:00Z', 'a', '0.25', '0')",
        "INSERT INTO entry VALUES (2, '2026-01-01T00:00:00Z', 'b', '0.25', '5e-7')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "nonsense",
        "{\"kind\": \"magic\"}",
        "{\"kind\": \"pure\", \"epsilon\": -1}",
        "{\"kind\": \"pure\", \"epsilon\": 0.5} and more"
      })
  void nonsenseInAnEventIsDamage(String event) throws SQLException {
    sql(
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 1,"
            + " '2026-01-01T00:00:00Z', 'a', '0.5', '0', '"
            + event
            + "')");
    refusedToOpen("is damaged");
  }

  @Test
  void eventsNestedTenThousandDeepAreDamage() throws SQLException {
    String deep =
        "{\"kind\":\"repeated\",\"times\":1,\"event\":".repeat(10_000)
            + "{\"kind\":\"pure\",\"epsilon\":1}"
            + "}".repeat(10_000);
    sql(
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 1,"
            + " '2026-01-01T00:00:00Z', 'a', '0.5', '0', '"
            + deep
            + "')");
    refusedToOpen("is damaged");
  }

  @Test
  void aFileThatIsThereIsNotOverwritten() {
    assertThatThrownBy(() -> Ledger.create(file, "again", Adjacency.REPLACE_ONE, PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "file "
                + file
                + " is there already: open it, or choose another name for the new ledger");
    try (Ledger ledger = open()) {
      assertThat(ledger.name()).isEqualTo("customers");
    }
  }

  @Test
  void aMissingDirectoryAndAStrangeNameAreRefused() {
    assertThatThrownBy(
            () ->
                Ledger.create(
                    directory.resolve("no/x.db"), "x", Adjacency.REPLACE_ONE, PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("its directory does not exist");
    Path strange = directory.resolve("x?mode=memory");
    assertThatThrownBy(() -> Ledger.create(strange, "x", Adjacency.REPLACE_ONE, PureDp.of(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("must not have a ? in its name");
    assertThat(strange).doesNotExist();
  }

  @Test
  void aMissingFileIsNotANewLedger() throws IOException {
    Files.delete(file);

    refusedToOpen("does not exist: create one with `demilune ledger create`");
    assertThat(file).doesNotExist();
  }

  @Test
  void otherFilesAreNotLedgers() throws IOException, SQLException {
    Files.writeString(file, "name,epsilon\ncustomers,1\n".repeat(200));
    refusedToOpen("is not a ledger");
    Files.write(file, new byte[0]);
    refusedToOpen("is not a ledger");
    sql("CREATE TABLE mine (x)");
    byte[] before = Files.readAllBytes(file);
    refusedToOpen("is not a ledger");
    assertThat(Files.readAllBytes(file)).isEqualTo(before); // looked at, not touched
    Files.delete(file);
    Files.createDirectory(file);
    refusedToOpen("does not exist");
  }

  /** A seeded fit protects nobody: its charge must not stand among those of private fits. */
  @Test
  void aSeededRandomnessIsRefused() {
    assertThatThrownBy(() -> Ledger.open(file, Randomness.reproducible(1)))
        .isInstanceOf(DemiluneException.class)
        .hasMessage(
            "ledger file "
                + file
                + " records private fits only, and a seeded fit protects nobody: use"
                + " Randomness.secure(), or Ledger.inMemory for a seeded experiment");
  }

  @Test
  void anUnknownAdjacencyIsDamage() throws SQLException {
    sql(
        "DROP TRIGGER ledger_no_update",
        "PRAGMA ignore_check_constraints = ON",
        "UPDATE ledger SET adjacency = 'SOMETHING'");
    refusedToOpen("is damaged");
  }

  @Test
  void newerFormatsAreRefused() throws SQLException {
    sql("INSERT INTO schema_version VALUES (6)");

    refusedToOpen("is from a newer version of Demilune (ledger format 6, this one knows 5)");
    assertThatThrownBy(() -> Ledger.upgrade(file.toString()))
        .isInstanceOf(DemiluneException.class)
        .hasMessageContaining("is from a newer version");
  }

  @Test
  void damagedFilesAreRefusedWhereverTheyAreCut() throws IOException {
    try (Ledger ledger = open()) {
      for (int i = 0; i < 200; i++) {
        ledger.spend("a long purpose, to fill several pages: " + i, PureDp.of(0.001));
      }
    }
    byte[] whole = Files.readAllBytes(file);
    for (int pages = 1; pages * 4096 < whole.length; pages++) {
      Files.write(file, Arrays.copyOf(whole, pages * 4096));
      refusedToOpen("is damaged: see what `demilune ledger verify` says, and restore it");
    }
    Files.write(file, Arrays.copyOf(whole, 50));
    refusedToOpen("is ");
    byte[] scribbled = whole.clone();
    Arrays.fill(scribbled, 4096, whole.length, (byte) 0x5a);
    Files.write(file, scribbled);
    refusedToOpen("is damaged");
  }

  /** Two names would have two logs, and spenders would not see each other. */
  @Test
  void aSecondNameIsRefused() throws IOException {
    try (Ledger ledger = open()) {
      ledger.spend("one", PureDp.of(0.1));
    }
    Path second = directory.resolve("second.db");
    Files.createLink(second, file);
    refusedToOpen("has another name as well (a hard link): remove one, and use the other");
    Files.delete(second);
    open().close();
  }

  /** What is written to a file that has lost its name would be lost with it. */
  @Test
  void aFileInThePlaceOfAnOpenLedgerIsNoticed() throws IOException {
    Path backup = directory.resolve("backup.db");
    Files.copy(file, backup);
    try (Ledger ledger = open()) {
      ledger.spend("one", PureDp.of(0.1));
      Files.move(backup, file, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> ledger.spend("two", PureDp.of(0.1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageEndingWith("was replaced by another file while it was open: open it again");
    }
  }

  /** Nothing is charged where a trigger of others could take it away again. */
  @Test
  void aSpendThatWouldBeUndoneBehindItsBackIsRefused() throws SQLException {
    try (Ledger ledger = open()) {
      sql(
          "DROP TRIGGER entry_no_delete",
          "DROP TRIGGER head_in_order",
          "CREATE TRIGGER undo AFTER UPDATE ON head WHEN NEW.entries > 0 BEGIN"
              + " DELETE FROM entry; UPDATE head SET entries = 0, hash = OLD.hash; END");
      assertThatThrownBy(() -> ledger.spend("one", PureDp.of(0.1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("is not intact: the trigger entry_no_delete");
      assertThat(ledger.entries()).isEmpty();
    }
    refusedToOpen("is not intact: the trigger entry_no_delete");
  }

  @Test
  void contentsThatNoSpendCouldHaveWrittenAreDamage() throws SQLException {
    sql(
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 1,"
            + " '2026-01-01T00:00:00Z', 'a', '5', '0', NULL)");
    refusedToOpen("is damaged");
  }

  @Test
  void nonsenseInACellIsDamage() throws SQLException {
    sql(
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 1, 'yesterday',"
            + " 'a', '0.5', '0', NULL)");
    refusedToOpen("is damaged");
  }

  @Test
  void numbersOfUnreasonableLengthAreDamage() throws SQLException {
    sql(
        "INSERT INTO entry (format, number, time, purpose, epsilon, delta, event) VALUES (4, 1,"
            + " '2026-01-01T00:00:00Z', 'a', '1e999999999', '0', NULL)");
    refusedToOpen("is damaged");
  }

  @Test
  void aFileLockedForLongIsRefusedAndNothingIsSpent() throws SQLException {
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = other.createStatement();
        Ledger ledger =
            new Ledger(JdbcStore.open(new SqliteDialect(file, 50)), Randomness.secure())) {
      statement.execute("BEGIN IMMEDIATE");

      assertThatThrownBy(() -> ledger.spend("a", PureDp.of(0.1)))
          .isInstanceOf(DemiluneException.class)
          .hasMessage(
              "ledger file "
                  + file
                  + " is in use by another program: try again when that has finished");

      statement.execute("ROLLBACK");
      assertThat(ledger.entries()).isEmpty();
      ledger.spend("a", PureDp.of(0.1));
    }
  }

  @Test
  void aReadOnlyFileIsRefused() throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assumeThat(Files.isWritable(file)).as("running as root, who may write anyway").isFalse();
      assertThatThrownBy(
              () -> {
                try (Ledger ledger = open()) {
                  ledger.spend("a", PureDp.of(0.1));
                }
              })
          .isInstanceOf(DemiluneException.class)
          .hasMessageContaining("cannot be written: a spend has to be recorded");
    } finally {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** SQLite's own limit on the size of a file stands in for a disk that is full. */
  @Test
  void aFullDiskIsRefusedAndNothingIsSpent() throws SQLException {
    SqliteDialect dialect = new SqliteDialect(file, 1_000);
    try (Connection small = dialect.connect();
        Statement statement = small.createStatement();
        Ledger ledger = new Ledger(JdbcStore.on(dialect, small), Randomness.secure())) {
      statement.execute("PRAGMA max_page_count = 1"); // SQLite takes the present size instead
      int spent = 0;
      DemiluneException refused = null;
      while (refused == null) {
        try {
          ledger.spend("a long purpose, to fill the page soon: " + spent, PureDp.of(0.0001));
          spent++;
        } catch (DemiluneException full) {
          refused = full;
        }
      }

      assertThat(refused)
          .hasMessage(
              "ledger file "
                  + file
                  + " could not be written: the disk may be full; free some space and try again");
      assertThat(ledger.entries()).hasSize(spent);
      statement.execute("PRAGMA max_page_count = 1000");
      ledger.spend("space again", PureDp.of(0.1));
      assertThat(ledger.entries()).hasSize(spent + 1);
    }
  }

  @Test
  void faultsOfTheDiskAreOneSentence() {
    sentence(SQLiteErrorCode.SQLITE_BUSY, "is in use by another program");
    sentence(SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT, "is in use by another program");
    sentence(SQLiteErrorCode.SQLITE_READONLY, "cannot be written");
    sentence(SQLiteErrorCode.SQLITE_READONLY_DIRECTORY, "cannot be written");
    sentence(SQLiteErrorCode.SQLITE_CANTOPEN, "cannot be written");
    sentence(SQLiteErrorCode.SQLITE_FULL, "the disk may be full");
    sentence(SQLiteErrorCode.SQLITE_IOERR_WRITE, "the disk may be full");
    sentence(SQLiteErrorCode.SQLITE_CORRUPT, "is damaged");
    sentence(SQLiteErrorCode.SQLITE_NOMEM, "could not be used");
  }

  private void sentence(SQLiteErrorCode code, String sentence) {
    assertThat(SqliteFaults.translate(SqliteDialect.of(file), new SQLiteException("x", code)))
        .hasMessageStartingWith("ledger file " + file + " ")
        .hasMessageContaining(sentence);
  }
}
