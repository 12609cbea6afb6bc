// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

/**
 * How a ledger computes the cost of all of its entries together. It is fixed when the ledger is
 * created: the proof does not allow a rule that is changed after outputs were seen.
 *
 * <p>{@link BudgetRule} states what each promises and proves it.
 */
public enum Composition {

  /** Basic composition: the ε add up and the δ add up, for any events, chosen adaptively. */
  ADDITIVE,

  /**
   * Only Gaussian sums are admitted, and composed exactly: their μ² add up. The noise of the next
   * one may be chosen after looking at earlier outputs.
   */
  GAUSSIAN,

  /**
   * Events of any kind, chosen adaptively: half of δ is for spends that add up, half for spends
   * that are composed by a Rényi filter, and either will do. A total without δ adds up.
   */
  COMPOSED
}
