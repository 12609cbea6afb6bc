// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.privacy.Amount;
import java.util.List;

/**
 * A ledger at one moment: what was spent of the total, on what, and by which accountant.
 *
 * @param total what all entries together may cost
 * @param spent what they cost: their composition at the total's δ, or their sum where that is less
 *     and adds up
 * @param left a bare (ε, δ) that is not larger fits. Where entries are composed, a larger one may
 *     still fit, because events together cost less than their sum
 * @param sum ε and δ of all entries added up; the program adds no other
 * @param accountant how {@code spent} was computed
 * @param reliesOn what must hold for {@code spent}, and no program can check, one sentence each
 * @param entries everything spent, in order
 */
public record Balance(
    Amount total,
    Amount spent,
    Amount left,
    Amount sum,
    String accountant,
    List<String> reliesOn,
    List<LedgerEntry> entries) {

  public Balance {
    reliesOn = List.copyOf(reliesOn);
    entries = List.copyOf(entries);
  }
}
