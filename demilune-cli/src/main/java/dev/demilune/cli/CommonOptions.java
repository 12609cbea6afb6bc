// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
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
