// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a look at every entry of a ledger found.
 *
 * <p>The chain of hashes finds entries that were edited, removed, added or put elsewhere by someone
 * who did not compute all later hashes anew. Someone who did, or who cut entries off the end and
 * set the ledger's record of its last entry back, or put an old copy in its place, is found by a
 * hash that was kept elsewhere, as on the certificates of the models that were charged; see {@link
 * #hash}.
 *
 * @param ledger the name of the protected table
 * @param hashes of the terms and of every entry that is in order, by number
 * @param inOrder the entries that are in order, from the first on
 * @param sealedLate how many of them are from before ledgers had hashes: what was done to them
 *     before is not known
 * @param fault the first thing that is wrong, in one sentence; empty if nothing is
 */
public record LedgerCheck(
    String ledger,
    List<String> hashes,
    List<LedgerEntry> inOrder,
    long sealedLate,
    Optional<String> fault) {

  public LedgerCheck {
    hashes = List.copyOf(hashes);
    inOrder = List.copyOf(inOrder);
  }

  /** Returns how many entries are in order, from the first on. */
  public long entries() {
    return inOrder.size();
  }

  /** Returns the hash of an entry that is in order, of the terms for 0; empty if it is not. */
  public Optional<String> hash(long entry) {
    return entry >= 0 && entry < hashes.size()
        ? Optional.of(hashes.get((int) entry))
        : Optional.empty();
  }

  /** Returns the entry that has a hash, if it is in order. */
  public Optional<LedgerEntry> entry(String hash) {
    return inOrder.stream().filter(entry -> entry.hash().equals(hash)).findFirst();
  }

  /** Reads all of it as it is at one moment, and changes nothing. */
  static LedgerCheck of(Dialect dialect) {
    try (Connection connection = dialect.connect();
        Statement statement = connection.createStatement()) {
      dialect.check(statement);
      dialect.beginReading(statement);
      try {
        new LedgerTables(dialect).requireUpToDate(statement);
        return of(dialect, statement);
      } finally {
        Dialect.rollBackQuietly(statement);
      }
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    }
  }

  private static LedgerCheck of(Dialect dialect, Statement statement) throws SQLException {
    LedgerReader reader = new LedgerReader(dialect);
    LedgerTerms terms = reader.terms(statement);
    LedgerReader.Head head = reader.head(statement);
    List<String> hashes = new ArrayList<>();
    hashes.add(LedgerRow.hashOfTerms(terms));
    List<LedgerEntry> inOrder = new ArrayList<>();
    Optional<String> fault = Optional.empty();
    for (LedgerReader.Sealed sealed : reader.rows(statement, 0)) {
      fault = fault(sealed, hashes);
      if (fault.isPresent()) {
        break;
      }
      hashes.add(sealed.hash());
      inOrder.add(reader.entry(sealed));
    }
    if (fault.isEmpty()) {
      fault = headFault(hashes, head);
    }
    if (fault.isEmpty()) {
      fault = triggerFault(dialect.triggers(statement));
    }
    return new LedgerCheck(terms.name(), hashes, inOrder, head.sealedLate(), fault);
  }

  private static Optional<String> fault(LedgerReader.Sealed sealed, List<String> hashes) {
    long expected = hashes.size();
    if (sealed.row().number() != expected) {
      return Optional.of(
          "entry " + expected + " is missing: entry " + sealed.row().number() + " is next");
    }
    if (sealed.row().hash(hashes.get(hashes.size() - 1)).equals(sealed.hash())) {
      return Optional.empty();
    }
    return Optional.of(
        "entry "
            + expected
            + (expected == 1
                ? " or the ledger's terms were edited, or another entry was first"
                : " was edited, or does not belong after entry " + (expected - 1)));
  }

  private static Optional<String> headFault(List<String> hashes, LedgerReader.Head head) {
    long entries = hashes.size() - 1L;
    if (head.entries() > entries) {
      return Optional.of(
          "entries after number " + entries + " were removed: there were " + head.entries());
    }
    return head.entries() == entries
            && hashes.get((int) entries).equals(head.hash())
            && head.sealedLate() >= 0
            && head.sealedLate() <= entries
        ? Optional.empty()
        : Optional.of("the ledger's record of its last entry, or its terms, were edited");
  }

  private static Optional<String> triggerFault(Set<String> found) {
    Set<String> ours = LedgerTables.triggers();
    for (String name : ours) {
      if (!found.contains(name)) {
        return Optional.of("the trigger " + name + ", which keeps entries as they are, is gone");
      }
    }
    return found.stream()
        .filter(name -> !ours.contains(name))
        .findFirst()
        .map(name -> "a trigger or view that is not the ledger's was added: " + name);
  }
}
