// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Durability of file names. */
public final class Directories {

  private Directories() {}

  /** Makes the name of a file survive a power cut, where the system supports that. */
  public static void synchronize(Path file) {
    try (FileChannel directory =
        FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException unsupported) {
      // Windows cannot open a directory; its file systems record names with the file.
    }
  }
}
