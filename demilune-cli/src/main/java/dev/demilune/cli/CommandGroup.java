// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

/** A command that only exists through its subcommands. */
abstract class CommandGroup extends DemiluneCommand {

  @Override
  void run() {
    throw usage("say which: one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
