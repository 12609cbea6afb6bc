// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.synthetic.HiddenPoint;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
final class GenerateConstraintsCommand extends DemiluneCommand {

  @Option(names = "--rows", paramLabel = "N", required = true, description = "How many.")
  long rows;

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

  GenerateConstraintsCommand(Console console) {
    super(console);
  }

  @Override
  void run() {
    if (rows < 0) {
      throw usage("--rows must not be negative, got " + rows);
    }
    HiddenPoint constraints = fromOptions(() -> new HiddenPoint(variables, largest));
    Paths.checkWritable("--out", out);
    GenerateCommands.write(
        out,
        file -> {
          constraints.write(file, rows, common.randomness().stream(spec.name())::nextLong);
          return file;
        });
    String bound =
        Stream.concat(
                Collections.nCopies(variables, largest).stream(),
                Stream.of(constraints.largestRightSide()))
            .map(Object::toString)
            .collect(Collectors.joining(","));
    if (common.json) {
      JsonObject result = new JsonObject();
      result.addProperty("rows", rows);
      result.addProperty("data", out.toString());
      result.addProperty("bound", bound);
      print(result);
    } else {
      print("wrote " + rows + " constraints to " + out + "; they keep --bound " + bound);
    }
  }
}
