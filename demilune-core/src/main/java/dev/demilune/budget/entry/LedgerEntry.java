// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Amount;
import java.time.Instant;

/**
 * One charge on a ledger.
 *
 * @param number 1 for the first entry of the ledger, without gaps
 * @param time when it was charged, by the clock of the machine that charged it; nothing depends on
 *     it
 * @param who the name under which the spender was logged in, or gave; empty in old entries
 * @param learner the learner it was charged for; empty if that was not said
 * @param purpose what for, in the spender's words
 * @param amount how much it costs alone
 * @param event what may be done with the rows for it; it alone costs at most the amount
 * @param hash ties the entry to all before it; empty in a ledger that ends with the process
 * @param columns the fingerprint of the columns of the table it was charged for; empty if that was
 *     not said
 */
public record LedgerEntry(
    long number,
    Instant time,
    String who,
    String learner,
    String purpose,
    Amount amount,
    PrivacyEvent event,
    String hash,
    String columns) {

  /** An entry that does not say which table it is for. */
  public LedgerEntry(
      long number,
      Instant time,
      String who,
      String learner,
      String purpose,
      Amount amount,
      PrivacyEvent event,
      String hash) {
    this(number, time, who, learner, purpose, amount, event, hash, "");
  }

  public LedgerEntry withHash(String computed) {
    return new LedgerEntry(number, time, who, learner, purpose, amount, event, computed, columns);
  }
}
