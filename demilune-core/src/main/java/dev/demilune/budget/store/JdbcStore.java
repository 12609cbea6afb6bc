// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.DemiluneException;
import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.budget.entry.RunningTotal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Entries in a database that threads and processes share.
 *
 * <p>Spends are written in transactions that begin by keeping other spenders out. So two spenders
 * never decide on the same sum, and an entry whose {@code append} has returned survives the process
 * and the machine: it returns after the commit, never before. Earlier entries never change, so only
 * those since the last look are read again, and each must continue the chain of hashes. A
 * connection that broke is opened again at the next call.
 */
public final class JdbcStore implements LedgerStore {

  /** Limits how long another process waits for its turn. */
  private static final int LARGEST_BATCH = 64;

  private final Dialect dialect;
  private final LedgerReader reader;
  private final LedgerTerms terms;
  private final List<LedgerEntry> seen = new ArrayList<>();
  private final Queue<PendingSpend> waiting = new ConcurrentLinkedQueue<>();
  private final Lock turn = new ReentrantLock(true); // fair, or threads in luck would go alone
  private RunningTotal tally;
  private Connection connection;
  private Object place;
  private String lastHash;
  private boolean closed;

  private JdbcStore(Dialect dialect, Connection connection) throws SQLException {
    this.dialect = dialect;
    this.reader = new LedgerReader(dialect);
    this.connection = connection;
    this.place = dialect.place();
    try (Statement statement = connection.createStatement()) {
      dialect.check(statement);
      new LedgerTables(dialect).requireUpToDate(statement);
      this.terms = reader.terms(statement);
      this.tally = terms.pricing().start();
      this.lastHash = LedgerRow.hashOfTerms(terms);
      // First the head: whatever is appended meanwhile lies behind it.
      LedgerReader.Head head = reader.head(statement);
      catchUp(statement);
      String hash = hashAt(head.entries());
      if (!head.hash().equals(hash) || !terms.pricing().couldHold(tally)) {
        throw dialect.damaged(null); // no spend of ours can exceed the total
      }
      requireTriggers(statement);
    }
  }

  /** Opens the ledger of a database. */
  public static JdbcStore open(Dialect dialect) {
    Connection connection = null;
    boolean done = false;
    try {
      connection = dialect.connect();
      JdbcStore store = new JdbcStore(dialect, connection);
      done = true;
      return store;
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    } finally {
      if (!done && connection != null) {
        closeQuietly(connection);
      }
    }
  }

  /** Brings the ledger of a database up to date, and returns the format that it had. */
  public static long upgrade(Dialect dialect) {
    try (Connection connection = dialect.connect();
        Statement statement = connection.createStatement()) {
      dialect.check(statement);
      return new LedgerTables(dialect).update(statement);
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    }
  }

  /** For tests that prepare a connection. */
  public static JdbcStore on(Dialect dialect, Connection connection) throws SQLException {
    return new JdbcStore(dialect, connection);
  }

  @Override
  public LedgerTerms terms() {
    return terms;
  }

  @Override
  public List<LedgerEntry> entries() {
    return alone(
        () ->
            run(
                statement -> {
                  catchUp(statement);
                  return List.copyOf(seen);
                }));
  }

  @Override
  public Balance balance() {
    return alone(
        () -> {
          entries(); // brings the tally up to date
          return terms.pricing().balance(seen, tally);
        });
  }

  /**
   * Spends that wait while another is being synchronized to the disk go together afterwards: one
   * transaction, one synchronization, each decided on in its turn with those before it counted.
   */
  @Override
  public LedgerEntry append(Decision decision) {
    PendingSpend own = new PendingSpend(decision);
    waiting.add(own);
    return alone(
        () -> {
          while (!own.isDone()) { // unless the thread before committed it too
            appendWaiting();
          }
          return own.entry();
        });
  }

  private void appendWaiting() {
    List<PendingSpend> batch = new ArrayList<>();
    for (PendingSpend next; batch.size() < LARGEST_BATCH && (next = waiting.poll()) != null; ) {
      batch.add(next);
    }
    int before = seen.size();
    try {
      run(statement -> commit(statement, batch));
      batch.forEach(PendingSpend::finish);
    } catch (RuntimeException | Error fault) {
      forgetAfter(before);
      batch.forEach(one -> one.fail(fault));
    }
  }

