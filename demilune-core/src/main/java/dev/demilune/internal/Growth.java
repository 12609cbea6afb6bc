/*
 * Copyright 2026 The Demilune Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.demilune.internal;

import dev.demilune.DemiluneException;

/** How long an array becomes that is full: twice as long, as far as arrays go. */
public final class Growth {

  private static final int LONGEST = Integer.MAX_VALUE - 8; // of an array, on every JVM

  private Growth() {}

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
