// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerTerms;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tables of a ledger, version 3, and the migration of older versions. They are the same in
 * every database.
 *
 * <p>Version 1 had no events: its entries were amounts that add up. Such a ledger stays {@link
 * Composition#ADDITIVE}, and its old entries keep no event, which stands for the plain guarantee.
 * Version 3 brought who spent, on which learner, and the chain of hashes; older entries get their
 * hashes when the ledger is brought up to date, so the chain says nothing of what was done to them
 * before.
 *
 * <p>Constraints and triggers hold for every program that opens the database: entries are numbered
 * without gaps and can be neither changed nor removed. The owner of the database can remove
 * triggers; the chain of hashes still detects edits. The table {@code head} repeats the number and
 * hash of the last entry, so that removing entries from the end shows as well, unless the head is
 * set back with them: detecting that needs a hash kept elsewhere.
 */
final class LedgerTables {

  static final int VERSION = 3;

  private static final String APPEND_ONLY = "a ledger is append-only";

  private final Dialect dialect;

  LedgerTables(Dialect dialect) {
    this.dialect = dialect;
  }

  private List<String> versionOne() {
    String strict = dialect.strict();
    String integer = dialect.integer();
    String real = dialect.real();
    List<String> sql = new ArrayList<>();
    sql.add("CREATE TABLE schema_version (version " + integer + " NOT NULL CHECK (version >= 1))");
    sql.add(
        """
        CREATE TABLE ledger (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          name TEXT NOT NULL CHECK (length(name) > 0),
          adjacency TEXT NOT NULL
            CHECK (adjacency IN ('ADD_OR_REMOVE_ONE', 'REPLACE_ONE', 'REPLACE_LABEL')),
          epsilon TEXT NOT NULL CHECK (CAST(epsilon AS REAL) > 0),
          delta TEXT NOT NULL CHECK (CAST(delta AS REAL) >= 0 AND CAST(delta AS REAL) < 1)
        )\
        """);
    sql.add(
        """
        CREATE TABLE entry (
          number INTEGER PRIMARY KEY CHECK (number >= 1),
          time TEXT NOT NULL,
          purpose TEXT NOT NULL CHECK (length(purpose) > 0),
          epsilon TEXT NOT NULL CHECK (CAST(epsilon AS REAL) > 0),
          delta TEXT NOT NULL CHECK (CAST(delta AS REAL) >= 0 AND CAST(delta AS REAL) < 1)
        )\
        """);
    sql.replaceAll(
        text -> text.replace(" INTEGER ", " " + integer + " ").replace("REAL", real) + strict);
    sql.addAll(
        dialect.forbid(
            "entry_in_order",
            "entry",
            "INSERT",
            "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entry)",
            "entries are numbered without gaps"));
    sql.addAll(
        dialect.forbid(
            "ledger_once",
            "ledger",
            "INSERT",
            "EXISTS (SELECT 1 FROM ledger)",
            "a database holds one ledger"));
    for (String table : List.of("schema_version", "entry", "ledger")) {
      sql.addAll(forbid(table, "UPDATE"));
      sql.addAll(forbid(table, "DELETE"));
    }
    sql.addAll(dialect.marks());
    sql.add("INSERT INTO schema_version VALUES (1)");
    return sql;
  }

  private static List<String> versionTwo() {
    return List.of(
        """
        ALTER TABLE ledger ADD COLUMN composition TEXT NOT NULL DEFAULT 'ADDITIVE'
          CHECK (composition IN ('ADDITIVE', 'GAUSSIAN', 'COMPOSED'))\
        """,
        "ALTER TABLE entry ADD COLUMN event TEXT CHECK (length(event) > 0)",
        "INSERT INTO schema_version VALUES (2)");
  }

  private List<String> versionThree() {
    List<String> sql =
        new ArrayList<>(
            List.of(
                "ALTER TABLE ledger ADD COLUMN description TEXT NOT NULL DEFAULT ''",
                "ALTER TABLE entry ADD COLUMN who TEXT NOT NULL DEFAULT ''",
                "ALTER TABLE entry ADD COLUMN learner TEXT NOT NULL DEFAULT ''",
                "ALTER TABLE entry ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
                """
                CREATE TABLE head (
                  id INTEGER PRIMARY KEY CHECK (id = 1),
                  entries INTEGER NOT NULL CHECK (entries >= 0),
                  hash TEXT NOT NULL CHECK (length(hash) = 64),
                  sealed_late INTEGER NOT NULL CHECK (sealed_late >= 0)
                )\
                """
                        .replace("INTEGER", dialect.integer())
                    + dialect.strict()));
    sql.addAll(forbid("head", "DELETE"));
    sql.addAll(
        dialect.forbid(
            "head_in_order",
            "head",
            "UPDATE",
            "NEW.id <> OLD.id OR NEW.entries <> OLD.entries + 1"
                + " OR NEW.sealed_late <> OLD.sealed_late",
            "entries are numbered without gaps"));
    sql.add("INSERT INTO schema_version VALUES (3)");
    return sql;
  }

  private List<String> forbid(String table, String action) {
    return dialect.forbid(name(table, action), table, action, "TRUE", APPEND_ONLY);
  }

  private static String name(String table, String action) {
    return table + "_no_" + action.toLowerCase(Locale.ROOT);
  }

  /** Creates the tables of a ledger without entries; the caller has begun a transaction. */
  void create(Statement statement, LedgerTerms terms) throws SQLException {
    executeAll(statement, versionOne());
    executeAll(statement, versionTwo());
    executeAll(statement, versionThree());
    try (PreparedStatement insert =
        statement
            .getConnection()
            .prepareStatement(
                "INSERT INTO ledger (id, name, description, adjacency, epsilon, delta, composition)"
                    + " VALUES (1, ?, ?, ?, ?, ?, ?)")) {
      insert.setString(1, terms.name());
      insert.setString(2, terms.description());
      insert.setString(3, terms.adjacency().name());
      insert.setString(4, terms.pricing().total().epsilon().toString());
      insert.setString(5, terms.pricing().total().delta().toString());
      insert.setString(6, terms.pricing().composition().name());
      insert.executeUpdate();
    }
    setHead(statement, 0, LedgerRow.hashOfTerms(terms));
  }

  /**
   * Refuses a ledger from a newer version, and brings an older one up to date, in one transaction:
   * another process that opens it meanwhile waits, and then finds it done. An older program that
   * has the ledger open is refused its next spend, since it does not know the new columns.
   */
  void update(Statement statement) throws SQLException {
    long version = version(statement);
    refuseNewer(version);
    if (version == VERSION) {
      return; // the usual case, which must not need to write
    }
    dialect.beginAlone(statement);
    boolean done = false;
    try {
      if (version(statement) < 2) {
        executeAll(statement, versionTwo());
      }
      if (version(statement) < 3) {
        executeAll(statement, versionThree());
        seal(statement);
      }
      statement.execute("COMMIT");
      done = true;
    } finally {
      if (!done) {
        Dialect.rollBackQuietly(statement);
      }
    }
  }

  private void refuseNewer(long version) {
    if (version > VERSION) {
      throw new DemiluneException(
          dialect.ledger()
              + " is from a newer version of Demilune (ledger format "
              + version
              + ", this one knows "
              + VERSION
              + "): use that version");
    }
  }

  /** Refuses tables of any other version: a check for edits must not compute missing hashes. */
  void requireUpToDate(Statement statement) throws SQLException {
    long version = version(statement);
    refuseNewer(version);
    if (version < VERSION) {
      throw new DemiluneException(
          dialect.ledger()
              + " has format "
              + version
              + ", which has no hashes to verify: if nobody could have set it back, bring it up to"
              + " date with `demilune ledger show`, and keep the hash");
    }
  }

  /** Gives entries from before there were hashes theirs. */
  private void seal(Statement statement) throws SQLException {
    LedgerReader reader = new LedgerReader(dialect);
    String hash = LedgerRow.hashOfTerms(reader.terms(statement));
    List<LedgerReader.Sealed> rows = reader.rows(statement, 0);
    statement.execute(dialect.allow(name("entry", "UPDATE"), "entry"));
    try (PreparedStatement update =
        statement.getConnection().prepareStatement("UPDATE entry SET hash = ? WHERE number = ?")) {
      for (LedgerReader.Sealed row : rows) {
        hash = row.row().hash(hash);
        update.setString(1, hash);
        update.setLong(2, row.row().number());
        update.executeUpdate();
      }
    }
    executeAll(statement, forbid("entry", "UPDATE"));
    setHead(statement, rows.size(), hash);
  }

  private static void setHead(Statement statement, long entries, String hash) throws SQLException {
    try (PreparedStatement insert =
        statement
            .getConnection()
            .prepareStatement(
                "INSERT INTO head (id, entries, hash, sealed_late) VALUES (1, ?, ?, ?)")) {
      insert.setLong(1, entries);
      insert.setString(2, hash);
      insert.setLong(3, entries); // whatever is there already had no hash until now
      insert.executeUpdate();
    }
  }

  /** The names of the triggers that {@link #create} leaves. */
  static Set<String> triggers() {
    return Set.of(
        "entry_in_order",
        "ledger_once",
        "head_in_order",
        name("schema_version", "UPDATE"),
        name("schema_version", "DELETE"),
        name("entry", "UPDATE"),
        name("entry", "DELETE"),
        name("ledger", "UPDATE"),
        name("ledger", "DELETE"),
        name("head", "DELETE"));
  }

  private static void executeAll(Statement statement, List<String> sqls) throws SQLException {
    for (String sql : sqls) {
      statement.execute(sql);
    }
  }

  private static long version(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT max(version) FROM schema_version")) {
      return result.next() ? result.getLong(1) : 0;
    }
  }
}
