// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.privacy.Notice;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The two streams of a command, always UTF-8: results on one, everything said to a person on the
 * other.
 *
 * <p>A print stream swallows write errors; this one remembers the first, so that a full disk behind
 * a redirection ends in a fault and not in a short file and exit code 0.
 */
final class Console {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Remembering sink;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean terminal;

  Console(OutputStream out, OutputStream err, boolean terminal) {
    this.sink = new Remembering(out);
    this.out =
        new PrintStream(
            new BufferedOutputStream(sink, BUFFER_BYTES), false, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
    this.terminal = terminal;
  }

  /** Returns the process's own streams. */
  static Console system() {
    boolean terminal =
        Boolean.getBoolean("demilune.terminal"); // Java cannot tell; the launcher can
    return new Console(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        terminal);
  }

  /** Where the result goes. */
  PrintStream out() {
    return out;
  }

  /** The same place for bytes, where a write error is an exception at once. */
  OutputStream stream() {
    out.flush();
    return sink;
  }

  /** Where help and progress go when they are not the result. */
  PrintStream err() {
    return err;
  }

  /** Whether somebody watches standard error. */
  boolean terminal() {
    return terminal;
  }

  /** Says something that is neither a result nor a fault. */
  void note(String sentence) {
    err.println("note: " + sentence);
  }

  /** Says what is weak about a promise: in words, and in color where somebody watches. */
  void notice(Notice notice) {
    String word = notice.level().word() + ":";
    boolean colored = terminal && System.getenv("NO_COLOR") == null;
    String color = notice.level() == Notice.Level.RED ? "\u001b[31m" : "\u001b[33m";
    err.println((colored ? color + word + "\u001b[0m" : word) + " " + notice.text());
  }

  /** Says which command usually comes next. */
  void next(String command) {
    out.flush(); // it belongs below the result
    err.println("next: " + command);
  }

  /** Says what went wrong, in one line. */
  void fault(String sentence) {
    err.println("demilune: " + sentence);
  }

  /** Writes out what is buffered and returns the first error that standard output ever had. */
  Optional<IOException> outputError() {
    out.flush();
    return Optional.ofNullable(sink.error);
  }

  private static final class Remembering extends FilterOutputStream {
    private IOException error;

    Remembering(OutputStream to) {
      super(to);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        if (error == null) {
          error = e;
        }
        throw e;
      }
    }

    @Override
    public void write(int oneByte) throws IOException {
      write(new byte[] {(byte) oneByte}, 0, 1);
    }
  }
}
