// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.data;

import dev.demilune.DemiluneException;
import dev.demilune.internal.Directories;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/**
 * A file that appears whole or not at all.
 *
 * <p>Bytes go to a temporary file in the same directory; {@link #commit} moves it into place, and
 * {@link #close} without a commit deletes it, as does the end of the program. Until the commit an
 * older file of the same name stays as it was.
 *
 * <pre>{@code
 * try (AtomicFile file = AtomicFile.create(path)) {
 *   file.write(bytes);
 *   file.commit();
 * }
 * }</pre>
 *
 * <p>A full disk, a missing directory and the like give a {@link DemiluneException}. An existing
 * target that is not a regular file, such as a pipe, cannot be replaced and is written directly.
 */
public final class AtomicFile extends OutputStream {
  private final Path target;
  private final Path written; // the temporary file; the target itself if not a regular file
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
  private boolean committed;

  private AtomicFile(Path target, Path written, FileChannel channel) {
    this.target = target;
    this.written = written;
    this.channel = channel;
  }

  /** Opens a temporary file next to the path. */
  public static AtomicFile create(Path path) {
    return create(path, new FileAttribute<?>[0]);
  }

  /** As before; where the file system knows owners, only the owner may read and write the file. */
  public static AtomicFile createForOwner(Path path) {
    return create(
        path,
        path.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0]);
  }

  private static AtomicFile create(Path path, FileAttribute<?>[] attributes) {
    Path target = path;
    try {
      if (Files.exists(path)) {
        target = path.toRealPath(); // a link stays a link
      }
      if (Files.isDirectory(target)) {
        throw new DemiluneException("cannot write " + path + ": it is a directory; name a file");
      }
      if (Files.exists(target) && !Files.isRegularFile(target)) {
        // A pipe or device: nothing could be moved onto it.
        return new AtomicFile(target, target, FileChannel.open(target, StandardOpenOption.WRITE));
      }
      // The same directory is the same file system, where a move is atomic.
      Path temporary = target.resolveSibling(".demilune-" + UUID.randomUUID() + ".tmp");
      FileChannel channel =
          FileChannel.open(
              temporary,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              attributes);
      if (temporary.getFileSystem() == FileSystems.getDefault()) {
        temporary.toFile().deleteOnExit(); // an interrupted program leaves nothing behind
      }
      return new AtomicFile(target, temporary, channel);
    } catch (IOException e) {
      throw fault(target, e);
    }
  }

  @Override
  public void write(int b) {
    if (!buffer.hasRemaining()) {
      drain();
    }
    buffer.put((byte) b);
  }

  @Override
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    int at = from;
    int left = length;
    while (left > 0) {
      if (!buffer.hasRemaining()) {
        drain();
      }
      int part = Math.min(left, buffer.remaining());
      buffer.put(bytes, at, part);
      at += part;
      left -= part;
    }
  }

  /** Does nothing: only the commit publishes bytes. */
  @Override
  public void flush() {}

  /** Makes the file appear under its name, durably. */
  public void commit() {
    drain();
    try {
      if (!written.equals(target)) {
        channel.force(true); // before the move, so that a power cut leaves the old file or the new
      }
      channel.close();
      if (!written.equals(target)) {
        move();
        Directories.synchronize(target); // the new name must survive a power cut as well
      }
      committed = true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Deletes what was written unless it was committed. */
  @Override
  public void close() {
    if (committed) { // the temporary file has been moved
      return;
    }
    try {
      channel.close();
      if (!written.equals(target)) {
        Files.deleteIfExists(written);
      }
    } catch (IOException e) {
      throw fault(target, e);
    }
  }

  private void move() throws IOException {
    try {
      Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      // the file system has no atomic move
      Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private void drain() {
    buffer.flip();
    try {
      while (buffer.hasRemaining()) { // a channel may write less than it is given
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    buffer.clear();
  }

  private DemiluneException failed(IOException e) {
    close(); // leaves nothing behind even if the caller forgets
    return fault(target, e);
  }

  private static DemiluneException fault(Path path, IOException e) {
    Path directory = path.toAbsolutePath().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      return new DemiluneException(
          "cannot write " + path + ": there is no directory " + directory + "; create it first", e);
    }
    String reason = e.getMessage() == null ? "" : e.getMessage();
    if (reason.contains("No space left") || reason.contains("not enough space")) {
      return new DemiluneException(
          "cannot write " + path + ": the disk is full; free some space and try again", e);
    }
    if (e instanceof AccessDeniedException) {
      return new DemiluneException(
          "cannot write " + path + ": permission is denied; choose another place", e);
    }
    return new DemiluneException(
        "cannot write " + path + " (" + reason + "); check the path and the disk", e);
  }
}
