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
package dev.demilune.budget;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Adjacency;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * Entries in an SQLite file that threads and processes share.
 *
 * <p>Every spend is one immediate transaction: it holds SQLite's write lock from before it reads
 * the earlier entries until its own entry is synchronised to the disk (write-ahead log, {@code
 * synchronous=FULL}). So two spenders never decide on the same sum, and an entry whose {@code
 * append} has returned survives the process and the machine. Earlier entries never change, so only
 * those since the last look are read again.
 */
final class SqliteStore implements LedgerStore {

  static final int BUSY_MILLISECONDS = 30_000;

  private final Path file;
  private final Connection connection;
  private final String name;
  private final Adjacency adjacency;
  private final Pricing pricing;
  private final List<LedgerEntry> seen = new ArrayList<>();
  private final Tally tally = new Tally();

  SqliteStore(Path file, Connection connection) throws SQLException {
    this.file = file;
    this.connection = connection;
    SqliteSchema.check(connection, file);
    SqliteSchema.migrate(connection);
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT name, adjacency, epsilon, delta, composition FROM ledger")) {
      if (!row.next()) {
        throw SqliteFaults.damaged(file, null);
      }
      this.name = row.getString(1);
      this.adjacency = constant(Adjacency.values(), row.getString(2));
      this.pricing =
          new Pricing(
              constant(Composition.values(), row.getString(5)),
              amount(row.getString(3), row.getString(4)));
    }
    catchUp();
    if (!pricing.couldHold(tally)) {
      throw SqliteFaults.damaged(file, null); // no spend of ours can exceed the total
    }
  }

  /** Creates a file that holds a ledger without entries; refuses a file that is there already. */
  static void create(Path file, String name, Adjacency adjacency, Pricing pricing) {
    boolean done = false;
    try {
      Files.createFile(file); // fails if it exists, which opening for SQLite would not
    } catch (FileAlreadyExistsException exists) {
      throw new DemiluneException(
          "file " + file + " is there already: open it, or choose another name for the new ledger",
          exists);
    } catch (NoSuchFileException noDirectory) {
      throw new DemiluneException(
          "ledger file " + file + " cannot be created: its directory does not exist", noDirectory);
    } catch (IOException fault) {
      throw new DemiluneException(
          "ledger file " + file + " cannot be created: " + fault.getMessage(), fault);
    }
    try (Connection connection = connect(file, BUSY_MILLISECONDS)) {
      execute(connection, "PRAGMA journal_mode = WAL");
      execute(connection, "BEGIN IMMEDIATE");
      SqliteSchema.create(connection);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO ledger VALUES (1, ?, ?, ?, ?, ?)")) {
        insert.setString(1, name);
        insert.setString(2, adjacency.name());
        insert.setString(3, pricing.total().epsilon().toString());
        insert.setString(4, pricing.total().delta().toString());
        insert.setString(5, pricing.composition().name());
        insert.executeUpdate();
      }
      execute(connection, "COMMIT");
      synchronizeDirectory(file);
      done = true;
    } catch (SQLException fault) {
      throw SqliteFaults.translate(file, fault);
    } finally {
      if (!done) {
        deleteQuietly(file);
      }
    }
  }

  /** Opens a file; spends wait for others for at most the given time. */
  static SqliteStore open(Path file, int busyMilliseconds) {
    if (!Files.isRegularFile(file)) {
      throw new DemiluneException(
          "ledger file "
              + file
              + " does not exist: create one with `demilune ledger create` or Ledger.create");
    }
    Connection connection = null;
    boolean done = false;
    try {
      connection = connect(file, busyMilliseconds);
      SqliteStore store = new SqliteStore(file, connection);
      done = true;
      return store;
    } catch (SQLException fault) {
      throw SqliteFaults.translate(file, fault);
    } finally {
      if (!done && connection != null) {
        closeQuietly(connection);
      }
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Adjacency adjacency() {
    return adjacency;
  }

  @Override
  public Pricing pricing() {
    return pricing;
  }

  @Override
  public synchronized List<LedgerEntry> entries() {
    try {
      catchUp();
    } catch (SQLException fault) {
      throw SqliteFaults.translate(file, fault);
    }
    return List.copyOf(seen);
  }

  @Override
  public synchronized Balance balance() {
    entries(); // brings the tally up to date
    return pricing.balance(seen, tally);
  }

  @Override
  public synchronized LedgerEntry append(Decision decision) {
    try {
      execute(connection, "BEGIN IMMEDIATE");
      boolean committed = false;
      try {
        catchUp();
        LedgerEntry entry = decision.decide(seen.size() + 1L, tally, seen);
        insert(entry);
        execute(connection, "COMMIT");
        committed = true;
        remember(entry);
        return entry;
      } finally {
        if (!committed) {
          rollBackQuietly();
        }
      }
    } catch (SQLException fault) {
      throw SqliteFaults.translate(file, fault);
    }
  }

  @Override
  public synchronized void close() {
    closeQuietly(connection);
  }

  private void insert(LedgerEntry entry) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)")) {
      insert.setLong(1, entry.number());
      insert.setString(2, entry.time().toString());
      insert.setString(3, entry.purpose());
      insert.setString(4, entry.amount().epsilon().toString());
      insert.setString(5, entry.amount().delta().toString());
      insert.setString(6, EventJson.write(entry.event()).toString());
      insert.executeUpdate();
    }
  }

  /** Reads what others have appended since the last look. */
  private void catchUp() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT number, time, purpose, epsilon, delta, event FROM entry"
                + " WHERE number > ? ORDER BY number")) {
      select.setLong(1, seen.size());
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Amount amount = amount(row.getString(4), row.getString(5));
          LedgerEntry entry =
              new LedgerEntry(
                  row.getLong(1),
                  Instant.parse(row.getString(2)),
                  row.getString(3),
                  amount,
                  event(row.getString(6), amount));
          if (entry.number() != seen.size() + 1L) {
            throw SqliteFaults.damaged(file, null);
          }
          remember(entry);
        }
      }
    } catch (DateTimeException broken) {
      throw SqliteFaults.damaged(file, broken);
    }
  }

  private void remember(LedgerEntry entry) {
    tally.add(entry.amount(), entry.event());
    seen.add(entry);
  }

  private <E extends Enum<E>> E constant(E[] known, String text) {
    for (E one : known) {
      if (one.name().equals(text)) {
        return one;
      }
    }
    throw SqliteFaults.damaged(file, null);
  }

  /** Entries from before ledgers held events have none: nothing is known but their amount. */
  private PrivacyEvent event(String json, Amount amount) {
    try {
      return json == null ? Charge.plain(amount) : EventJson.parse(json);
    } catch (DemiluneException | IllegalArgumentException broken) {
      throw SqliteFaults.damaged(file, broken);
    }
  }

  private Amount amount(String epsilon, String delta) {
    return new Amount(decimal(epsilon), decimal(delta));
  }

  /** Doubles have at most 17 digits and exponents within ±324; more would cost memory to add up. */
  private BigDecimal decimal(String text) {
    try {
      BigDecimal value = text.length() <= 32 ? new BigDecimal(text) : null;
      if (value != null && value.signum() >= 0 && Math.abs((long) value.scale()) <= 400) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      throw SqliteFaults.damaged(file, notANumber);
    }
    throw SqliteFaults.damaged(file, null);
  }

  /** The journal mode is a property of the file: opening a file of others must not change it. */
  static Connection connect(Path file, int busyMilliseconds) throws SQLException {
    if (file.toString().contains("?")) { // the driver would read settings from what follows
      throw new DemiluneException("ledger file " + file + " must not have a ? in its name");
    }
    SQLiteConfig config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE); // a missing ledger must not look like a new one
    config.setBusyTimeout(busyMilliseconds);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void rollBackQuietly() {
    try {
      execute(connection, "ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // SQLite ends a transaction by itself after some faults; the fault is on its way up.
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException nothingPending) {
      // Every spend is committed before it is acknowledged: closing has nothing left to lose.
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      // An unfinished file holds no tables and is refused as "not a ledger" when opened.
    }
  }

  /** Makes the name of a new file survive a power cut; SQLite does it for the contents. */
  private static void synchronizeDirectory(Path file) {
    try (FileChannel directory =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException unsupported) {
      // Windows cannot open a directory; its file systems record names with the file.
    }
  }
}
