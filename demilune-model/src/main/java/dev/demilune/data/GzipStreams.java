// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Concatenated gzip streams as one, with optional zero padding after the last. Anything else after
 * a stream is a fault; the JDK's reader would treat it as the end.
 */
final class GzipStreams extends InputStream {

  private final InputStream in;
  private InputStream stream;

  /**
   * @param in at the beginning of a stream; supports marks
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
    while (count < 0 && another()) { // a stream may be empty: loop, not if
      stream = next();
      count = stream.read(into, from, length);
    }
    return count;
  }

  /** Skips zero padding and returns whether another stream follows. */
  private boolean another() throws IOException {
    in.mark(1);
    int first = in.read();
    if (first > 0) {
      in.reset();
      return true;
    }
    while (first == 0) { // tape and block devices pad with zeros
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
