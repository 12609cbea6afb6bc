// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in a process of its own, measured whole: by the clock, and in processor time of itself
 * and of the processes that it waited for.
 */
record Child(List<String> command, Map<String, String> environment) {

  /** What {@code times} prints of children that have ended: "0m1.25s 0m0.25s". */
  private static final Pattern TIMES = Pattern.compile("(\\d+)m([0-9.]+)s (\\d+)m([0-9.]+)s\\s*$");

  /** How a run ended. */
  record Run(int exit, double seconds, double processorSeconds, List<String> lines) {

    /** Returns the run if it ended well. */
    Run orThrow(Child child) {
      if (exit != 0) {
        throw new IllegalStateException(
            child.command() + " ended with exit code " + exit + ": " + lines);
      }
      return this;
    }

    /** Returns the numbers of the lines that begin with a word. */
    List<double[]> numbers(String word) {
      return lines.stream()
          .filter(line -> line.startsWith(word + " "))
          .map(
              line ->
                  Pattern.compile(" ")
                      .splitAsStream(line.substring(word.length() + 1))
                      .mapToDouble(Double::parseDouble)
                      .toArray())
          .toList();
    }

    /** Returns what follows a word on its line. */
    Optional<String> text(String word) {
      return lines.stream()
          .filter(line -> line.startsWith(word + " "))
          .map(line -> line.substring(word.length() + 1))
          .findFirst();
    }
  }

  static Child of(List<String> command) {
    return new Child(command, Map.of());
  }

  /** A class of this module, or of those it uses, in a JVM of its own. */
  static Child java(List<String> jvmOptions, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return of(command);
  }

  /** Returns the command confined to one processor, with everything that its runtime does. */
  Child onOneCore() {
    List<String> confined = new ArrayList<>(List.of("taskset", "-c", "0"));
    confined.addAll(command);
    return new Child(confined, environment);
  }

  Run run() {
    // A process that has ended tells a shell alone what it used.
    List<String> timed =
        new ArrayList<>(List.of("sh", "-c", "\"$@\"; code=$?; times >&2; exit $code", "sh"));
    timed.addAll(command);
    try {
      Path errors = Files.createTempFile("child", ".err");
      ProcessBuilder builder = new ProcessBuilder(timed).redirectError(errors.toFile());
      builder.environment().putAll(environment);
      long start = System.nanoTime();
      Process process = builder.start();
      List<String> lines = process.inputReader().lines().toList();
      int exit = process.waitFor();
      double seconds = (System.nanoTime() - start) / 1e9;
      String said = Files.readString(errors);
      Files.delete(errors);
      Matcher times = TIMES.matcher(said);
      if (!times.find()) {
        throw new IllegalStateException("the shell does not print times: " + said);
      }
      double used =
          60 * (number(times, 1) + number(times, 3)) + number(times, 2) + number(times, 4);
      List<String> kept = exit == 0 ? lines : said.lines().toList();
      return new Run(exit, seconds, used, kept);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static double number(Matcher times, int group) {
    return Double.parseDouble(times.group(group));
  }
}
