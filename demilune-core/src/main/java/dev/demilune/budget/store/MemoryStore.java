// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.budget.entry.RunningTotal;
import java.util.ArrayList;
import java.util.List;

/** Entries that end with the process. */
public final class MemoryStore implements LedgerStore {

  private final LedgerTerms terms;
  private final List<LedgerEntry> entries = new ArrayList<>();
  private final RunningTotal tally;

  public MemoryStore(LedgerTerms terms) {
    this.terms = terms;
    this.tally = terms.pricing().start();
  }

  @Override
  public LedgerTerms terms() {
    return terms;
  }

  @Override
  public synchronized List<LedgerEntry> entries() {
    return List.copyOf(entries);
  }

  @Override
  public synchronized Balance balance() {
    return terms.pricing().balance(entries, tally);
  }

  @Override
  public synchronized LedgerEntry append(Decision decision) {
    LedgerEntry entry = decision.decide(entries.size() + 1L, tally, entries);
    tally.add(entry.amount(), entry.event());
    entries.add(entry);
    return entry;
  }

  @Override
  public void close() {}
}
