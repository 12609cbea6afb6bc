// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that the pages show, run as they stand. */
class DocumentationIT {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/cli.md",
        "docs/schema.md",
        "docs/certificate.md",
        "docs/report.md",
        "docs/tour.md"
      })
  void everyExampleRuns(String page) throws Exception {
    List<String> commands = commands(page);
    assertThat(commands).as("examples in %s", page).hasSizeGreaterThan(4);
    run(page, commands);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/accounting.md", "docs/auditing.md", "docs/choosing-epsilon.md"})
  void theOneExampleOfAPageRuns(String page) throws Exception {
    List<String> commands = commands(page);
    assertThat(commands).as("examples in %s", page).hasSize(1);
    run(page, commands);
  }

  private void run(String page, List<String> commands) throws Exception {
    for (String command : commands) {
      Subprocess run = Subprocess.demilune(directory, PageCommands.words(command));
      assertThat(run.code()).as("%s: %s%n%s", page, command, run.err()).isZero();
    }
  }

  @Test
  void everyCommandIsDocumented() throws IOException {
    String page = String.join("\n", commands("docs/cli.md"));
    for (List<String> command : MainTest.commands()) {
      assertThat(page).contains("demilune " + String.join(" ", command));
    }
  }

  private static List<String> commands(String page) throws IOException {
    return PageCommands.of(Path.of(System.getProperty("demilune.root")).resolve(page));
  }
}
