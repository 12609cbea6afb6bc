// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.accounting.PrivacyEvent;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;

/**
 * Work on private rows that is planned to the last release, so that a ledger can charge it.
 *
 * <p>A plan is made once, from public quantities. {@link Ledger#spend(String, PaidPlan)} charges it
 * and returns an allowance for this very object: what was charged is what runs.
 */
public interface PaidPlan {

  /** Returns what will do the work, for the ledger's entry; for example, the name of a learner. */
  String doneBy();

  /** Returns what the work costs at most, alone. */
  Guarantee guarantee();

  /** Returns what one person can change, in the sense of the guarantee. */
  Adjacency adjacency();

  /** Returns exactly what will be done with the rows. */
  PrivacyEvent charged();
}
