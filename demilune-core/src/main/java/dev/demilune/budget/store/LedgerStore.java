// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.LedgerTerms;
import dev.demilune.budget.entry.RunningTotal;
import java.util.List;

/** Where a ledger keeps its entries: memory or a database. */
public interface LedgerStore extends AutoCloseable {

  LedgerTerms terms();

  /** All entries, those of other processes included, in the order of their numbers. */
  List<LedgerEntry> entries();

  /** What all entries cost together at this moment. */
  Balance balance();

  /**
   * Appends one entry durably, all or nothing, while no other spender can. The decision sees all
   * earlier entries; if it throws, nothing is appended.
   */
  LedgerEntry append(Decision decision);

  @Override
  void close();

  /** Looks at all earlier entries and returns the next one, without its hash, or throws. */
  @FunctionalInterface
  interface Decision {
    LedgerEntry decide(long number, RunningTotal tally, List<LedgerEntry> earlier);
  }
}
