// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import dev.demilune.privacy.Notice;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have in common: the console, the common options, and how to refuse. */
abstract class DemiluneCommand implements Callable<Integer> {

  Console console; // set when the command is created

  @Mixin CommonOptions common = new CommonOptions();

  @Spec CommandSpec spec;

  @Override
  public final Integer call() throws Exception {
    run();
    return ExitCode.DONE;
  }

  /** Does the work; every fault is an exception. */
  abstract void run() throws Exception;

  /** Returns the fault of a wrong option, to be thrown. */
  ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** Refuses outputs that would replace an input, each other, or a file of another kind. */
  void checkApart(FileRoles files) {
    files
        .clash()
        .ifPresent(
            sentence -> {
              throw usage(sentence);
            });
    files.checkReplaced();
  }

  /** Returns what the options say; a value that the library refuses is a fault of usage. */
  <T> T fromOptions(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Prints the result: the object for scripts, or else the lines for people; null is no line. */
  void answer(JsonElement forScripts, String... forPeople) {
    if (common.json) {
      print(pretty(forScripts));
    } else {
      Arrays.stream(forPeople).filter(Objects::nonNull).forEach(this::print);
    }
  }

  /** JSON on several lines. */
  static String pretty(JsonElement json) {
    return new GsonBuilder()
        .disableHtmlEscaping()
        .setPrettyPrinting()
        .serializeNulls()
        .create()
        .toJson(json);
  }

  void print(String text) {
    console.out().println(text);
  }

  /** Says once that a seeded run protects nobody. */
  void warnWhenSeeded() {
    if (common.seed != null) {
      console.notice(Notice.seeded());
    }
  }

  /** Says what is weak about a promise. */
  void tell(List<Notice> notices) {
    notices.forEach(console::notice);
  }

  /** Says which command usually comes next, to people. */
  void next(String command) {
    if (!common.json) {
      console.next("demilune " + command);
    }
  }
}