  private List<PendingSpend> commit(Statement statement, List<PendingSpend> batch)
      throws SQLException {
    dialect.beginAlone(statement);
    boolean committed = false;
    try {
      requireTriggers(statement);
      catchUp(statement);
      int earlier = seen.size();
      for (PendingSpend one : batch) {
        Optional<LedgerEntry> wanted = one.decide(seen.size() + 1L, tally, seen);
        if (wanted.isPresent()) {
          LedgerRow row = LedgerRow.of(wanted.get());
          LedgerEntry entry = wanted.get().withHash(row.hash(lastHash));
          insert(row, entry.hash());
          remember(entry);
          one.written(entry);
        }
      }
      if (seen.size() > earlier) {
        requireWritten(statement);
        statement.execute("COMMIT");
        committed = true;
      }
      return batch;
    } finally {
      if (!committed) {
        Dialect.rollBackQuietly(statement);
      }
    }
  }

  /**
   * Looks at the last entry and the head once more, since a trigger of others may have undone them,
   * and at the file, since what is written to a file without a name is lost.
   */
  private void requireWritten(Statement statement) throws SQLException {
    List<LedgerReader.Sealed> last = reader.rows(statement, seen.size() - 1L);
    LedgerReader.Head head = reader.head(statement);
    if (last.size() != 1
        || !last.get(0).hash().equals(lastHash)
        || head.entries() != seen.size()
        || !head.hash().equals(lastHash)) {
      throw dialect.damaged(null);
    }
    if (!place.equals(dialect.place())) {
      throw new DemiluneException(
          dialect.ledger() + " was replaced by another file while it was open: open it again");
    }
  }

  /** A ledger that is no longer kept as it was takes no spends, though its entries may be whole. */
  private void requireTriggers(Statement statement) throws SQLException {
    Optional<String> fault = ChainCheck.triggerFault(dialect, statement);
    if (fault.isPresent()) {
      throw dialect.notIntact(fault.get());
    }
  }

  /** Discards what was cached of a failed transaction; it is read again. */
  private void forgetAfter(int entries) {
    if (seen.size() > entries) {
      seen.subList(entries, seen.size()).clear();
      tally = terms.pricing().start();
      seen.forEach(entry -> tally.add(entry.amount(), entry.event()));
      lastHash = hashAt(entries);
    }
  }

  @Override
  public void close() {
    alone(
        () -> {
          closed = true;
          closeQuietly(connection);
          return closed;
        });
  }

  private <T> T alone(Supplier<T> work) {
    turn.lock();
    try {
      return work.get();
    } finally {
      turn.unlock();
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Statement statement) throws SQLException;
  }

  private <T> T run(Work<T> work) {
    try {
      if (closed) {
        throw new DemiluneException(dialect.ledger() + " was closed: open it again");
      }
      if (connection.isClosed()) {
        connection = dialect.connect();
        place = dialect.place();
      }
      try (Statement statement = connection.createStatement()) {
        return work.on(statement);
      }
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    }
  }

  private void insert(LedgerRow row, String hash) throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO entry"
                    + " (number, time, who, learner, purpose, epsilon, delta, event, hash, format, "
                    + LedgerTables.COLUMNS
                    + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        PreparedStatement head =
            connection.prepareStatement(
                "UPDATE head SET entries = ?, hash = ? WHERE entries = ? AND hash = ?")) {
      insert.setLong(1, row.number());
      insert.setString(2, row.time());
      insert.setString(3, row.who());
      insert.setString(4, row.learner());
      insert.setString(5, row.purpose());
      insert.setString(6, row.epsilon());
      insert.setString(7, row.delta());
      insert.setString(8, row.event());
      insert.setString(9, hash);
      insert.setLong(10, row.format());
      insert.setString(11, row.columns());
      insert.executeUpdate();
      head.setLong(1, row.number());
      head.setString(2, hash);
      head.setLong(3, row.number() - 1);
      head.setString(4, lastHash);
      if (head.executeUpdate() != 1) {
        throw dialect.damaged(null);
      }
    }
  }

  /** Reads what others have appended since the last look. */
  private void catchUp(Statement statement) throws SQLException {
    for (LedgerReader.Sealed sealed : reader.rows(statement, seen.size())) {
      if (sealed.row().number() != seen.size() + 1L
          || !sealed.row().isSealedBy(sealed.hash(), lastHash)) {
        throw dialect.damaged(null);
      }
      remember(reader.entry(sealed));
    }
  }

  private void remember(LedgerEntry entry) {
    tally.add(entry.amount(), entry.event());
    seen.add(entry);
    lastHash = entry.hash();
  }

  /** The hash of an entry, of the terms for number 0; empty if there are fewer entries. */
  private String hashAt(long number) {
    if (number == 0) {
      return LedgerRow.hashOfTerms(terms);
    }
    return number > 0 && number <= seen.size() ? seen.get((int) number - 1).hash() : "";
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException nothingPending) {
      // Every spend is committed before it is acknowledged: closing has nothing left to lose.
    }
  }
}
