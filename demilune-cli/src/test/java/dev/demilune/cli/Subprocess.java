// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a process said and how it ended. */
record Subprocess(int code, String out, String err) {

  private static final long LIMIT_SECONDS = 120;

  /** Runs the packaged jar in a directory. */
  static Subprocess demilune(Path directory, String... arguments) throws Exception {
    return result(start(directory, arguments).start());
  }

  /** The packaged jar in a directory, to be started. */
  static ProcessBuilder start(Path directory, String... arguments) {
    List<String> command = new ArrayList<>(java());
    command.add(ClassArchive.option());
    command.addAll(List.of("-jar", System.getProperty("demilune.jar")));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).directory(directory.toFile());
  }

  /** Short runs spend their time starting: the first compiler alone is fastest for them. */
  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto");
  }

  /** Waits for the process and collects what it said. */
  static Subprocess result(Process process) throws Exception {
    return result(process, new byte[0]);
  }

  /** As before, for a process that is told something first, less than a pipe holds. */
  static Subprocess result(Process process, byte[] input) throws Exception {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input);
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Thread reader =
        new Thread(
            () -> {
              try {
                process.getErrorStream().transferTo(err);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    reader.start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the process did not end within " + LIMIT_SECONDS + " s");
    }
    reader.join();
    return new Subprocess(process.exitValue(), out, err.toString(UTF_8));
  }

  /** The names of everything in a directory, hidden files included. */
  static List<String> files(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
