// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what is wrong with the name of a file before any work is done and any budget is spent. */
final class Paths {

  private Paths() {}

  /** Checks that there is a file that can be read; opens nothing. */
  static void checkReadable(String option, Path file) {
    if (!Files.exists(file) && file.toString().equals("-")) {
      throw new DemiluneException(option + " -: standard input is not read here; name a file");
    }
    if (!Files.exists(file)) {
      throw new DemiluneException(option + " " + file + ": there is no such file; check the name");
    }
    if (Files.isDirectory(file)) {
      throw new DemiluneException(option + " " + file + " is a directory: name a file");
    }
    if (!Files.isReadable(file)) {
      throw new DemiluneException(option + " " + file + " cannot be read: permission is denied");
    }
  }

  /** Checks that a file is there and is no pipe, which can be read once only. */
  static void checkReadableTwice(String option, Path file) {
    checkReadable(option, file);
    if (!Files.isRegularFile(file)) {
      throw new DemiluneException(
          option + " " + file + " must be a file and no pipe: it is opened twice");
    }
  }

  /** Checks that a file of that name could be written; creates nothing. */
  static void checkWritable(String option, Path file) {
    Path directory = file.toAbsolutePath().normalize().getParent();
    if (Files.isDirectory(file)) {
      throw new DemiluneException(option + " " + file + " is a directory: name a file in it");
    }
    if (directory == null || !Files.isDirectory(directory)) {
      throw new DemiluneException(
          option + " " + file + ": there is no directory " + directory + "; create it first");
    }
    if (!Files.isWritable(Files.exists(file) ? file : directory)) {
      throw new DemiluneException(option + " " + file + " cannot be written: permission is denied");
    }
  }
}
