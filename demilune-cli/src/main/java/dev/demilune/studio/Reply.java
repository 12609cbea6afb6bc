// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a page hears of a command.
 *
 * @param code the exit code
 * @param command the command line, for copying
 * @param result what {@code --json} printed; null if nothing
 * @param notes what was said to people, in order
 */
record Reply(int code, String command, JsonElement result, List<Note> notes) {

  private static final Set<String> KINDS = Set.of("note", "amber", "red", "next", "demilune");

  /**
   * A line of standard error.
   *
   * @param kind note, amber, red, next; {@code fault} for what went wrong
   */
  record Note(String kind, String text) {}

  /** The reply of a command that was run with {@code --json}. */
  static Reply of(List<String> arguments, Commands.Said said) {
    JsonElement result =
        said.out().isBlank() ? JsonNull.INSTANCE : JsonParser.parseString(said.out());
    return new Reply(said.code(), CommandLineText.of(arguments), result, notes(said.err()));
  }

  /** The lines of standard error. What follows a line without a mark of its own belongs to it. */
  static List<Note> notes(String err) {
    List<Note> notes = new ArrayList<>();
    for (String line : err.lines().filter(line -> !line.isBlank()).toList()) {
      int colon = line.indexOf(": ");
      String mark = colon < 0 ? "" : line.substring(0, colon);
      if (KINDS.contains(mark)) {
        String text = line.substring(colon + 2);
        // A page has no options to be explained.
        String plain = text.replaceFirst(" \\(see 'demilune [a-z ]*--help'\\)$", "");
        notes.add(new Note(mark.equals("demilune") ? "fault" : mark, plain));
      } else if (notes.isEmpty()) {
        notes.add(new Note("note", line));
      } else {
        Note last = notes.remove(notes.size() - 1);
        notes.add(new Note(last.kind(), last.text() + "\n" + line));
      }
    }
    return notes;
  }
}
