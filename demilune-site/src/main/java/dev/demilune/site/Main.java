// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.site;

import java.nio.file.Path;
import java.util.List;

/** Renders a repository: {@code Main ROOT OUT}. The build fails when a link leads nowhere. */
public final class Main {

  private Main() {}

  /** Writes the pages, or prints what is wrong with them and exits with 1. */
  public static void main(String[] arguments) {
    Path out = Path.of(arguments[1]);
    List<String> problems = Site.read(Path.of(arguments[0])).write(out);
    if (!problems.isEmpty()) {
      problems.forEach(System.err::println);
      System.err.println(
          "documentation: " + problems.size() + " broken links; nothing is rendered");
      System.exit(1);
    }
    System.out.println("documentation: " + out.resolve("index.html"));
  }
}
