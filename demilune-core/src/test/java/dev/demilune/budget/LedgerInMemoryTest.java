// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.budget.entry.Composition;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;

class LedgerInMemoryTest extends LedgerLaws {

  @Override
  Ledger ledger(String name, Adjacency adjacency, Guarantee total, Composition composition) {
    return Ledger.inMemory(name, adjacency, total, composition, Randomness.secure());
  }
}
