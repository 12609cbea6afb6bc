// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What differs between the databases that hold ledgers: connections, words of SQL, faults. */
public interface Dialect {

  /** A change of a table that fails where a condition holds. */
  record Guard(String name, String table, String action, String condition, String message) {}

  /** How a message names the ledger: "ledger file customers.db". */
  String ledger();

  /** Opens a connection whose commits are synchronized to the disk before they return. */
  Connection connect() throws SQLException;

  /** Which database it is that connections go to: another one if a file was replaced. */
  default Object place() {
    return ledger();
  }

  /** Begins a transaction that excludes all other spenders. */
  void beginAlone(Statement statement) throws SQLException;

  /** Begins a transaction that sees the database as it is now until its end. */
  void beginReading(Statement statement) throws SQLException;

  /**
   * All triggers on the ledger's tables by name, each with what it does in full, and whatever else
   * could stand between a statement and a table, views or rules, of which a ledger has none.
   */
  Map<String, String> triggers(Statement statement) throws SQLException;

  /** The triggers that {@link #forbid} makes, as {@link #triggers} would find them. */
  Map<String, String> triggersOf(Guard guard);

  /** Refuses a database that holds no ledger or reports that it is damaged. */
  void check(Statement statement) throws SQLException;

  /** The type of whole numbers. */
  String integer();

  /** The type of floating-point numbers. */
  String real();

  /** What follows the columns of a table. */
  String strict();

  /** The statements that mark a database as one of ours. */
  List<String> marks();

  /** The statements that make every change of a kind fail where a condition holds. */
  List<String> forbid(Guard guard);

  /** The statement that undoes {@link #forbid}, if it was done. */
  String allow(String name);

  /** Returns what a fault means to the owner of the ledger, in one sentence. */
  DemiluneException translate(SQLException fault);

  /** Returns the message for contents that this library did not write. */
  default DemiluneException damaged(Throwable cause) {
    return new DemiluneException(
        ledger()
            + " is damaged: see what `demilune ledger verify` says, and restore it from a backup"
            + " that has every spend, or begin another for what is left",
        cause);
  }

  /** Returns the message for a fault that is known. */
  default DemiluneException notIntact(String fault) {
    return new DemiluneException(
        ledger()
            + " is not intact: "
            + fault
            + "; restore it from a backup that has every spend, or begin another for what is left");
  }

  /** Columns one and two of what a query finds. */
  static Map<String, String> pairs(Statement statement, String query) throws SQLException {
    Map<String, String> pairs = new TreeMap<>();
    try (ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        pairs.put(row.getString(1), String.valueOf(row.getString(2)));
      }
    }
    return pairs;
  }

  /** The first column of what a query finds. */
  static Set<String> names(Statement statement, String query) throws SQLException {
    Set<String> names = new TreeSet<>();
    try (ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        names.add(row.getString(1));
      }
    }
    return names;
  }

  /** Ends a transaction after a fault, which is on its way up. */
  static void rollBackQuietly(Statement statement) {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException alreadyRolledBack) {
      // Databases end a transaction by themselves after some faults, and with the connection.
    }
  }
}
