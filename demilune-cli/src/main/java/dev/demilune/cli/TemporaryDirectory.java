// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that goes away with everything in it, on Ctrl-C too. */
final class TemporaryDirectory implements AutoCloseable {

  private final Path path;
  private final Thread hook;

  private TemporaryDirectory(Path path) {
    this.path = path;
    this.hook = new Thread(this::delete);
  }

  static TemporaryDirectory create() throws IOException {
    TemporaryDirectory directory =
        new TemporaryDirectory(Files.createTempDirectory("demilune-demo-"));
    Runtime.getRuntime().addShutdownHook(directory.hook);
    return directory;
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the program is being interrupted, and the hook deletes
    }
    delete();
  }

  private void delete() {
    try (Stream<Path> walk = Files.walk(path)) {
      List<Path> contentFirst = walk.sorted(Comparator.reverseOrder()).toList();
      for (Path file : contentFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | java.io.UncheckedIOException e) {
      // Public data in the system's own place for temporary files: it may stay.
    }
  }
}
