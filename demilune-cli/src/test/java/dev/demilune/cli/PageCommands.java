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

/** The commands in the shell blocks of a page. */
final class PageCommands {

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  private PageCommands() {}

  static List<String> of(Path page) throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(page));
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
  static String[] words(String command) {
    assertThat(command).doesNotContain("'", "\"", "|", ">", "$");
    return command.substring("demilune ".length()).split(" +", -1);
  }
}
