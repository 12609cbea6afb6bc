// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line in a process of its own: the launcher that {@code -Ddemilune.command} names, as
 * a user has it, or the classes of this build.
 */
final class CommandLine {

  private static final String LAUNCHER = System.getProperty("demilune.command", "");

  private CommandLine() {}

  /** Returns how the command is started, for the page. */
  static String described() {
    return LAUNCHER.isEmpty() ? "the classes of this build" : "the launcher";
  }

  /** Runs one command to its end and fails unless it does. */
  static void run(List<String> jvmOptions, List<String> arguments) {
    Child child = child(jvmOptions, arguments);
    child.run().orThrow(child);
  }

  static int exitCode(List<String> jvmOptions, List<String> arguments) {
    return child(jvmOptions, arguments).run().exit();
  }

  static Child child(List<String> jvmOptions, List<String> arguments) {
    if (LAUNCHER.isEmpty()) {
      List<String> options = new ArrayList<>(List.of("-XX:+UseParallelGC")); // as the launcher does
      options.addAll(jvmOptions);
      return Child.java(options, dev.demilune.cli.Main.class, arguments.toArray(String[]::new));
    }
    List<String> command = new ArrayList<>(List.of(LAUNCHER));
    command.addAll(arguments);
    return new Child(command, Map.of("DEMILUNE_JAVA_OPTS", String.join(" ", jvmOptions)));
  }
}
