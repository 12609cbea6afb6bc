// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * gzip streams one after the other as one, and zeros after the last, with which tapes are filled
 * up. Anything else after a stream is a fault: the JDK's reader would take it for the end.
 */
final class GzipStreams extends InputStream {

  private final InputStream in;
  private InputStream stream;

  /**
   * @param in at the beginning of a stream; it can be marked
   */
  GzipStreams(InputStream in) throws IOException {
    this.in = in;
    stream = next();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int count = stream.read(into, from, length);
    while (count < 0 && another()) {
      stream = next();
      count = stream.read(into, from, length);
    }
    return count;
  }

  /** Returns whether anything but zeros follows, having moved past those that end the file. */
  private boolean another() throws IOException {
    in.mark(1);
    int first = in.read();
    if (first > 0) {
      in.reset();
      return true;
    }
    while (first == 0) {
      first = in.read();
    }
    if (first > 0) {
      throw new IOException("there are other bytes than zeros after zeros");
    }
    return false;
  }

  private InputStream next() throws IOException {
    return GzipCompressorInputStream.builder().setInputStream(in).get();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
