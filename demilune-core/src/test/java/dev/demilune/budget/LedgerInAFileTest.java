// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.budget.entry.Composition;
import dev.demilune.privacy.Adjacency;
import dev.demilune.privacy.Guarantee;
import dev.demilune.random.Randomness;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LedgerInAFileTest extends LedgerLaws {

  @TempDir Path directory;
  private int made;

  @Override
  Ledger ledger(String name, Adjacency adjacency, Guarantee total, Composition composition) {
    Path file = directory.resolve("ledger" + ++made + ".db");
    Ledger.create(file, name, adjacency, total, composition);
    return Ledger.open(file, Randomness.secure());
  }
}
