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
package dev.demilune.schema;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds files outside the test resources: the project's own pages, and public data sets, which lie
 * in {@code shared/data} beside the project or where {@code -Ddemilune.data} says.
 */
final class SharedData {

  private SharedData() {}

  static Path projectRoot() {
    Path at = Path.of("").toAbsolutePath();
    while (at.getParent() != null && Files.exists(at.getParent().resolve("pom.xml"))) {
      at = at.getParent();
    }
    return at;
  }

  /** Returns a data file; the test is skipped where there is none. */
  static Path file(String name) {
    String property = System.getProperty("demilune.data");
    if (property != null) {
      return found(Path.of(property).resolve(name));
    }
    Path at = projectRoot();
    while (at != null && !Files.isDirectory(at.resolve("shared/data"))) {
      at = at.getParent();
    }
    assumeTrue(at != null, "no directory shared/data beside the project; set -Ddemilune.data");
    return found(at.resolve("shared/data").resolve(name));
  }

  private static Path found(Path file) {
    assumeTrue(Files.exists(file), "the data file " + file + " is not there");
    return file;
  }
}
