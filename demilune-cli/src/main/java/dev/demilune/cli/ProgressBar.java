// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.learn.Progress;
import java.util.Locale;

/**
 * One line on a terminal that says how far the work is; silent elsewhere and during the first
 * second.
 */
final class ProgressBar implements Progress, AutoCloseable {

  private static final int WIDTH = 30;
  private static final long SILENT_NANOS = 1_000_000_000L;
  private static final long REDRAW_NANOS = 100_000_000L;

  private final Console console;
  private final String what;
  private final long start;
  private long drawn;
  private boolean timed;

  ProgressBar(Console console, String what) {
    this(console, what, System.nanoTime());
  }

  ProgressBar(Console console, String what, long startNanos) {
    this.console = console;
    this.what = what;
    this.start = startNanos;
  }

  /** Says also how long the rest will take, if it takes as long as what is done. */
  ProgressBar withTimeLeft() {
    timed = true;
    return this;
  }

  @Override
  public void step(int done, int total) {
    long elapsed = System.nanoTime() - start;
    if (!console.terminal() || elapsed < SILENT_NANOS || elapsed - drawn < REDRAW_NANOS) {
      return;
    }
    drawn = elapsed;
    int full = (int) ((long) WIDTH * done / Math.max(1, total));
    console
        .err()
        .printf(
            Locale.ROOT,
            "\r%s [%s%s] %d/%d%s",
            what,
            "#".repeat(full),
            ".".repeat(WIDTH - full),
            done,
            total,
            timed && done > 0 ? timeLeft(elapsed, done, total) : "");
  }

  /** As wide as the longest, so that it wipes the one before. */
  private static String timeLeft(long elapsed, int done, int total) {
    long seconds = Math.round(elapsed * 1e-9 / done * (total - done));
    return String.format(Locale.ROOT, ", %d:%02d left   ", seconds / 60, seconds % 60);
  }

  /** Says how many rows have passed, where the total is not known. */
  void rows(long count) {
    long elapsed = System.nanoTime() - start;
    if (console.terminal() && elapsed >= SILENT_NANOS && elapsed - drawn >= REDRAW_NANOS) {
      drawn = elapsed;
      console.err().printf(Locale.ROOT, "\r%s: %,d rows", what, count);
    }
  }

  /** Wipes the line. */
  @Override
  public void close() {
    if (drawn > 0) {
      console.err().print("\r" + " ".repeat(78) + "\r");
    }
  }
}
