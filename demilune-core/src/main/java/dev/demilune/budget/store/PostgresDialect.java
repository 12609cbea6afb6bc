// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.LedgerTerms;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A ledger in a PostgreSQL database: the one in the schema that the connection looks in first.
 *
 * <p>Every spend is one transaction that takes a lock on the table of entries before it reads them
 * and keeps it until its own entry is committed, and synchronous commit is switched on whatever the
 * server's settings say.
 *
 * @param url a JDBC URL, as the driver takes it
 */
public record PostgresDialect(String url) implements Dialect {

  public static final String PREFIX = "jdbc:postgresql:";

  private static final String WAIT = "30s";

  /** How pg_trigger.tgtype counts: 1 for each row, 2 before, 4 insert, 8 delete, 16 update. */
  private static final Map<String, Integer> ROW_TYPES =
      Map.of("INSERT", 1 + 2 + 4, "DELETE", 1 + 2 + 8, "UPDATE", 1 + 2 + 16);

  private static final int BEFORE_TRUNCATE = 2 + 32;

  private static final String TABLES = "('schema_version', 'ledger', 'entry', 'head')";

  private static final int LONGEST = 4_000;
  private static final String HOST = "([A-Za-z0-9._-]*+|\\[[0-9A-Fa-f:.]++\\])(:[0-9]{1,5}+)?";
  private static final Pattern ADDRESS =
      Pattern.compile(
          PREFIX + "//" + HOST + "(," + HOST + ")*+/[^?/\\s%]*+(\\?([^%\\s]|%[0-9A-Fa-f]{2})*+)?");
  private static final Pattern PORT = Pattern.compile(":([0-9]++)[,/]");

  /**
   * Refuses what is no address. The driver would write such a one to the log, with all its parts,
   * so the sentence quotes nothing: any part of it may be a password.
   */
  public PostgresDialect {
    boolean wellFormed = url.length() <= LONGEST && ADDRESS.matcher(url).matches();
    if (wellFormed) {
      String hosts = url.substring(0, url.indexOf('/', PREFIX.length() + 2) + 1);
      wellFormed = PORT.matcher(hosts).results().allMatch(port -> isPort(port.group(1)));
    }
    if (!wellFormed) {
      throw new DemiluneException(
          "the address of the ledger is not of the form jdbc:postgresql://host:port/database?"
              + "user=...&currentSchema=...: mend it");
    }
  }

  private static boolean isPort(String digits) {
    int port = Integer.parseInt(digits);
    return port >= 1 && port <= 65_535;
  }

  /** What follows a question mark may hold a password. */
  @Override
  public String ledger() {
    int settings = url.indexOf('?');
    return "ledger " + (settings < 0 ? url : url.substring(0, settings));
  }

