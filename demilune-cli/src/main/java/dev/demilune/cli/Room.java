// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.cli;

import dev.demilune.DemiluneException;
import dev.demilune.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Whether memory and disk hold what a run will make, by public sizes alone and from below: what is
 * refused here could not have ended well, and what is not may still be too large.
 */
final class Room {

  private static final long OF_A_NUMBER = 8; // in memory: weights, and the sums of one step
  private static final long COPIES = 2;
  private static final long OF_A_WEIGHT = 4; // in a file: a digit, a point, a digit and a comma
  private static final long OF_THE_REST = 1 << 12;

  private Room() {}

  /** Refuses a model whose weights do not fit into memory or onto the disk. */
  static void check(Schema schema, String option, Path file) {
    double weights = (double) schema.features() * schema.labels().size();
    checkMemory(weights, Runtime.getRuntime().maxMemory());
    checkDisk(option, file, weights, usable(file));
  }

  static void checkMemory(double weights, long most) {
    double needed = COPIES * OF_A_NUMBER * weights;
    if (needed > most) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "a model of %,.0f weights needs at least %,.0f MB of memory and Java may use %,d MB:"
                  + " give it more with DEMILUNE_JAVA_OPTS=-Xmx..., or declare fewer features%s",
              weights,
              needed / 1e6,
              most / 1_000_000,
              LedgerSpend.UNTOUCHED));
    }
  }

  static void checkDisk(String option, Path file, double weights, long usable) {
    double needed = OF_A_WEIGHT * weights + OF_THE_REST;
    if (needed > usable) {
      throw new DemiluneException(
          String.format(
              Locale.ROOT,
              "%s %s: the disk has %,d bytes left and the file needs at least %,.0f: make room, or"
                  + " name a file elsewhere%s",
              option,
              file,
              usable,
              needed,
              LedgerSpend.UNTOUCHED));
    }
  }

  private static long usable(Path file) {
    try {
      return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE; // not every file system says it
    }
  }
}
