// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/**
 * What a run prints and logs, beside what it returns.
 *
 * <p>Streams and loggers belong to the whole process, so one run is overheard at a time.
 *
 * @param said everything, in its order
 * @param <T> what the run returns
 */
record Overheard<T>(T result, String said) {

  private static final Object ONE_AT_A_TIME = new Object();

  // The platform, and the test runner, which logs what its other threads do meanwhile.
  private static final List<String> NOT_OURS = List.of("java.", "sun.", "jdk.", "org.junit.");

  static <T> Overheard<T> during(Supplier<T> run) {
    synchronized (ONE_AT_A_TIME) {
      PrintStream out = System.out;
      PrintStream err = System.err;
      Logger root = Logger.getLogger("");
      Level level = root.getLevel();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      PrintStream heard = new PrintStream(bytes, true, StandardCharsets.UTF_8);
      Listener listener = new Listener(heard);
      System.setOut(heard);
      System.setErr(heard);
      root.setLevel(Level.ALL);
      root.addHandler(listener);
      try {
        T result = run.get();
        return new Overheard<>(result, ours(bytes.toString(StandardCharsets.UTF_8)));
      } finally {
        root.removeHandler(listener);
        root.setLevel(level);
        System.setErr(err);
        System.setOut(out);
      }
    }
  }

  // Whichever test opens the process's first ledger makes SLF4J print that it has no provider.
  private static String ours(String said) {
    return said.lines()
        .filter(line -> !line.startsWith("SLF4J("))
        .collect(Collectors.joining("\n"));
  }

  /** Hears what is logged, without the time and the thread. */
  private static final class Listener extends Handler {
    private final PrintStream heard;

    Listener(PrintStream heard) {
      this.heard = heard;
      setLevel(Level.ALL);
    }

    @Override
    public void publish(LogRecord logged) {
      String name = String.valueOf(logged.getLoggerName());
      if (NOT_OURS.stream().noneMatch(name::startsWith)) {
        heard.println(
            name + " " + logged.getLevel() + " " + logged.getMessage() + arguments(logged));
      }
    }

    private static String arguments(LogRecord logged) {
      Object[] arguments = logged.getParameters();
      return (arguments == null ? "" : " " + Arrays.deepToString(arguments))
          + (logged.getThrown() == null ? "" : " " + logged.getThrown());
    }

    @Override
    public void flush() {
      heard.flush();
    }

    @Override
    public void close() {
      heard.close();
    }
  }
}
