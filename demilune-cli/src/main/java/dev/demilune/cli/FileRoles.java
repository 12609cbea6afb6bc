// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files that a command reads and writes: each is checked when it is added, before any work is
 * done, and what is written must replace nothing else of them.
 */
final class FileRoles {

  static final Kind MODEL = new Kind("a model", "\"demilune-model\"");
  static final Kind PAGE = new Kind("a page", "<!DOCTYPE html>");
  static final Kind SCHEMA = new Kind("a schema", "columns:");

  static final Kind ROWS = new Kind("a file of encoded rows", "DML\r\n\u001a\n");

  private record Role(String option, Path file) {}

  private final List<Role> read = new ArrayList<>();
  private final List<Role> written = new ArrayList<>();
  private final Map<Path, Kind> kinds = new HashMap<>(); // of files that may be there already

  /** Adds a file that is read; null, for an option that was not given, adds nothing. */
  FileRoles reads(String option, Path file) {
    if (file != null) {
      Paths.checkReadable(option, file);
      read.add(new Role(option, file));
    }
    return this;
  }

  /** Adds files that are read. */
  FileRoles reads(String option, List<Path> files) {
    files.forEach(file -> reads(option, file));
    return this;
  }

  /** Adds a file that is written; null adds nothing. */
  FileRoles writes(String option, Path file) {
    if (file != null) {
      Paths.checkWritable(option, file);
      written.add(new Role(option, file));
    }
    return this;
  }

  /**
   * Adds a file that is written, and may be there already if it begins like others of its kind: a
   * table that was named by mistake is not lost.
   */
  FileRoles replaces(String option, Path file, Kind kind) {
    kinds.put(file, kind);
    return writes(option, file);
  }

  /** Refuses to replace a file of another kind. */
  void checkReplaced() {
    for (Role output : written) {
      Kind kind = kinds.get(output.file);
      if (kind != null && Files.isRegularFile(output.file) && !kind.isOne(output.file)) {
        throw new DemiluneException(
            output.option
                + " "
                + output.file
                + ": there is a file that is not "
                + kind.name
                + " and would be lost; name another, or delete it first");
      }
    }
  }

  /**
   * What a file holds, as its first bytes tell.
   *
   * @param mark what stands near its beginning
   */
  record Kind(String name, String mark) {
    private static final int BEGINNING = 1 << 16;

    private boolean isOne(Path file) {
      try (InputStream in = Files.newInputStream(file)) {
        String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
        return beginning.isEmpty() || beginning.contains(mark);
      } catch (IOException e) {
        throw new DemiluneException(file + " cannot be read: check its permissions", e);
      }
    }
  }

  /** Returns a sentence about the first file that would be lost, if there is one. */
  Optional<String> clash() {
    for (int i = 0; i < written.size(); i++) {
      Role output = written.get(i);
      for (Role input : read) {
        if (same(output.file, input.file)) {
          return Optional.of(
              output.option
                  + " "
                  + output.file
                  + " would replace the file of "
                  + input.option
                  + ": name another file");
        }
      }
      for (Role other : written.subList(0, i)) {
        if (same(output.file, other.file)) {
          return Optional.of(
              other.option + " and " + output.option + " name the same file: name two");
        }
      }
    }
    return Optional.empty();
  }

  /** Follows links; of files that do not exist yet, the directories are compared. */
  private static boolean same(Path one, Path other) {
    try {
      if (Files.exists(one) && Files.exists(other)) {
        return Files.isSameFile(one, other);
      }
      return place(one).equals(place(other));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // both were looked at a moment ago
    }
  }

  private static Path place(Path file) throws IOException {
    Path absolute = file.toAbsolutePath().normalize();
    Path directory = absolute.getParent();
    return directory == null || !Files.exists(directory)
        ? absolute
        : directory.toRealPath().resolve(absolute.getFileName());
  }
}
