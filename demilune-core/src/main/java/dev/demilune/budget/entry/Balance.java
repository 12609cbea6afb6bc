// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.privacy.Amount;
import java.math.BigDecimal;
import java.util.List;

/**
 * A ledger at one moment: what was spent of the total, on what, and by which accountant.
 *
 * @param total what all entries together may cost
 * @param spent what they cost: their composition at the total's δ, or their sum where that is less
 * @param sum ε and δ of all entries added up; its ε is never below that of {@code spent}
 * @param accountant how {@code spent} was computed
 * @param reliesOn what must hold for {@code spent}, and no program can check, one sentence each
 * @param entries everything spent, in order
 */
public record Balance(
    Amount total,
    Amount spent,
    Amount sum,
    String accountant,
    List<String> reliesOn,
    List<LedgerEntry> entries) {

  public Balance {
    reliesOn = List.copyOf(reliesOn);
    entries = List.copyOf(entries);
  }

  /**
   * Returns what remains of the total after what was spent. Where entries are composed, a larger
   * spend may still fit, because events together cost less than their sum.
   */
  public Amount left() {
    return new Amount(
        total.epsilon().subtract(spent.epsilon()).max(BigDecimal.ZERO),
        total.delta().subtract(spent.delta()).max(BigDecimal.ZERO));
  }
}
