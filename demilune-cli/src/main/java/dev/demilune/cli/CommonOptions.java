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

import dev.demilune.random.Randomness;
import picocli.CommandLine.Option;

/** Options that every command takes. */
final class CommonOptions {

  @Option(
      names = "--json",
      description = "Print one JSON object on standard output, and nothing else there.")
  boolean json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw all randomness from this number: reproducible, and not private.")
  Long seed;

  @Option(names = "--debug", description = "Show where in the program a fault happened.")
  boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** Returns the system's randomness, or the seeded one that protects nobody. */
  Randomness randomness() {
    return seed == null ? Randomness.secure() : Randomness.reproducible(seed);
  }
}
