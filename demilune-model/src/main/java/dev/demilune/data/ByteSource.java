// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import dev.demilune.internal.Check;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * The bytes of a file, decompressed, with the current line for messages.
 *
 * <p>gzip and bzip2 are recognized by their first bytes, not by name; concatenated streams count as
 * one file.
 */
final class ByteSource implements AutoCloseable {

  /** Twice the longest row: blanks, empty lines and comments are not kept, but take time. */
  private static final long LONGEST_GAP = 1L << 27;

  private final String name;
  private final InputStream in;
  private final String compression; // "" if none
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long line = 1;
  private long since; // bytes since the last row of a text
  private boolean text;

  private ByteSource(String name, InputStream in, String compression) {
    this.name = name;
    this.in = in;
    this.compression = compression;
  }

  static ByteSource open(Path path) {
    if (Files.isDirectory(path)) {
      throw new DataException(path + ": this is a directory; name one of its files");
    }
    try {
      return of(Files.newInputStream(path), path.toString());
    } catch (NoSuchFileException e) {
      throw new DataException(path + ": there is no such file; check the path", e);
    } catch (AccessDeniedException e) {
      throw new DataException(
          path + ": permission to read the file is denied; ask for it or use a copy", e);
    } catch (IOException e) {
      throw new DataException(path + ": the file cannot be opened; check the path", e);
    }
  }

  static ByteSource of(InputStream stream, String name) {
    InputStream raw = new BufferedInputStream(new WithoutAvailable(stream), 1 << 16);
    String compression = "";
    try {
      raw.mark(16); // the bytes are read again by the decompressor
      byte[] first = raw.readNBytes(10); // enough for the magic numbers of gzip and bzip2
      raw.reset();
      if (startsWith(first, 0x1f, 0x8b)) {
        compression = "gzip";
        raw = new GzipStreams(raw);
      } else if (FileKind.isBzip2(first)) {
        compression = "bzip2";
        raw = Bzip2.open(raw);
      }
      return new ByteSource(name, raw, compression);
    } catch (IOException e) {
      closeQuietly(raw);
      throw unreadable(name, 1, compression, e);
    } catch (NoClassDefFoundError e) { // demilune-model has no decompressor of its own
      closeQuietly(raw);
      throw new DataException(
          name
              + ": the file is compressed by "
              + compression
              + "; add org.apache.commons:commons-compress to the class path, or decompress it",
          e);
    }
  }

  String name() {
    return name;
  }

  /** Returns a source of no bytes with the name of this one. */
  ByteSource named() {
    return new ByteSource(name, InputStream.nullInputStream(), "");
  }

  /** Sets the line or record number for messages. */
  void at(long newLine) {
    line = newLine;
  }

  long line() {
    return line;
  }

  /** Returns the next byte, 0 to 255, or -1 at the end. */
  int read() {
    return at < end || fill()
        ? buffer[at++] & 0xff
        : -1; // the hot path: calls fill() once per buffer
  }

  /** Returns the next byte without moving past it, or -1 at the end. */
  int peek() {
    return at < end || fill() ? buffer[at] & 0xff : -1;
  }

  /** Fills the array as far as the file goes and returns the number of bytes read. */
  int read(byte[] into) {
    int filled = 0;
    while (filled < into.length && (at < end || fill())) {
      int part = Math.min(end - at, into.length - filled);
      System.arraycopy(buffer, at, into, filled, part);
      at += part;
      filled += part;
    }
    return filled;
  }

  /**
   * Reads some bytes, as many as there are now and at least one; returns -1 at the end.
   *
   * @param most at least one: with none, a caller that waits for bytes would wait for ever
   */
  int read(byte[] into, int from, int most) {
    Check.atLeastOne("most", most);
    if (at < end) { // the beginning, which was looked at
      int part = Math.min(end - at, most);
      System.arraycopy(buffer, at, into, from, part);
      at += part;
      return part;
    }
    return readMore(into, from, most);
  }

  /** Returns the next bytes, fewer only at the end of the file; allocates memory as they arrive. */
  byte[] readUpTo(int count) {
    byte[] bytes = new byte[Math.min(count, buffer.length)];
    int filled = read(bytes);
    while (filled == bytes.length && filled < count) {
      // At most doubles: a false count in a header costs no more memory than the file has bytes.
      byte[] more = new byte[Math.min(count - filled, filled)];
      int part = read(more);
      bytes = Arrays.copyOf(bytes, filled + part);
      System.arraycopy(more, 0, bytes, filled, part);
      filled += part;
      if (part < more.length) {
        break;
      }
    }
    return Arrays.copyOf(bytes, filled);
  }

  /** Returns the first bytes of the file, up to 16; call before anything is read. */
  byte[] beginning() {
    while (end < 16 && append()) {} // a pipe may give a few bytes at a time
    return Arrays.copyOf(buffer, Math.min(16, end));
  }

  /** Says that a row of a text was read. */
  void rowRead() {
    since = 0;
  }

  /** Skips the byte order mark, and refuses a file that is not text. */
  void expectText(String format) {
    text = true;
    byte[] first = beginning();
    if (startsWith(first, 0xef, 0xbb, 0xbf)) {
      at = 3;
    }
    refuse(FileKind.of(first), format);
  }

  /** Refuses a file that begins with the mark of another format; call before anything is read. */
  void refuseMarks(String format) {
    String kind = FileKind.of(beginning());
    refuse(kind.equals(FileKind.BINARY) ? "" : kind, format);
  }

  private void refuse(String other, String format) {
    if (!other.isEmpty()) {
      throw fault("the file is " + other + ", not " + format + " text; " + FileKind.remedy(other));
    }
  }

  /** Returns the exception for a fault at the current line. */
  DataException fault(String sentence) {
    return DataException.at(name, line, sentence);
  }

  @Override
  public void close() {
    closeQuietly(in);
  }

  private boolean fill() {
    at = 0;
    end = 0;
    return append();
  }

  private boolean append() {
    int count = readMore(buffer, end, buffer.length - end);
    end += Math.max(0, count);
    return count > 0;
  }

  private int readMore(byte[] into, int from, int most) {
    try {
      int count = in.read(into, from, most);
      since += Math.max(0, count);
      if (text && since > LONGEST_GAP) {
        throw fault(
            "the next 128 MiB have no row, only blanks, empty lines or comments; delete them");
      }
      return count;
    } catch (IOException e) {
      throw unreadable(name, line, compression, e);
    }
  }

  private static DataException unreadable(
      String name, long line, String compression, IOException e) {
    String fault =
        compression.isEmpty()
            ? "the file cannot be read further; check the disk or the connection"
            : "the " + compression + " data is cut short or damaged; copy the file again";
    return new DataException(name + ":" + line + ": " + fault, e);
  }

  static boolean startsWith(byte[] bytes, int... start) {
    for (int i = 0; i < start.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != start[i]) {
        return false;
      }
    }
    return true;
  }

  private static void closeQuietly(InputStream stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // All data has been read; a failure to close loses nothing.
    }
  }

  /** Apart, so that this class can be used where the decompressor is not there. */
  private static final class Bzip2 {
    static InputStream open(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true); // true: concatenated streams are one file
    }
  }

  /**
   * A stream without {@code available}: a pipe answers it with an exception, and a connection may
   * not know.
   */
  private static final class WithoutAvailable extends FilterInputStream {

    WithoutAvailable(InputStream stream) {
      super(stream);
    }

    @Override
    public int available() {
      return 0;
    }
  }
}
