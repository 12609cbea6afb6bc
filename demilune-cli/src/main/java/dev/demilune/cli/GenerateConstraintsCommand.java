/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.cli;

import com.google.gson.JsonObject;
import dev.demilune.data.HiddenPoint;
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
