// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.cli.GenerateCommands.Content;
import dev.demilune.data.synthetic.HiddenPoint;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demilune generate constraints}: data for {@code demilune feasible}. */
@Command(
    name = "constraints",
    description =
        "Linear constraints that one hidden point satisfies, for 'demilune feasible': coefficients"
            + " a1 to ad, and last b, meaning a·x >= b. Says which bounds they keep.",
    footer = {
      "",
      "Example:",
      "  demilune generate constraints --rows 2000 --variables 2 --largest 100 --out limits.csv"
    })
final class GenerateConstraintsCommand extends GenerateCommands.Drawing {

  @Option(
      names = "--variables",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many variables (default: ${DEFAULT-VALUE}).")
  int variables;

  @Option(
      names = "--largest",
      paramLabel = "N",
      defaultValue = "100",
      description = "The largest coefficient (default: ${DEFAULT-VALUE}).")
  int largest;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "The CSV file.")
  Path out;

  @Override
  Content content() {
    return new HiddenPoint(variables, largest)::write;
  }

  @Override
  void run() {
    draw(out, checked());
    String bound =
        (largest + ",").repeat(variables) + new HiddenPoint(variables, largest).largestRightSide();
    answer(
        Json.of("rows", rows, "data", out, "bound", bound),
        "wrote " + rows + " constraints to " + out + "; they keep --bound " + bound);
  }
}
