// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.report;

import dev.demilune.budget.Ledger;
import dev.demilune.budget.entry.Balance;
import dev.demilune.privacy.Adjacency;

/**
 * A ledger at one moment.
 *
 * @param name of the protected table
 * @param adjacency what one person can change in it
 * @param balance what was spent of the total, and on what
 */
public record LedgerState(String name, Adjacency adjacency, Balance balance) {

  /** Looks at a ledger. */
  public static LedgerState of(Ledger ledger) {
    return new LedgerState(ledger.name(), ledger.adjacency(), ledger.balance());
  }
}
