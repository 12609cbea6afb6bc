// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.budget.entry.LedgerCheck;
import dev.demilune.budget.entry.LedgerCheck.Step;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.budget.entry.RunningTotal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Recomputes the chain of hashes of a ledger in a database, and finds where it breaks. */
public final class ChainCheck {

  private ChainCheck() {}

  /** Reads all of it as it is at one moment, and changes nothing. */
  public static LedgerCheck of(Dialect dialect) {
    try (Connection connection = dialect.connect();
        Statement statement = connection.createStatement()) {
      dialect.check(statement);
      dialect.beginReading(statement);
      try {
        new LedgerTables(dialect).requireHashes(statement);
        return of(dialect, statement);
      } finally {
        Dialect.rollBackQuietly(statement);
      }
    } catch (SQLException fault) {
      throw dialect.translate(fault);
    }
  }

  /** Does the same within the transaction of the caller. */
  static LedgerCheck of(Dialect dialect, Statement statement) throws SQLException {
    LedgerReader reader = new LedgerReader(dialect);
    LedgerTerms terms = reader.terms(statement);
    LedgerReader.Head head = reader.head(statement);
    List<String> hashes = new ArrayList<>();
    hashes.add(LedgerRow.hashOfTerms(terms));
    List<LedgerEntry> inOrder = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    Optional<String> fault = Optional.empty();
    for (LedgerReader.Sealed sealed : reader.rows(statement, 0)) {
      fault = fault(sealed, hashes);
      if (fault.isPresent()) {
        break;
      }
      hashes.add(sealed.hash());
      inOrder.add(reader.entry(sealed));
    }
    steps.add(
        step("entries", fault, inOrder.size() + " in order, each with the hash of all before it"));
    if (fault.isEmpty()) {
      fault = headFault(hashes, head);
      steps.add(step("last entry", fault, "as the ledger's own record of it says"));
    }
    if (fault.isEmpty()) {
      fault = triggerFault(dialect, statement);
      steps.add(step("triggers and views", fault, "as they were made, and no others"));
    }
    if (fault.isEmpty() && LedgerTables.isFourth(statement)) { // older ones had another rule
      steps.add(step("total", totalFault(terms, inOrder), "all entries together fit in it"));
    }
    if (steps.stream().allMatch(Step::passed)) {
      steps.add(new Step("table", true, tables(terms, inOrder)));
    }
    return new LedgerCheck(
        terms.name(), terms.adjacency(), hashes, inOrder, head.sealedLate(), steps);
  }

  private static Step step(String what, Optional<String> fault, String otherwise) {
    return new Step(what, fault.isEmpty(), fault.orElse(otherwise));
  }

  private static Optional<String> totalFault(LedgerTerms terms, List<LedgerEntry> entries) {
    RunningTotal tally = terms.pricing().start();
    entries.forEach(entry -> tally.add(entry.amount(), entry.event()));
    return terms.pricing().couldHold(tally)
        ? Optional.empty()
        : Optional.of("the entries together exceed the total, which no program of ours admits");
  }

  /** Which table the entries are for: to be read, since another one may be charged knowingly. */
  private static String tables(LedgerTerms terms, List<LedgerEntry> entries) {
    Set<String> known = new LinkedHashSet<>();
    known.add(terms.columns());
    entries.forEach(entry -> known.add(entry.columns()));
    known.remove("");
    long silent = entries.stream().filter(entry -> entry.columns().isEmpty()).count();
    String said = silent == 0 ? "" : "; " + silent + " entries do not say theirs";
    return switch (known.size()) {
      case 0 -> "no entry says which columns it is about";
      case 1 -> "one, by the fingerprint of its columns" + said;
      default -> known.size() + " different ones, charged with --allow-other-table" + said;
    };
  }

  private static Optional<String> fault(LedgerReader.Sealed sealed, List<String> hashes) {
    long expected = hashes.size();
    if (sealed.row().number() != expected) {
      return Optional.of(
          "entry " + expected + " is missing: entry " + sealed.row().number() + " is next");
    }
    if (sealed.row().isSealedBy(sealed.hash(), hashes.get(hashes.size() - 1))) {
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

  /** What someone did to the triggers, or put before the tables; empty if all is as we made it. */
  static Optional<String> triggerFault(Dialect dialect, Statement statement) throws SQLException {
    Map<String, String> ours = new LedgerTables(dialect).triggers();
    Map<String, String> found = dialect.triggers(statement);
    boolean inTheseWords = LedgerTables.isFourth(statement); // older ones had other words
    for (Map.Entry<String, String> trigger : ours.entrySet()) {
      String does = found.remove(trigger.getKey());
      boolean newer = !inTheseWords && trigger.getKey().equals(LedgerTables.NEWEST_GUARD);
      if (!newer && (does == null || (inTheseWords && !trigger.getValue().equals(does)))) {
        return Optional.of(
            "the trigger "
                + trigger.getKey()
                + ", which keeps entries as they are, is "
                + (does == null ? "gone" : "another one"));
      }
    }
    return found.keySet().stream()
        .findFirst()
        .map(name -> "a trigger or view that is not the ledger's was added: " + name);
  }
}
