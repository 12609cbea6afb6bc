// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.Ledger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** What {@code --ledger} names: a file, or a database on a server. */
final class LedgerOption {

  private LedgerOption() {}

  /** The file, if the option names one; null if it names a database or was not given. */
  static Path file(String ledger) {
    if (ledger == null || Ledger.isDatabase(ledger)) {
      return null;
    }
    if (ledger.startsWith("jdbc:")) {
      throw new DemiluneException(
          "--ledger: databases other than PostgreSQL are not supported; give a file, or an address"
              + " that begins with jdbc:postgresql://");
    }
    try {
      return Path.of(ledger);
    } catch (InvalidPathException e) {
      throw new DemiluneException("--ledger " + ledger + ": this is no name of a file", e);
    }
  }

  /** The location without what may hold a password. */
  static String withoutSettings(String ledger) {
    int settings = Ledger.isDatabase(ledger) ? ledger.indexOf('?') : -1;
    return settings < 0 ? ledger : ledger.substring(0, settings);
  }
}
