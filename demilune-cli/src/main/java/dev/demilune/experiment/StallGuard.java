// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/**
 * Reads from a server, and closes the connection if it sends nothing for too long: the client of
 * the JDK limits the time until an answer begins, and then waits forever.
 */
final class StallGuard implements AutoCloseable {

  private final InputStream body;
  private final long patience; // nanoseconds
  private final Thread watch;
  private volatile long heard = System.nanoTime();
  private volatile boolean stalled;

  StallGuard(InputStream body, Duration patience) {
    this.body = body;
    this.patience = patience.toNanos();
    this.watch = new Thread(this::watch, "stall guard");
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    try {
      for (long left = patience; left > 0; left = heard + patience - System.nanoTime()) {
        Thread.sleep(left / 1_000_000 + 1);
      }
      stalled = true;
      body.close(); // ends the read that waits
    } catch (InterruptedException | IOException e) {
      // All was read, or it is closed anyway.
    }
  }

  /**
   * Reads what has come, or -1 at the end.
   *
   * @throws IOException if the connection broke, or was given up
   */
  int read(byte[] buffer) throws IOException {
    heard = System.nanoTime(); // the time since the last read was ours
    int count = body.read(buffer);
    heard = System.nanoTime();
    if (stalled) {
      throw new IOException("nothing was sent for too long"); // else it would look like the end
    }
    return count;
  }

  /** Whether the connection was given up. */
  boolean stalled() {
    return stalled;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
