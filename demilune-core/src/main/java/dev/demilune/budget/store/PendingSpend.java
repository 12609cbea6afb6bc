// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.store;

import dev.demilune.budget.entry.LedgerEntry;
import dev.demilune.budget.entry.RunningTotal;
import java.util.List;
import java.util.Optional;

/**
 * A spend on its way into a database: requested, decided, then acknowledged or failed.
 *
 * <p>The spender learns nothing before the transaction has ended, not even a refusal: it may depend
 * on entries of the same transaction, which count only once that is committed.
 */
final class PendingSpend {

  private final LedgerStore.Decision decision;
  private LedgerEntry entry;
  private Throwable fault;
  private boolean done;

  PendingSpend(LedgerStore.Decision decision) {
    this.decision = decision;
  }

  /** The entry to write, or nothing if the spend is refused. */
  Optional<LedgerEntry> decide(long number, RunningTotal tally, List<LedgerEntry> earlier) {
    try {
      return Optional.of(decision.decide(number, tally, earlier));
    } catch (RuntimeException refusal) {
      fault = refusal;
      return Optional.empty();
    }
  }

  void written(LedgerEntry newEntry) {
    entry = newEntry;
  }

  /** The transaction is committed, or there was nothing in it. */
  void finish() {
    done = true;
  }

  /** The transaction failed. */
  void fail(Throwable cause) {
    entry = null;
    fault = cause;
    done = true;
  }

  boolean isDone() {
    return done;
  }

  /** The entry, which is on the disk. */
  LedgerEntry entry() {
    if (fault instanceof RuntimeException told) {
      throw told;
    }
    if (fault instanceof Error severe) {
      throw severe;
    }
    return entry;
  }
}
