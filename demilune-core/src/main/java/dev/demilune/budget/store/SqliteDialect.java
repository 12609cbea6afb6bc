// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.internal.Directories;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * A ledger in an SQLite file.
 *
 * <p>Every spend is one immediate transaction: it holds SQLite's write lock from before it reads
 * the earlier entries until its own entry is synchronized to the disk (write-ahead log, {@code
 * synchronous=FULL}).
 *
 * @param file the file
 * @param busyMilliseconds how long to wait for other spenders
 */
public record SqliteDialect(Path file, int busyMilliseconds) implements Dialect {

  static final int BUSY_MILLISECONDS = 30_000;

  /** Marks the file as a ledger of ours, in the header of the file: "DeLu". */
  private static final int APPLICATION_ID = 0x44654c75;

  public static SqliteDialect of(Path file) {
    return new SqliteDialect(file, BUSY_MILLISECONDS);
  }

  @Override
  public String ledger() {
    return "ledger file " + file;
  }

  /** Creates a file that holds a ledger without entries; refuses a file that is there already. */
  public void create(LedgerTerms terms) {
    boolean done = false;
    try {
      Files.createFile(file); // fails if it exists, which opening for SQLite would not
    } catch (FileAlreadyExistsException exists) {
      throw new DemiluneException(
          "file " + file + " is there already: open it, or choose another name for the new ledger",
          exists);
    } catch (NoSuchFileException noDirectory) {
      throw new DemiluneException(
          ledger() + " cannot be created: its directory does not exist", noDirectory);
    } catch (IOException fault) {
      throw new DemiluneException(ledger() + " cannot be created: " + fault.getMessage(), fault);
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
      beginAlone(statement);
      new LedgerTables(this).create(statement, terms);
      statement.execute("COMMIT");
      Directories.synchronize(file); // SQLite does it for the contents
      done = true;
    } catch (SQLException fault) {
      throw translate(fault);
    } finally {
      if (!done) {
        deleteQuietly();
      }
    }
  }

  /** The journal mode is a property of the file: opening a file of others must not change it. */
  @Override
  public Connection connect() throws SQLException {
    if (!Files.isRegularFile(file)) {
      throw new DemiluneException(
          ledger() + " does not exist: create one with `demilune ledger create` or Ledger.create");
    }
    if (file.toString().contains("?")) { // the driver would read settings from what follows
      throw new DemiluneException(ledger() + " must not have a ? in its name");
    }
    refuseSecondName();
    SQLiteConfig config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE); // a missing ledger must not look like a new one
    config.setBusyTimeout(busyMilliseconds);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
  }

  @Override
  public Object place() {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key == null ? ledger() : key; // some file systems have none
    } catch (IOException gone) {
      return gone; // equal to nothing
    }
  }

  /** The log of a file goes by its name: spenders under two names would not see each other. */
  private void refuseSecondName() {
    try {
      if (Files.getFileStore(file).supportsFileAttributeView("unix")
          && !Integer.valueOf(1).equals(Files.getAttribute(file, "unix:nlink"))) {
        throw new DemiluneException(
            ledger() + " has another name as well (a hard link): remove one, and use the other");
      }
    } catch (IOException e) {
      throw new DemiluneException(ledger() + " cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public void beginAlone(Statement statement) throws SQLException {
    statement.execute("BEGIN IMMEDIATE");
  }

  @Override
  public void beginReading(Statement statement) throws SQLException {
    statement.execute("BEGIN");
  }

  @Override
  public Map<String, String> triggers(Statement statement) throws SQLException {
    return Dialect.pairs(
        statement, "SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')");
  }

  /** SQLite keeps the statement as it was written. */
  @Override
  public Map<String, String> triggersOf(Guard guard) {
    return Map.of(guard.name(), forbid(guard).get(0));
  }

  @Override
  public void check(Statement statement) throws SQLException {
    try (ResultSet id = statement.executeQuery("PRAGMA application_id")) {
      if (!id.next() || id.getLong(1) != APPLICATION_ID) {
        throw new DemiluneException(
            ledger()
                + " is not a ledger: create one with `demilune ledger create`, under another name"
                + " if this file is needed");
      }
    }
    try (ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
      if (!result.next() || !"ok".equals(result.getString(1))) {
        throw damaged(null);
      }
    }
  }

  @Override
  public String integer() {
    return "INTEGER";
  }

  @Override
  public String real() {
    return "REAL";
  }

  @Override
  public String strict() {
    return " STRICT";
  }

  @Override
  public List<String> marks() {
    return List.of("PRAGMA application_id = " + APPLICATION_ID);
  }

  @Override
  public List<String> forbid(Guard guard) {
    return List.of(
        String.format(
            "CREATE TRIGGER %s BEFORE %s ON %s WHEN %s BEGIN SELECT raise(ABORT, '%s'); END",
            guard.name(), guard.action(), guard.table(), guard.condition(), guard.message()));
  }

  @Override
  public String allow(String name) {
    return "DROP TRIGGER IF EXISTS " + name;
  }

  @Override
  public DemiluneException translate(SQLException fault) {
    return SqliteFaults.translate(this, fault);
  }

  private void deleteQuietly() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      // An unfinished file holds no tables and is refused as "not a ledger" when opened.
    }
  }
}