  /** Creates a ledger without entries; refuses a schema that holds one already. */
  public void create(LedgerTerms terms) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      if (exists(statement)) {
        throw thereAlready(null);
      }
      statement.execute("BEGIN");
      boolean done = false;
      try {
        new LedgerTables(this).create(statement, terms);
        statement.execute("COMMIT");
        done = true;
      } finally {
        if (!done) {
          Dialect.rollBackQuietly(statement);
        }
      }
    } catch (SQLException fault) {
      throw "42P07".equals(fault.getSQLState()) || "23505".equals(fault.getSQLState())
          ? thereAlready(fault) // another process made it at the same time
          : translate(fault);
    }
  }

  private DemiluneException thereAlready(Throwable cause) {
    return new DemiluneException(
        ledger()
            + " is there already: open it, or name another schema with currentSchema=... in the"
            + " URL of the new ledger",
        cause);
  }

  @Override
  public Connection connect() throws SQLException {
    Properties patience = new Properties();
    patience.setProperty("loginTimeout", "20"); // seconds; the URL's own settings win
    patience.setProperty("socketTimeout", "120");
    patience.setProperty("ApplicationName", "demilune");
    try {
      DriverManager.getDriver(url);
    } catch (SQLException missing) {
      throw new DemiluneException(
          ledger()
              + " cannot be reached: its address must begin with jdbc:postgresql://, and the driver"
              + " org.postgresql:postgresql must be on the class path",
          missing);
    }
    Connection connection = DriverManager.getConnection(url, patience);
    boolean done = false;
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET synchronous_commit = on");
      statement.execute("SET lock_timeout = '" + WAIT + "'");
      if (!Dialect.names(statement, "SHOW fsync").equals(Set.of("on"))) {
        throw new DemiluneException(
            ledger()
                + " would lose spends with the power: its server does not synchronise its disk; set"
                + " fsync = on there");
      }
      done = true;
      return connection;
    } finally {
      if (!done) {
        connection.close();
      }
    }
  }

  @Override
  public void beginAlone(Statement statement) throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL READ COMMITTED");
    boolean locked = false;
    try {
      // Readers go on; no other spender gets in, and what others committed is seen from here on.
      statement.execute("SELECT entries FROM head FOR UPDATE");
      locked = true;
    } finally {
      if (!locked) {
        Dialect.rollBackQuietly(statement);
      }
    }
  }

  @Override
  public void beginReading(Statement statement) throws SQLException {
    statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  }

  /**
   * Table, kind of trigger as the server counts it, the columns and the condition that would narrow
   * it (none), and the text of its function. One that is switched off is not there.
   */
  @Override
  public Map<String, String> triggers(Statement statement) throws SQLException {
    Map<String, String> found =
        Dialect.pairs(
            statement,
            "SELECT tgname, relname || ' ' || tgtype || ' ' || tgattr::text || ' '"
                + " || (tgqual IS NULL) || ' ' || prosrc"
                + " FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
                + " JOIN pg_proc ON pg_proc.oid = tgfoid"
                + " WHERE relnamespace = current_schema()::regnamespace AND relname IN "
                + TABLES
                + " AND NOT tgisinternal AND tgenabled IN ('O', 'A')");
    found.putAll(
        Dialect.pairs(
            statement,
            "SELECT rulename, definition FROM pg_rules WHERE schemaname = current_schema()"
                + " AND tablename IN "
                + TABLES));
    return found;
  }

  @Override
  public Map<String, String> triggersOf(Guard guard) {
    String function = " true " + body(guard); // no columns, no condition
    Map<String, String> triggers = new TreeMap<>();
    triggers.put(
        guard.name(), guard.table() + " " + ROW_TYPES.get(guard.action()) + " " + function);
    if (guard.action().equals("DELETE")) {
      triggers.put(guard.name() + "_all", guard.table() + " " + BEFORE_TRUNCATE + " " + function);
    }
    return triggers;
  }

  @Override
  public void check(Statement statement) throws SQLException {
    if (!exists(statement)) {
      throw new DemiluneException(
          ledger()
              + " does not exist: create it with `demilune ledger create`, and see that"
              + " currentSchema=... in the URL, if given, is right");
    }
  }

  private static boolean exists(Statement statement) throws SQLException {
    try (ResultSet result =
        statement.executeQuery(
            "SELECT count(*) FROM information_schema.tables"
                + " WHERE table_schema = current_schema() AND table_name = 'ledger'")) {
      return result.next() && result.getLong(1) > 0;
    }
  }

  @Override
  public String integer() {
    return "BIGINT";
  }

  @Override
  public String real() {
    return "DOUBLE PRECISION";
  }

  @Override
  public String strict() {
    return "";
  }

  @Override
  public List<String> marks() {
    return List.of();
  }

  @Override
  public List<String> forbid(Guard guard) {
    String name = guard.name();
    String function =
        String.format(
            "CREATE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql AS $$%s$$", name, body(guard));
    String rows =
        String.format(
            "CREATE TRIGGER %s BEFORE %s ON %s FOR EACH ROW EXECUTE FUNCTION %s()",
            name, guard.action(), guard.table(), name);
    if (!guard.action().equals("DELETE")) {
      return List.of(function, rows);
    }
    String all = // which removes rows as well, and is no DELETE
        String.format(
            "CREATE TRIGGER %s_all BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION %s()",
            name, guard.table(), name);
    return List.of(function, rows, all);
  }

  private static String body(Guard guard) {
    return String.format(
        " BEGIN IF %s THEN RAISE EXCEPTION '%s'; END IF; RETURN NEW; END ",
        guard.condition(), guard.message());
  }

  @Override
  public String allow(String name) {
    return "DROP FUNCTION IF EXISTS " + name + "() CASCADE";
  }

  @Override
  public DemiluneException translate(SQLException fault) {
    String state = fault.getSQLState() == null ? "" : fault.getSQLState();
    String sentence;
    if (state.startsWith("08") || state.startsWith("57P")) {
      sentence =
          "cannot be reached: see that the server runs, and try again; a spend that was under way"
              + " may have been charged";
    } else if (state.startsWith("28") || state.equals("3D000")) {
      sentence = "refuses the connection: check user, password and database in the URL";
    } else if (state.equals("55P03") || state.equals("40P01")) {
      sentence = "is in use by another program: try again when that has finished";
    } else if (state.startsWith("53")) {
      sentence = "could not be written: the server's disk may be full; free some space";
    } else if (state.equals("25006") || state.equals("42501")) {
      sentence =
          "cannot be written: a spend has to be recorded, so allow this user to insert entries and"
              + " to update the head";
    } else if (state.equals("3F000")) {
      sentence = "cannot be created: create the schema that the URL names first";
    } else if (state.startsWith("42") || state.startsWith("23") || state.equals("P0001")) {
      return damaged(fault); // a table of ours is not there, or refuses what we write
    } else {
      sentence = "could not be used (" + state + ")";
    }
    return new DemiluneException(ledger() + " " + sentence, fault);
  }
}
