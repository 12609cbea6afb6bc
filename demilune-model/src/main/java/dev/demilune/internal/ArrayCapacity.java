// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.internal;

import dev.demilune.DemiluneException;

/** Growth of full arrays: double, capped at the largest array. */
public final class ArrayCapacity {

  private static final int LONGEST = Integer.MAX_VALUE - 8; // safe on every JVM

  private ArrayCapacity() {}

  /**
   * Returns the next capacity of a full array.
   *
   * @throws DemiluneException if it has the largest possible length already
   */
  public static int of(int length) {
    if (length == LONGEST) {
      throw new DemiluneException(
          "more than " + LONGEST + " rows cannot be judged at once: split the file");
    }
    return (int) Math.min(2L * length, LONGEST); // in longs: twice the length may overflow an int
  }
}
