// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget.entry;

import dev.demilune.privacy.Adjacency;

/**
 * What a ledger is about, fixed when it is made.
 *
 * @param name what the protected table is called
 * @param description what the table is, in public words; may be empty
 * @param adjacency what one person can change in it
 * @param pricing the total, and the rule by which entries are admitted
 * @param columns the fingerprint of the table's columns; empty if the first spend is to say it
 */
public record LedgerTerms(
    String name, String description, Adjacency adjacency, BudgetRule pricing, String columns) {}
