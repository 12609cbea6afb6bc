// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command. A value stands in one word with its option, so that whatever it holds, it
 * is no option and no file of options.
 */
final class CommandLineBuilder {

  private final List<String> words = new ArrayList<>();

  CommandLineBuilder(String... command) {
    words.addAll(List.of(command));
  }

  CommandLineBuilder with(String option, String value) {
    words.add(option + "=" + value);
    return this;
  }

  CommandLineBuilder with(String option, Optional<String> value) {
    value.ifPresent(some -> with(option, some));
    return this;
  }

  CommandLineBuilder flag(String option) {
    words.add(option);
    return this;
  }

  List<String> words() {
    return List.copyOf(words);
  }
}
