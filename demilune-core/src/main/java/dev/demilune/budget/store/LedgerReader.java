// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import dev.demilune.accounting.EventJson;
import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.budget.entry.BudgetRule;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Amount;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads a ledger from a database without trusting its contents. */
final class LedgerReader {

  private final Dialect dialect;

  LedgerReader(Dialect dialect) {
    this.dialect = dialect;
  }

  /** A row and its stored hash. */
  record Sealed(LedgerRow row, String hash) {}

  /**
   * The ledger's own record of its number of entries, the hash of the last, and how many of them
   * predate hashes.
   */
  record Head(long entries, String hash, long sealedLate) {}

  LedgerTerms terms(Statement statement) throws SQLException {
    long listed = listed(statement);
    try (ResultSet row =
        statement.executeQuery(
            "SELECT name, description, adjacency, epsilon, delta, composition, "
                + columns(statement)
                + " FROM ledger")) {
      if (!row.next()) {
        throw dialect.damaged(null);
      }
      return new LedgerTerms(
          text(row, 1),
          text(row, 2),
          constant(Adjacency.values(), text(row, 3)),
          new BudgetRule(
              constant(Composition.values(), text(row, 6)),
              amount(text(row, 4), text(row, 5)),
              listed),
          text(row, 7));
    }
  }

  /** The column that says which table is meant; before format 5 there was none. */
  private static String columns(Statement statement) throws SQLException {
    return LedgerTables.isFifth(statement) ? LedgerTables.COLUMNS : "''";
  }

  /** How many entries were admitted as a list, before format 4. */
  private static long listed(Statement statement) throws SQLException {
    if (!LedgerTables.isFourth(statement)) {
      return 0; // not known, and not used: nothing is spent before the upgrade
    }
    try (ResultSet result =
        statement.executeQuery("SELECT count(*) FROM entry WHERE format IS NULL")) {
      return result.next() ? result.getLong(1) : 0;
    }
  }

  Head head(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT entries, hash, sealed_late FROM head")) {
      if (!row.next()) {
        throw dialect.damaged(null);
      }
      return new Head(row.getLong(1), text(row, 2), row.getLong(3));
    }
  }

  /** All rows with numbers above the given one, in their order. */
  List<Sealed> rows(Statement statement, long after) throws SQLException {
    String format = LedgerTables.isFourth(statement) ? "coalesce(format, 0)" : "0";
    try (PreparedStatement select =
        statement
            .getConnection()
            .prepareStatement(
                "SELECT number, time, who, learner, purpose, epsilon, delta, event, hash, "
                    + columns(statement)
                    + ", "
                    + format
                    + " FROM entry WHERE number > ? ORDER BY number")) {
      select.setLong(1, after);
      List<Sealed> rows = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          rows.add(
              new Sealed(
                  new LedgerRow(
                      row.getLong(1),
                      text(row, 2),
                      text(row, 3),
                      text(row, 4),
                      text(row, 5),
                      text(row, 6),
                      text(row, 7),
                      row.getString(8),
                      text(row, 10),
                      row.getLong(11)),
                  text(row, 9)));
        }
      }
      return rows;
    }
  }

  /** A text field that every version writes. */
  private String text(ResultSet row, int column) throws SQLException {
    String text = row.getString(column);
    if (text == null) {
      throw dialect.damaged(null);
    }
    return text;
  }

  /** The entry that a row stands for. */
  LedgerEntry entry(Sealed sealed) {
    LedgerRow row = sealed.row();
    try {
      Amount amount = amount(row.epsilon(), row.delta());
      return new LedgerEntry(
          row.number(),
          Instant.parse(row.time()),
          row.who(),
          row.learner(),
          row.purpose(),
          amount,
          event(row.event(), amount),
          sealed.hash(),
          row.columns());
    } catch (DateTimeException broken) {
      throw dialect.damaged(broken);
    }
  }

  private <E extends Enum<E>> E constant(E[] known, String text) {
    for (E one : known) {
      if (one.name().equals(text)) {
        return one;
      }
    }
    throw dialect.damaged(null);
  }

  /** Entries that predate events have none: only their amount is known. */
  private PrivacyEvent event(String json, Amount amount) {
    try {
      return json == null ? plain(amount) : EventJson.parse(json);
    } catch (DemiluneException | IllegalArgumentException broken) {
      throw dialect.damaged(broken);
    }
  }

  private static PrivacyEvent plain(Amount amount) {
    double epsilon = amount.epsilon().doubleValue();
    return amount.delta().signum() == 0
        ? new PrivacyEvent.Pure(epsilon)
        : new PrivacyEvent.Approximate(epsilon, amount.delta().doubleValue());
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
      throw dialect.damaged(notANumber);
    }
    throw dialect.damaged(null);
  }
}
