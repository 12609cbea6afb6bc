// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where a ledger's entries live: in memory, in an SQLite file or in a PostgreSQL database.
 *
 * <p>Behind {@code budget}: only {@link dev.demilune.budget.Ledger} opens a store, and only {@code
 * budget} uses this package. Open {@link dev.demilune.budget.store.LedgerStore} first, the
 * interface, then {@link dev.demilune.budget.store.JdbcStore}, which serves both databases; {@link
 * dev.demilune.budget.store.Dialect} has what differs between them.
 *
 * <p>Not part of the library's interface. An entry whose append has returned survives the process
 * and the machine (except in memory, where entries end with the process). Two spenders never decide
 * on the same balance. Entries are only ever appended, each with a hash that chains it to all
 * entries before it; {@link dev.demilune.budget.store.ChainCheck} recomputes the chain.
 *
 * <p>Nothing here reads a row. What a database holds is not trusted: every entry that is read must
 * continue the chain.
 */
package dev.demilune.budget.store;
