// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The entry point: puts the commands together, runs one, and ends with its exit code. */
@Command(
    name = "demilune",
    versionProvider = Main.Version.class,
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

  private Main() {}

  /** Runs the command that the arguments name and ends the process. */
  /** Kept here, because the platform forgets the settings of a logger that nobody holds. */
  private static final Logger DATABASE_DRIVER = Logger.getLogger("org.postgresql");

  public static void main(String[] args) {
    DATABASE_DRIVER.setLevel(Level.OFF); // its faults reach people as our sentences
    System.exit(run(args, Console.system()));
  }

  /** Runs the command that the arguments name and returns its exit code. */
  static int run(String[] args, Console console) {
    CommandErrors faults = new CommandErrors(console);
    int code;
    try {
      code = commands(console, faults).execute(args);
    } catch (Throwable e) { // out of memory and the like, which picocli lets pass
      code = faults.unexpected(e);
    }
    Optional<IOException> lost = console.outputError();
    if (lost.isPresent() && code == ExitCode.DONE) {
      return faults.lostOutput(lost.get());
    }
    return code;
  }

  static CommandLine commands(Console console, CommandErrors faults) {
    CommandLine commands =
        new CommandLine(new Main())
            .addSubcommand(new DemoCommand(console))
            .addSubcommand(new TrainCommand(console))
            .addSubcommand(new TuneCommand(console))
            .addSubcommand(new PredictCommand(console))
            .addSubcommand(new EvaluateCommand(console))
            .addSubcommand(new CertifyCommand(console))
            .addSubcommand(new ReportCommand(console))
            .addSubcommand(new LearnersCommand(console))
            .addSubcommand(new PlanCommand(console))
            .addSubcommand(new AuditCommand(console))
            .addSubcommand(new ExhibitCommand(console))
            .addSubcommand(new FeasibleCommand(console))
            .addSubcommand(GenerateCommands.of(console))
            .addSubcommand(PrivacyCommands.of(console))
            .addSubcommand(SchemaCommands.of(console))
            .addSubcommand(LedgerCommands.of(console));
    // Settings reach the subcommands that exist when they are made, so they come last.
    return commands
        .setOut(new PrintWriter(console.out(), true, UTF_8))
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

  /** The version that the build has written into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String built = Main.class.getPackage().getImplementationVersion();
      return new String[] {
        "demilune " + (built == null ? "(not packaged)" : built),
        "Java " + System.getProperty("java.version")
      };
    }
  }
}
