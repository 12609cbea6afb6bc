// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import picocli.CommandLine.Option;

/** How close the two ends of a privacy cost are to be. */
final class TightnessOption {

  @Option(
      names = "--tightness",
      paramLabel = "W",
      defaultValue = "0.001",
      description = {
        "How far apart the two ends may be, relative to epsilon (default: ${DEFAULT-VALUE})."
      })
  String tightness;

  Accountant accountant(DemiluneCommand command, PrivacyEvent event) {
    return Accountant.best(
        event,
        command.fromOptions(
            () ->
                Numerals.within(
                    "--tightness",
                    tightness,
                    value -> value >= 1e-6 && value <= 1,
                    "between 1e-6 and 1")));
  }
}
