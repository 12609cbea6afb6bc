// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.rows;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds files outside the test resources: the project's own pages, and public data sets, which lie
 * in {@code shared/data} beside the project or where {@code -Ddemilune.data} says.
 */
public final class SharedData {

  private SharedData() {}

  public static Path projectRoot() {
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
