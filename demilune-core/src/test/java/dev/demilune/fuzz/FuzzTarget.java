// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.fuzz;

/** What a coverage-guided fuzzer (Jazzer) calls: one parser, named when it is started. */
public final class FuzzTarget {

  private static Parser parser;

  private FuzzTarget() {}

  /** Called once. */
  public static void fuzzerInitialize(String[] arguments) {
    parser = Parser.valueOf(arguments[0]);
  }

  /** Called for every input. */
  public static void fuzzerTestOneInput(byte[] input) {
    parser.feed(input);
  }
}
