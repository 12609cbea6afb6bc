// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point: puts the commands together, runs one, and ends with its exit code. */
@Command(
    name = "demilune",
    versionProvider = VersionCommand.Lines.class,
    description = "Classifiers you can publish, trained on people you must protect.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footer = {
      "",
      "Start here:",
      "  demilune demo                 train on a synthetic census and write report.html",
      "  demilune COMMAND --help       every option of a command, with an example",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the ledger refused the spend."
    })
public final class Main implements Runnable {

  /** Kept here, because the platform forgets the settings of a logger that nobody holds. */
  private static final Logger DATABASE_DRIVER = Logger.getLogger("org.postgresql");

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  boolean version;

  Main() {}

  /** Runs the command that the arguments name and ends the process. */
  public static void main(String[] args) {
    DATABASE_DRIVER.setLevel(Level.OFF); // its faults reach people as our sentences
    System.exit(run(args, Console.system()));
  }

  /** Runs the command that the arguments name and returns its exit code. */
  static int run(String[] args, Console console) {
    CommandErrors faults = new CommandErrors(console);
    int code;
    try {
      String[] words = helpAsOption(args);
      CommandLine commands = prepared(Commands.neededBy(words, console), console, faults);
      code = commands.execute(untilUnknown(commands, words));
    } catch (Throwable e) { // out of memory and the like, which picocli lets pass
      code = faults.unexpected(e);
    }
    Optional<IOException> lost = console.outputError();
    if (lost.isPresent() && code == ExitCode.DONE) {
      return faults.lostOutput(lost.get());
    }
    return code;
  }

  /** {@code help train} means {@code train --help}. */
  private static String[] helpAsOption(String[] args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    List<String> words = new ArrayList<>(List.of(args).subList(1, args.length));
    words.add("--help");
    return words.toArray(String[]::new);
  }

  /**
   * The words up to the first that is no command where one is expected, so that it is refused: with
   * {@code --help} after it, picocli would show the help of the commands before it.
   */
  private static String[] untilUnknown(CommandLine commands, String[] words) {
    CommandLine command = commands;
    for (int i = 0; i < words.length && !words[i].startsWith("-"); i++) {
      if (command.getSubcommands().isEmpty()) {
        break; // what follows is for the command itself
      }
      command = command.getSubcommands().get(words[i]);
      if (command == null) {
        return Arrays.copyOf(words, i + 1);
      }
    }
    return words;
  }

  /** Every command, ready to be called. */
  static CommandLine commands(Console console, CommandErrors faults) {
    return prepared(Commands.all(console), console, faults);
  }

  private static CommandLine prepared(CommandLine line, Console console, CommandErrors faults) {
    return line.setOut(new PrintWriter(console.out(), true, UTF_8))
        .setErr(new PrintWriter(console.err(), true, UTF_8))
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setUsageHelpLongOptionsMaxWidth(24)
        .setUsageHelpWidth(100)
        .setParameterExceptionHandler(faults)
        .setExecutionExceptionHandler(faults);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command was given");
  }
}
