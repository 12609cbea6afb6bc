// SPDX-FileCopyrightText: 2026 the Demilune authors
// SPDX-License-Identifier: Apache-2.0
package dev.demilune.testkit;

import java.util.Locale;

/**
 * One property of every learner.
 *
 * @param name a sentence
 * @param check throws an {@link AssertionError} if the law is violated
 */
public record Law(String name, Runnable check) {

  /** Returns the sentence, as the name of a test. */
  @Override
  public String toString() {
    return name;
  }

  /** Fails with this message unless the condition holds. */
  static void require(boolean holds, String sentence, Object... values) {
    if (!holds) {
      throw new AssertionError(String.format(Locale.ROOT, sentence, values));
    }
  }
}
