// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.budget.BudgetRefusedException;
import dev.demilune.schema.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every fault into one sentence and an exit code. */
final class CommandErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final Console console;

  CommandErrors(Console console) {
    this.console = console;
  }

  @Override
  public int handleParseException(ParameterException fault, String[] args) {
    String sentence = fault.getMessage();
    if (fault instanceof UnmatchedArgumentException unknown) {
      sentence = "'" + unknown.getUnmatched().get(0) + "' is not known here";
      if (!unknown.getSuggestions().isEmpty()) {
        String meant = Spelling.nearest(unknown.getUnmatched().get(0), unknown.getSuggestions());
        sentence += ": did you mean " + meant + "?";
      }
    }
    return usage(sentence, fault.getCommandLine());
  }

  @Override
  public int handleExecutionException(Exception fault, CommandLine command, ParseResult parsed) {
    if (isDebug(command)) {
      fault.printStackTrace(console.err());
    }
    return code(fault, command);
  }

  private int code(Exception fault, CommandLine command) {
    Optional<IOException> lost = console.outputError();
    if (lost.isPresent()) { // then this is why, whatever the fault says
      return lostOutput(lost.get());
    }
    if (fault instanceof ParameterException) {
      return usage(fault.getMessage(), command);
    }
    if (fault instanceof BudgetRefusedException) {
      console.fault(fault.getMessage());
      return ExitCode.BUDGET_REFUSED;
    }
    if (fault instanceof DemiluneException) {
      console.fault(fault.getMessage());
      return ExitCode.FAILED;
    }
    if (fault instanceof IOException || fault instanceof UncheckedIOException) {
      Throwable cause = fault instanceof UncheckedIOException ? fault.getCause() : fault;
      console.fault("a file could not be read or written: " + reason((IOException) cause));
      return ExitCode.FAILED;
    }
    return unexpected(fault);
  }

  /** Says that the fault is ours. */
  int unexpected(Throwable fault) {
    if (fault instanceof OutOfMemoryError) {
      console.fault(
          "there is not enough memory: give Java more with DEMILUNE_JAVA_OPTS=-Xmx8g, or use fewer"
              + " rows or columns");
      return ExitCode.FAILED;
    }
    console.fault(
        "something went wrong that should not ("
            + fault.getClass().getSimpleName()
            + "); please report it with the output of the same command with --debug added, after"
            + " removing anything private from it");
    return ExitCode.FAILED;
  }

  /** Reports that standard output did not take the result, unless a pipe was closed on purpose. */
  int lostOutput(IOException fault) {
    if (String.valueOf(fault.getMessage()).contains("Broken pipe")) {
      return ExitCode.BROKEN_PIPE;
    }
    console.fault("standard output could not be written: " + fault.getMessage());
    return ExitCode.FAILED;
  }

  private int usage(String sentence, CommandLine command) {
    console.fault(
        sentence.replace('\n', ' ')
            + " (see '"
            + command.getCommandSpec().qualifiedName()
            + " --help')");
    return ExitCode.USAGE;
  }

  private static boolean isDebug(CommandLine command) {
    return command.getCommandSpec().userObject() instanceof DemiluneCommand c && c.common.debug;
  }

  private static String reason(IOException fault) {
    return fault instanceof FileSystemException e && e.getReason() != null
        ? e.getFile() + " (" + e.getReason() + ")"
        : String.valueOf(fault.getMessage());
  }
}
