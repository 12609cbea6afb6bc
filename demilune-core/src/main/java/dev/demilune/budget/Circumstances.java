// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.budget;

import dev.demilune.budget.entry.Balance;
import dev.demilune.budget.entry.Composition;
import dev.demilune.budget.entry.LedgerEntry;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a certificate says of the run: the build, when it was charged, and the ledger just after.
 *
 * <p>All of it is known before a row is read. Seeded runs get none of it: they protect nobody, and
 * are made to be repeated byte by byte.
 */
final class Circumstances {

  private Circumstances() {}

  /**
   * The facts of a spend by secure randomness.
   *
   * @param named whether the spender gave a name; that of a login is the ledger's business alone
   * @param after the ledger with the entry
   */
  static Map<String, String> of(
      LedgerEntry entry, boolean named, Composition composition, Balance after) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("software", Software.build());
    facts.put("charged", entry.time().toString());
    if (named) {
      facts.put("by", entry.who());
    }
    if (!entry.hash().isEmpty()) { // a ledger that is kept
      facts.put(
          "ledger then",
          "entry "
              + entry.number()
              + ", spent "
              + after.spent().describe()
              + " of "
              + after.total().describe()
              + ", "
              + composition.name().toLowerCase(Locale.ROOT));
    }
    return facts;
  }
}
