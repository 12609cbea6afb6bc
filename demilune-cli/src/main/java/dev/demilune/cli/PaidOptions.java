// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.privacy.Adjacency;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much privacy a release of rows costs, for which adjacency, and which ledger pays. */
final class PaidOptions {

  @Mixin PrivacyOptions privacy = new PrivacyOptions();

  @Option(
      names = "--adjacency",
      paramLabel = "WHAT",
      description =
          "What one person can change: add-or-remove-one or replace-one. By default the ledger's.")
  String adjacency;

  @Mixin LedgerSpend spend = new LedgerSpend();

  /** The adjacency that the options name, or null for the ledger's; refuses what nobody counts. */
  Adjacency wanted(Long seed) {
    Adjacency wanted = adjacency == null ? null : SchemaOptions.parseAdjacency(adjacency);
    spend.check(seed);
    if (spend.ledger == null && wanted == null) {
      throw new IllegalArgumentException("--adjacency is missing: without a ledger, say it");
    }
    return wanted;
  }
}
