/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
