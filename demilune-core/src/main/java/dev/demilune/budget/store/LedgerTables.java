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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of a ledger, version 5, and the migration of older versions. They are the same in
 * every database.
 *
 * <p>Version 1 had no events: its entries were amounts that add up. Such a ledger stays {@link
 * Composition#ADDITIVE}, and its old entries keep no event, which stands for the plain guarantee.
 * Version 3 brought who spent, on which learner, and the chain of hashes; older entries get their
 * hashes when the ledger is brought up to date, so the chain says nothing of what was done to them
 * before. Version 4 brought the rule of composed ledgers that allows for spends chosen by looking
 * at outputs. Entries say the {@code format} of the program that admitted them; those without one
 * are from before, and were admitted as a list. An older program that still has the ledger open
 * does not say it and is refused, so none admits more than the rule does. Version 5 brought which
 * table a ledger is for; its rule is still that of format 4, and older entries do not say theirs.
 *
 * <p>Constraints and triggers hold for every program that opens the database: entries are numbered
 * without gaps and can be neither changed nor removed. The owner of the database can remove
 * triggers; the chain of hashes still detects edits. The table {@code head} repeats the number and
 * hash of the last entry, so that removing entries from the end shows as well, unless the head is
 * set back with them: detecting that needs a hash kept elsewhere.
 */
final class LedgerTables {

  static final int VERSION = 5;

  /** The format that brought the rule by which entries are admitted today. */
  static final int RULE = 4;

  /** Which table is meant: a fingerprint of its columns, or nothing. */
  static final String COLUMNS = "table_columns";

  /** The trigger that versions before 4 do not have. */
  static final String NEWEST_GUARD = "entry_format";

  /** The first version with hashes. */
  private static final int HASHES = 3;

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
            CHECK (adjacency IN ('ADD_OR_REMOVE_ONE', 'ADD_OR_REMOVE_PERSON', 'REPLACE_ONE',
              'REPLACE_LABEL')),
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
    sql.add("INSERT INTO schema_version VALUES (3)");
    return sql;
  }

  private List<String> versionFour() {
    return List.of(
        "ALTER TABLE entry ADD COLUMN format " + dialect.integer(),
        "INSERT INTO schema_version VALUES (4)");
  }

  private static List<String> versionFive() {
    String column =
        COLUMNS + " TEXT NOT NULL DEFAULT '' CHECK (length(" + COLUMNS + ") IN (0, 64))";
    return List.of(
        "ALTER TABLE ledger ADD COLUMN " + column,
        "ALTER TABLE entry ADD COLUMN " + column,
        "INSERT INTO schema_version VALUES (5)");
  }

  private static List<Dialect.Guard> guards() {
    List<Dialect.Guard> guards = new ArrayList<>();
    guards.add(
        new Dialect.Guard(
            "entry_in_order",
            "entry",
            "INSERT",
            "NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entry)",
            "entries are numbered without gaps"));
    guards.add(
        new Dialect.Guard(
            NEWEST_GUARD,
            "entry",
            "INSERT",
            "coalesce(NEW.format, 0) <> " + RULE,
            "entries are added under the rule of format 4"));
    guards.add(
        new Dialect.Guard(
            "ledger_once",
            "ledger",
            "INSERT",
            "EXISTS (SELECT 1 FROM ledger)",
            "a database holds one ledger"));
    guards.add(
        new Dialect.Guard(
            "head_in_order",
            "head",
            "UPDATE",
            "NEW.id <> OLD.id OR NEW.entries <> OLD.entries + 1"
                + " OR NEW.sealed_late <> OLD.sealed_late",
            "entries are numbered without gaps"));
    for (String table : List.of("schema_version", "entry", "ledger")) {
      guards.add(appendOnly(table, "UPDATE"));
      guards.add(appendOnly(table, "DELETE"));
    }
    guards.add(appendOnly("head", "DELETE"));
    return guards;
  }

  private static Dialect.Guard appendOnly(String table, String action) {
    return new Dialect.Guard(name(table, action), table, action, "TRUE", APPEND_ONLY);
  }

  private static String name(String table, String action) {
    return table + "_no_" + action.toLowerCase(Locale.ROOT);
  }

  /** Creates the tables of a ledger without entries; the caller has begun a transaction. */
  void create(Statement statement, LedgerTerms terms) throws SQLException {
    executeAll(statement, versionOne());
    executeAll(statement, versionTwo());
    executeAll(statement, versionThree());
    executeAll(statement, versionFour());
    executeAll(statement, versionFive());
    try (PreparedStatement insert =
        statement
            .getConnection()
            .prepareStatement(
                "INSERT INTO ledger (id, name, description, adjacency, epsilon, delta, composition, "
                    + COLUMNS
                    + ") VALUES (1, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setString(1, terms.name());
      insert.setString(2, terms.description());
      insert.setString(3, terms.adjacency().name());
      insert.setString(4, terms.pricing().total().epsilon().toString());
      insert.setString(5, terms.pricing().total().delta().toString());
      insert.setString(6, terms.pricing().composition().name());
      insert.setString(7, terms.columns());
      insert.executeUpdate();
    }
    setHead(statement, 0, LedgerRow.hashOfTerms(terms));
    putGuards(statement);
  }

  private void putGuards(Statement statement) throws SQLException {
    for (Dialect.Guard guard : guards()) {
      executeAll(statement, dialect.forbid(guard));
    }
  }

  /** Older versions wrote some of them in other words, and had fewer. */
  private void removeGuards(Statement statement) throws SQLException {
    for (Dialect.Guard guard : guards()) {
      statement.execute(dialect.allow(guard.name()));
    }
  }

  /**
   * Brings an older ledger up to date, in one transaction: another process that opens it meanwhile
   * waits, and then finds it done. An older program that has the ledger open is refused its next
   * spend, since its entry does not say the format.
   *
   * @return the version it had
   */
  long update(Statement statement) throws SQLException {
    long found = version(statement);
    refuseNewer(found);
    if (found == VERSION) {
      return found;
    }
    dialect.beginAlone(statement);
    boolean done = false;
    try {
      long version = version(statement);
      if (version >= HASHES) { // what was edited must not be given new life
        Optional<String> fault = ChainCheck.of(dialect, statement).fault();
        if (fault.isPresent()) {
          throw dialect.notIntact(fault.get());
        }
      }
      removeGuards(statement);
      if (version < 2) {
        executeAll(statement, versionTwo());
      }
      if (version < HASHES) {
        executeAll(statement, versionThree());
        seal(statement);
      }
      if (version < RULE) {
        executeAll(statement, versionFour());
      }
      if (version < VERSION) {
        executeAll(statement, versionFive());
      }
      putGuards(statement);
      statement.execute("COMMIT");
      done = true;
      return found;
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

  /**
   * Refuses tables of any other version. To bring them up to date is a step of its own: entries
   * without hashes get theirs then, whoever wrote them.
   */
  void requireUpToDate(Statement statement) throws SQLException {
    long version = version(statement);
    refuseNewer(version);
    if (version < VERSION) {
      throw new DemiluneException(
          dialect.ledger()
              + " has format "
              + version
              + ", and this version of Demilune writes format "
              + VERSION
              + ": if nobody could have edited it or set it back, bring it up to date with `demilune"
              + " ledger upgrade`, and keep the hash that it prints");
    }
  }

  /** Refuses tables without hashes: a check for edits must not compute them. */
  void requireHashes(Statement statement) throws SQLException {
    long version = version(statement);
    refuseNewer(version);
    if (version < HASHES) {
      throw new DemiluneException(
          dialect.ledger()
              + " has format "
              + version
              + ", which has no hashes to verify: if nobody could have set it back, bring it up to"
              + " date with `demilune ledger upgrade`, and keep the hash that it prints");
    }
  }

  /** Whether the tables are of version 4 or newer. */
  static boolean isFourth(Statement statement) throws SQLException {
    return version(statement) >= RULE;
  }

  /** Whether the tables are of version 5 or newer. */
  static boolean isFifth(Statement statement) throws SQLException {
    return version(statement) >= 5;
  }

  /** Gives entries from before there were hashes theirs. */
  private void seal(Statement statement) throws SQLException {
    LedgerReader reader = new LedgerReader(dialect);
    String hash = LedgerRow.hashOfTerms(reader.terms(statement));
    List<LedgerReader.Sealed> rows = reader.rows(statement, 0);
    try (PreparedStatement update =
        statement.getConnection().prepareStatement("UPDATE entry SET hash = ? WHERE number = ?")) {
      for (LedgerReader.Sealed row : rows) {
        hash = row.row().hash(hash);
        update.setString(1, hash);
        update.setLong(2, row.row().number());
        update.executeUpdate();
      }
    }
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

  /** The triggers that {@link #create} leaves, by name, each as {@link Dialect#triggers} has it. */
  Map<String, String> triggers() {
    Map<String, String> all = new TreeMap<>();
    for (Dialect.Guard guard : guards()) {
      all.putAll(dialect.triggersOf(guard));
    }
    return all;
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
