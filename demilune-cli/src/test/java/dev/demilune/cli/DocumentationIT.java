// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that the pages show, run as they stand. */
class DocumentationIT {

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md",
        "docs/cli.md",
        "docs/schema.md",
        "docs/certificate.md",
        "docs/report.md"
      })
  void everyExampleRuns(String page) throws Exception {
    List<String> commands = commands(page);
    assertThat(commands).as("examples in %s", page).hasSizeGreaterThan(4);
    run(page, commands);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/accounting.md", "docs/auditing.md"})
  void theOneExampleOfAPageRuns(String page) throws Exception {
    List<String> commands = commands(page);
    assertThat(commands).as("examples in %s", page).hasSize(1);
    run(page, commands);
  }

  private void run(String page, List<String> commands) throws Exception {
    for (String command : commands) {
      Subprocess run = Subprocess.demilune(directory, words(command));
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
    String text = Files.readString(Path.of(System.getProperty("demilune.root")).resolve(page));
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      block
          .group(1)
          .replaceAll("\\\\\n\\s*", "")
          .lines()
          .filter(line -> line.startsWith("demilune "))
          .forEach(commands::add);
    }
    return commands;
  }

  /** The pages use no quotes, so spaces are all there is between words. */
  private static String[] words(String command) {
    assertThat(command).doesNotContain("'", "\"", "|", ">", "$");
    return command.substring("demilune ".length()).split(" +", -1);
  }
}
