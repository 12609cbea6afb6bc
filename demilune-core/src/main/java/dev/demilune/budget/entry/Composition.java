// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

/**
 * How a ledger prices all of its entries together. It is fixed when the ledger is created, because
 * a rule that could be changed in the light of what was spent would be no rule.
 *
 * <p>{@link BudgetRule} states what each promises and proves it.
 */
public enum Composition {

  /** Decimals add up: ε to ε and δ to δ, whatever was charged and however it was chosen. */
  ADDITIVE,

  /**
   * Only Gaussian sums are admitted, and priced exactly: their μ² add up. How much noise the next
   * one gets may be decided after looking at the outputs of those before.
   */
  GAUSSIAN,

  /**
   * The accountant composes the events of all entries, of whatever kind. It relies on nobody
   * choosing an event by looking at earlier outputs.
   */
  COMPOSED
}
