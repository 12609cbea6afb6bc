// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.studio;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import com.google.gson.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One training: what was asked for, how far it is, and what became of it. */
final class Job {

  /** The line that the program draws where somebody watches. */
  private static final Pattern PROGRESS = Pattern.compile("\\w+ \\[[#.]*] (\\d+)/(\\d+)");

  /** Java says so of the module that its fast kernels need; it is no message of the program. */
  private static final String ABOUT_JAVA = "WARNING: Using incubator modules:";

  /** How a training ended, or that it has not. */
  enum State {
    RUNNING,
    DONE,
    FAILED,
    REFUSED,
    CANCELLED
  }

  private final String id;
  private final List<String> arguments;
  private final String ledger;
  private final String model;
  private final long started = System.currentTimeMillis();
  private final List<String> err = new ArrayList<>();
  private State state = State.RUNNING;
  private boolean cancelled;
  private int done;
  private int total;
  private JsonElement result = JsonNull.INSTANCE;

  Job(String id, List<String> arguments, String ledger, String model) {
    this.id = id;
    this.arguments = List.copyOf(arguments);
    this.ledger = ledger;
    this.model = model;
  }

  String id() {
    return id;
  }

  List<String> arguments() {
    return arguments;
  }

  synchronized boolean isRunning() {
    return state == State.RUNNING;
  }

  /** Whether it and another one must not run at the same time. */
  boolean excludes(String otherLedger, String otherModel) {
    return ledger.equals(otherLedger) || model.equals(otherModel);
  }

  /** Takes in a line of standard error. */
  synchronized void hear(String line) {
    Matcher progress = PROGRESS.matcher(line);
    if (progress.matches()) {
      done = Integer.parseInt(progress.group(1));
      total = Integer.parseInt(progress.group(2));
    } else if (!line.isBlank() && !line.startsWith(ABOUT_JAVA)) {
      err.add(line);
    }
  }

  /** Says that its end is wanted; returns whether it still ran. */
  synchronized boolean cancel() {
    cancelled |= state == State.RUNNING;
    return state == State.RUNNING;
  }

  /** Takes in how it ended. */
  synchronized void end(int code, String out) {
    if (code == 0) {
      state = State.DONE; // also if somebody wanted to cancel it a moment too late
      result = parsed(out);
    } else {
      state = cancelled ? State.CANCELLED : code == 3 ? State.REFUSED : State.FAILED;
    }
  }

  /** What pages are told. */
  synchronized View view() {
    return new View(
        id,
        state.name().toLowerCase(Locale.ROOT),
        CommandLineText.of(arguments),
        ledger,
        model,
        started,
        done,
        total,
        Reply.notes(String.join("\n", err)),
        result);
  }

  record View(
      String id,
      String state,
      String command,
      String ledger,
      String model,
      long started,
      int done,
      int total,
      List<Reply.Note> notes,
      JsonElement result) {}

  private static JsonElement parsed(String out) {
    try {
      return JsonParser.parseString(out);
    } catch (JsonSyntaxException e) {
      return JsonNull.INSTANCE; // it ended well, and its result is in the folder
    }
  }
}
