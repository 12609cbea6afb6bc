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

import dev.demilune.accounting.Accountant;
import dev.demilune.accounting.PrivacyEvent;
import picocli.CommandLine.Option;

/** How close the two ends of a price are to be. */
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
    double width = command.fromOptions(this::width);
    return Accountant.best(event, width);
  }

  private double width() {
    double value = Numerals.number("--tightness", tightness);
    if (!(value >= 1e-6 && value <= 1)) {
      throw new IllegalArgumentException(
          "--tightness must be between 1e-6 and 1, got " + tightness);
    }
    return value;
  }
}
