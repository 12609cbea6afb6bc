// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.util.List;

/** Runs command lines of the program in this process. */
@FunctionalInterface
public interface Commands {

  /** Runs one, without the name of the program, and returns how it ended and what it said. */
  Said run(List<String> arguments);

  /**
   * What a command said and how it ended.
   *
   * @param code its exit code
   * @param out standard output: the result
   * @param err standard error: everything that is said to a person
   */
  record Said(int code, String out, String err) {}
}
