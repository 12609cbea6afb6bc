// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line in a process of its own. */
final class CommandLine {

  private CommandLine() {}

  /** Runs one command to its end and fails unless it does. */
  static void run(List<String> jvmOptions, List<String> arguments) throws IOException {
    int exit = exitCode(jvmOptions, arguments);
    if (exit != 0) {
      throw new IllegalStateException(arguments + " ended with exit code " + exit);
    }
  }

  static int exitCode(List<String> jvmOptions, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.demilune.cli.Main"));
    command.addAll(arguments);
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
