// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a ledger records, as plain values: its terms, its entries, and the rule that admits them.
 *
 * <p>Between {@code accounting}, which computes privacy costs, and {@code budget.store}, which
 * writes entries down. Open {@link dev.demilune.budget.entry.BudgetRule} first: it states, with
 * proof, what all entries of a ledger guarantee together. {@link
 * dev.demilune.budget.entry.LedgerTerms} is fixed when a ledger is made; {@link
 * dev.demilune.budget.entry.LedgerEntry} is one charge; {@link dev.demilune.budget.entry.Balance}
 * and {@link dev.demilune.budget.entry.LedgerCheck} are what a ledger reports.
 *
 * <p>Everything here is public information and may be printed. Nothing here reads a row, touches a
 * file or a database, or draws noise; {@code RunningTotal} alone can change, the other types are
 * immutable. {@code budget} and {@code budget.store} use it, and programs that show a ledger.
 */
package dev.demilune.budget.entry;
