// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.util.List;
import java.util.stream.Collectors;

/** A command line as a person would type it. */
final class CommandLineText {

  private CommandLineText() {}

  /** Returns it for a POSIX shell, every word quoted that needs it. */
  static String of(List<String> arguments) {
    return "demilune "
        + arguments.stream().map(CommandLineText::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
