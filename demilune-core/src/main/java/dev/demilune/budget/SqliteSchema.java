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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * The tables of a ledger file, version 2, and how older ones become it.
 *
 * <p>Version 1 had no events: its entries were amounts that add up. Such a file stays {@link
 * Composition#ADDITIVE}, and its old entries keep no event, which stands for the plain guarantee.
 *
 * <p>Constraints and triggers hold for every program that opens the file: entries are numbered
 * without gaps and can be neither changed nor removed.
 */
final class SqliteSchema {

  static final int VERSION = 2;

  /** Marks the file as a ledger of ours, in the header of the file: "DeLu". */
  private static final int APPLICATION_ID = 0x44654c75;

  private static final List<String> VERSION_1 =
      List.of(
          "CREATE TABLE schema_version (version INTEGER NOT NULL CHECK (version >= 1)) STRICT",
          """
          CREATE TABLE ledger (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            name TEXT NOT NULL CHECK (length(name) > 0),
            adjacency TEXT NOT NULL
              CHECK (adjacency IN ('ADD_OR_REMOVE_ONE', 'REPLACE_ONE', 'REPLACE_LABEL')),
            epsilon TEXT NOT NULL CHECK (CAST(epsilon AS REAL) > 0),
            delta TEXT NOT NULL CHECK (CAST(delta AS REAL) >= 0 AND CAST(delta AS REAL) < 1)
          ) STRICT""",
          """
          CREATE TABLE entry (
            number INTEGER PRIMARY KEY CHECK (number >= 1),
            time TEXT NOT NULL,
            purpose TEXT NOT NULL CHECK (length(purpose) > 0),
            epsilon TEXT NOT NULL CHECK (CAST(epsilon AS REAL) > 0),
            delta TEXT NOT NULL CHECK (CAST(delta AS REAL) >= 0 AND CAST(delta AS REAL) < 1)
          ) STRICT""",
          """
          CREATE TRIGGER entry_in_order BEFORE INSERT ON entry
          WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entry)
          BEGIN SELECT raise(ABORT, 'entries are numbered without gaps'); END""",
          """
          CREATE TRIGGER ledger_once BEFORE INSERT ON ledger WHEN EXISTS (SELECT 1 FROM ledger)
          BEGIN SELECT raise(ABORT, 'a file holds one ledger'); END""",
          forbid("schema_version", "UPDATE"),
          forbid("schema_version", "DELETE"),
          forbid("entry", "UPDATE"),
          forbid("entry", "DELETE"),
          forbid("ledger", "UPDATE"),
          forbid("ledger", "DELETE"),
          "PRAGMA application_id = " + APPLICATION_ID,
          "INSERT INTO schema_version VALUES (1)");

  private static final List<String> VERSION_2 =
      List.of(
          """
          ALTER TABLE ledger ADD COLUMN composition TEXT NOT NULL DEFAULT 'ADDITIVE'
            CHECK (composition IN ('ADDITIVE', 'GAUSSIAN', 'COMPOSED'))""",
          "ALTER TABLE entry ADD COLUMN event TEXT CHECK (length(event) > 0)",
          "INSERT INTO schema_version VALUES (2)");

  private SqliteSchema() {}

  private static String forbid(String table, String action) {
    return "CREATE TRIGGER "
        + table
        + "_no_"
        + action.toLowerCase(Locale.ROOT)
        + " BEFORE "
        + action
        + " ON "
        + table
        + " BEGIN SELECT raise(ABORT, 'a ledger is append-only'); END";
  }

  /** Creates the tables; the caller has begun a transaction. */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      executeAll(statement, VERSION_1);
      executeAll(statement, VERSION_2);
    }
  }

  /**
   * Brings an older file up to date, in one transaction: another process that opens it meanwhile
   * waits, and then finds it done. An older program that has the file open is refused its next
   * spend, since it does not know the new column.
   */
  static void migrate(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (version(statement) >= VERSION) {
        return; // the usual case, which must not need to write
      }
      statement.execute("BEGIN IMMEDIATE");
      boolean done = false;
      try {
        if (version(statement) < VERSION) {
          executeAll(statement, VERSION_2);
        }
        statement.execute("COMMIT");
        done = true;
      } finally {
        if (!done) {
          rollBackQuietly(statement);
        }
      }
    }
  }

  private static void rollBackQuietly(Statement statement) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // SQLite ends a transaction by itself after some faults; the fault is on its way up.
    }
  }

  private static void executeAll(Statement statement, List<String> sqls) throws SQLException {
    for (String sql : sqls) {
      statement.execute(sql);
    }
  }

  private static long version(Statement statement) throws SQLException {
    return number(statement, "SELECT max(version) FROM schema_version");
  }

  /** Refuses a file that is no ledger, is damaged, or is from a newer version. */
  static void check(Connection connection, Path file) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (number(statement, "PRAGMA application_id") != APPLICATION_ID) {
        throw new DemiluneException(
            "ledger file "
                + file
                + " is not a ledger: create one with `demilune ledger create`, under another name"
                + " if this file is needed");
      }
      long version = version(statement);
      if (version > VERSION) {
        throw new DemiluneException(
            "ledger file "
                + file
                + " is from a newer version of Demilune (ledger format "
                + version
                + ", this one knows "
                + VERSION
                + "): use that version");
      }
      try (ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
        if (!result.next() || !"ok".equals(result.getString(1))) {
          throw SqliteFaults.damaged(file, null);
        }
      }
    }
  }

  private static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      return result.next() ? result.getLong(1) : 0;
    }
  }
}
