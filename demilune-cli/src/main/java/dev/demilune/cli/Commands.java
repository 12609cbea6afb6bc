// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands, in the order of their list.
 *
 * <p>To make a command is to read its options by reflection, and the options of {@code train} alone
 * load the learners. So a run makes the command that its first word names and no other.
 */
final class Commands {

  private static final List<Class<? extends DemiluneCommand>> TYPES =
      List.of(
          DemoCommand.class,
          TrainCommand.class,
          TuneCommand.class,
          PredictCommand.class,
          EvaluateCommand.class,
          CertifyCommand.class,
          CertificateCommand.class,
          ReportCommand.class,
          ExplainCommand.class,
          LearnersCommand.class,
          PlanCommand.class,
          AuditCommand.class,
          ExhibitCommand.class,
          PapersCommand.class,
          ExperimentCommand.class,
          DataCommands.class,
          FeasibleCommand.class,
          CenterCommand.class,
          GenerateCommands.class,
          PrivacyCommands.class,
          SchemaCommands.class,
          LedgerCommands.class,
          StudioCommand.class,
          VersionCommand.class);

  private Commands() {}

  /** Makes all commands. */
  static CommandLine all(Console console) {
    IFactory factory = factory(console);
    CommandLine line = new CommandLine(new Main(), factory);
    for (Class<? extends DemiluneCommand> type : TYPES) {
      line.addSubcommand(new CommandLine(type, factory));
    }
    return line;
  }

  /**
   * Makes the command that the first word names. If it names none, which asks for the list of
   * commands or is a mistake, the commands have their names and descriptions and nothing else.
   */
  static CommandLine neededBy(String[] words, Console console) {
    IFactory factory = factory(console);
    CommandLine line = new CommandLine(new Main(), factory);
    for (Class<? extends DemiluneCommand> type : TYPES) {
      if (words.length > 0 && words[0].equals(command(type).name())) {
        return line.addSubcommand(new CommandLine(type, factory));
      }
    }
    for (Class<? extends DemiluneCommand> type : TYPES) {
      CommandSpec listed = CommandSpec.create().name(command(type).name());
      listed.usageMessage().description(command(type).description());
      line.addSubcommand(listed.name(), listed);
    }
    return line;
  }

  private static Command command(Class<? extends DemiluneCommand> type) {
    return type.getAnnotation(Command.class);
  }

  /** Makes commands, each with the console. */
  private static IFactory factory(Console console) {
    return new IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        K made = CommandLine.defaultFactory().create(type);
        if (made instanceof DemiluneCommand command) {
          command.console = console;
        }
        return made;
      }
    };
  }
}
