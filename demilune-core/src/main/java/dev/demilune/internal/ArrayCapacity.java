// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import dev.demilune.DemiluneException;

/** How long an array becomes that is full: twice as long, as far as arrays go. */
public final class ArrayCapacity {

  private static final int LONGEST = Integer.MAX_VALUE - 8; // of an array, on every JVM

  private ArrayCapacity() {}

  /**
   * Returns the new length of a full array.
   *
   * @throws DemiluneException if it is as long as arrays can be
   */
  public static int of(int length) {
    if (length == LONGEST) {
      throw new DemiluneException(
          "more than " + LONGEST + " rows cannot be judged at once: split the file");
    }
    return (int) Math.min(2L * length, LONGEST);
  }
}
